import { namedAsGiven, withBothUnits } from '#core/domains/devices/bothUnits.ts'
import { isChanged } from '#core/domains/tanks/levelBasis.ts'
import { STRAPPING_TABLE } from '#core/domains/tanks/tank_types.ts'
import { checkTankSize } from '#core/domains/tanks/volume/checkTankSize.ts'
import { PLAIN_TANK } from '#core/domains/tanks/volume/tankVolume.ts'
import type { Values } from '#core/platform/values.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'

/** The size of a record's tank, in the metric fields that both unit systems end in. */
export type SizedRecord = {
  tank_type_id?: number | null
  def_liters?: string
  metric_diameter?: string
  metric_height?: string
  metric_width?: string
  metric_length?: string
  metric_wall?: string
  metric_dish_radius?: string
  metric_knuckle_radius?: string
  capacity_confirmed?: number
  strapping?: [number, number][] | null
}

/** The fields that decide whether a size is valid. */
const SIZE = [
  'tank_type_id',
  'def_liters',
  'metric_diameter',
  'metric_height',
  'metric_width',
  'metric_length',
  'metric_wall',
  'metric_dish_radius',
  'metric_knuckle_radius',
  'strapping',
  'capacity_confirmed',
] as const satisfies readonly (keyof SizedRecord)[]

const SIDES = ['metric_diameter', 'metric_height', 'metric_width', 'metric_length'] as const

interface Judged {
  /** The previous size; null for a new record. */
  before: SizedRecord | null
  after: SizedRecord
  /** The body as sent, which shows the unit system in which the fields are named. */
  body: Values
  /** A tank without sides is judged by its capacity alone. */
  areSidesOptional?: boolean
  /** Types that were read before. */
  types?: KnownTypes | undefined
}

/** Tank types by their ids. */
export type KnownTypes = Map<
  number | null,
  Promise<{ formula: string | null; slug: string | null } | undefined>
>

/**
 * Refuses a tank whose dimensions are missing, impossible, or contradict its capacity without a confirmation. An unchanged size is not
 * checked.
 * @throws Refusal 422
 */
export async function refuseWrongSize(context: Context, judged: Judged): Promise<void> {
  const { before, after: record, body, areSidesOptional = false, types = new Map() } = judged
  if (before && !isChanged(SIZE, before, record)) return
  const { actor } = context
  const type_id = record.tank_type_id ?? null
  if (!types.has(type_id)) types.set(type_id, typeOf(context, type_id))
  const type = await types.get(type_id)
  const figure = (name: keyof SizedRecord) => Number(record[name] ?? 0)
  const hasNoSides = SIDES.every((name) => figure(name) === 0)
  const issues = checkTankSize(
    {
      formula:
        type && type.slug !== STRAPPING_TABLE && !(areSidesOptional && hasNoSides) ? type.formula : null,
      strapping: type?.slug === STRAPPING_TABLE ? (record.strapping ?? null) : null,
      diameter: figure('metric_diameter'),
      height: figure('metric_height'),
      width: figure('metric_width'),
      length: figure('metric_length'),
      // Neither changes the tank's capacity.
      ...PLAIN_TANK,
      wall: figure('metric_wall'),
      dish_radius: figure('metric_dish_radius'),
      knuckle_radius: figure('metric_knuckle_radius'),
      capacity: figure('def_liters'),
    },
    record.capacity_confirmed === 1,
  )
  const sent = Object.keys(body)
  const isImperial = sent.some(isMetric) ? false : sent.some(isImperialSize) || actor.units === 'imperial'
  refuseIssues(issues.map((issue) => (isImperial ? { ...issue, field: imperialName(issue.field) } : issue)))
}

function typeOf({ db }: Context, tank_type_id: number | null) {
  return db
    .selectFrom('tank_types')
    .select(['formula', 'slug'])
    .where('tank_type_id', '=', tank_type_id)
    .executeTakeFirst()
}

const isMetric = (name: string) => name === 'def_liters' || name.startsWith('metric_')
const isImperialSize = (name: string) => name === 'def_us_gallons' || /^imperial_(?!sensor)/.test(name)

function imperialName(field: string): string {
  return field === 'def_liters' ? 'def_us_gallons' : field.replace(/^metric_/, 'imperial_')
}

/**
 * Accepts a body whose sizes may be in either unit system.
 * @param accept validates it with both systems filled in
 * @throws Refusal 422 naming each figure as it was sent
 */
export async function acceptBothUnits<T>(
  body: Values,
  accept: (values: Readonly<Record<string, unknown>>) => T | Promise<T>,
): Promise<T> {
  const { values, issues } = withBothUnits(body)
  refuseIssues(issues)
  try {
    return await accept(values)
  } catch (error) {
    if (!(error instanceof Refusal) || !error.options.issues) throw error
    const named = namedAsGiven(body, error.options.issues)
    throw new Refusal(error.status, error.text, { ...error.options, issues: named })
  }
}

/** The sizes that are missing in both unit systems. */
export function missingSizes(body: Values): string[] {
  return ['def_liters', ...SIDES].filter((name) => body[name] == null && body[imperialName(name)] == null)
}
