import { sql } from 'kysely'
import { checkTankSize } from '#core/domains/tanks/checkTankSize.ts'
import { STRAPPING_TABLE } from '#core/domains/tanks/tank_types.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseIssues } from '#server/resources/validate.ts'

/** What a record tells of its tank's size, in the metric fields that both unit systems end in. */
export interface SizedRecord {
  tank_type_id?: number | null
  def_liters?: string
  metric_diameter?: string
  metric_height?: string
  metric_width?: string
  metric_length?: string
  capacity_confirmed?: number
  strapping?: [number, number][] | null
}

const SIDES = ['metric_diameter', 'metric_height', 'metric_width', 'metric_length'] as const

/**
 * Refuses a tank whose dimensions are missing, impossible, or contradict its capacity without a confirmation. The fields
 * are named in the unit system that was sent.
 * @throws Refusal 422
 */
export async function refuseWrongSize(
  { db, actor }: Context,
  record: SizedRecord,
  body: object,
  isSizeOptional = false,
): Promise<void> {
  const { rows } = await sql<{ formula: string | null; slug: string }>`
    select formula, slug from tank_types where tank_type_id = ${record.tank_type_id ?? null}`.execute(db)
  const [type] = rows
  const figure = (name: keyof SizedRecord) => Number(record[name] ?? 0)
  const hasNoSides = SIDES.every((name) => figure(name) === 0)
  const issues = checkTankSize(
    {
      formula: type && type.slug !== STRAPPING_TABLE && !(isSizeOptional && hasNoSides) ? type.formula : null,
      strapping: type?.slug === STRAPPING_TABLE ? (record.strapping ?? null) : null,
      diameter: figure('metric_diameter'),
      height: figure('metric_height'),
      width: figure('metric_width'),
      length: figure('metric_length'),
      capacity: figure('def_liters'),
    },
    record.capacity_confirmed === 1,
  )
  const sent = Object.keys(body)
  const isImperial = sent.some(isMetric) ? false : sent.some(isImperialSize) || actor.units === 'imperial'
  refuseIssues(issues.map((issue) => (isImperial ? { ...issue, field: imperialName(issue.field) } : issue)))
}

const isMetric = (name: string) => name === 'def_liters' || name.startsWith('metric_')
const isImperialSize = (name: string) => name === 'def_us_gallons' || /^imperial_(?!sensor)/.test(name)

function imperialName(field: string): string {
  return field === 'def_liters' ? 'def_us_gallons' : field.replace(/^metric_/, 'imperial_')
}

/** Every figure of a tank's size that was not given at all, in neither unit system. */
export function sizesNotGiven(body: object): string[] {
  const given = body as Record<string, unknown>
  return ['def_liters', ...SIDES].filter((name) => given[name] == null && given[imperialName(name)] == null)
}
