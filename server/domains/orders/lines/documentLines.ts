import { sql } from 'kysely'
import { PRICE_FIELDS } from '#core/domains/orders/ordering.ts'
import { type DecimalPlaces, lineTotal } from '#core/domains/orders/totals.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { type FillRule, maxFill, ROOM_ROUNDING } from '#core/domains/tanks/room.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { LITRES_PER_US_GALLON, volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { fieldOf } from '#core/resources/definition.ts'
import { readUnheld } from '#server/domains/tanks/readUnheld.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { acceptDetails, type DetailRow, type RowOf } from '#server/resources/changes/details.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'
import { localeOfActor } from '#server/resources/names/textFormats.ts'

const lineKind = transaction_document_details
/** A validated line of a document. */
export type LineRow = RowOf<typeof lineKind>

/**
 * Validates the lines of a document, with units of quantities only. A line without a unit retains its previous one.
 * @throws Refusal 422, 404
 */
export async function acceptLines(
  context: Context,
  sent: readonly DetailRow[],
  before: readonly LineRow[],
): Promise<LineRow[]> {
  const lines = await acceptDetails(context, lineKind, sent, before)
  const { rows } = await sql<{ id: number }>`
    select id from units_of_measure where measure = 'system' and id = any(${lines.map(({ unit_id }) => unit_id ?? 0)})`.execute(
    context.db,
  )
  const systems = new Set(rows.map(({ id }) => Number(id)))
  const invalids = lines.flatMap(({ unit_id }, index) => (systems.has(Number(unit_id)) ? [index] : []))
  if (invalids.length > 0)
    throw invalid(invalids.map((index) => ({ field: `details.${index}.unit_id`, rule: 'choice' })))
  return lines.map((line) => {
    const old = line.unit_id == null && before.find((item) => isSameLine(item, line))
    return old ? { ...line, unit_id: old.unit_id } : line
  })
}

/** Whether two rows have the same figure in a field. */
export function isSameValue(one: LineRow, other: LineRow, name: string): boolean {
  return Number(one[name] ?? 0) === Number(other[name] ?? 0)
}

/** Whether two rows are the same stored line. */
export function isSameLine(one: LineRow, other: LineRow): boolean {
  return one.document_detail_id != null && one.document_detail_id === other.document_detail_id
}

/** The price fields of a line without a decided price. */
export const UNDECIDED_PRICE: LineRow = Object.fromEntries(
  PRICE_FIELDS.map((name) => [name, fieldOf(lineKind, name).default ?? null]),
)

/** Goods for a device, before and after a change. */
interface Ordered {
  document_type: string
  device_id: number
  lines: readonly LineRow[]
}

/** Recognizes lines for the same device as before with unchanged values in some fields. */
function unchangedLines(
  device_id: number,
  before: Pick<Ordered, 'device_id' | 'lines'> | null,
  names: readonly string[],
): (line: LineRow) => boolean {
  const lines = before?.device_id === device_id ? before.lines : []
  return (line) =>
    lines.some((item) => isSameLine(item, line) && names.every((name) => isSameValue(item, line, name)))
}

/**
 * Products sold or offered by volume for a device must be in one of its tanks. An unchanged line stays.
 * @throws Refusal 422 naming each line whose product is in no tank there
 */
export async function refuseUnheld(
  context: Context,
  { document_type, device_id, lines }: Ordered,
  before: Pick<Ordered, 'device_id' | 'lines'> | null = null,
): Promise<void> {
  if (document_type !== 'sales_order' && document_type !== 'quote') return
  const { rows } = await sql<{ id: number }>`
    select id from units_of_measure where measure = 'volume' and id = any(${lines.map(({ unit_id }) => unit_id ?? 0)})`.execute(
    context.db,
  )
  const volumes = new Set(rows.map(({ id }) => Number(id)))
  const unheld = await readUnheld(
    context,
    lines.map(({ product_id }) => ({ device_id, product_id })),
  )
  const isUnchanged = unchangedLines(device_id, before, ['product_id'])
  refuseIssues(
    lines.flatMap((line, index) =>
      unheld.has(index) && (line.unit_id == null || volumes.has(Number(line.unit_id))) && !isUnchanged(line)
        ? [{ field: `details.${index}.product_id`, rule: 'no_tank_holds' as const }]
        : [],
    ),
  )
}

/**
 * Quantities for tanks must fit into them. An unchanged line stays.
 * @throws Refusal 422 naming the quantity of each line that exceeds all tanks of its product there
 */
export async function refuseBeyondTank(
  context: Context,
  { document_type, device_id, lines }: Ordered,
  before: Pick<Ordered, 'device_id' | 'lines'> | null = null,
): Promise<void> {
  if (document_type !== 'sales_order' && document_type !== 'quote') return
  const isUnchanged = unchangedLines(device_id, before, ['product_id', 'quantity', 'unit_id'])
  const beyond = await findBeyondTank(context, device_id, lines)
  refuseIssues(
    beyond
      .filter(({ place }) => !isUnchanged(itemAt(lines, place)))
      .map(({ place, litres }) => ({
        field: `details.${place}.quantity`,
        rule: 'beyond_tank' as const,
        params: { limit: volumeText(context, litres) },
      })),
  )
}

interface FilledTank extends FillRule {
  place: number
  capacity: number
  /** L of the line. */
  wanted: number
}

/** What a tank can take at most, L: its capacity, of a liquefied gas its maximum fill. */
const mostOf = (tank: FilledTank) =>
  tank.product_group === LIQUEFIED_GAS ? (tank.capacity * maxFill(tank)) / 100 : tank.capacity

/** The lines that exceed all tanks of their product at a device, and what the tanks can take. Tanks of unknown size take anything. */
async function findBeyondTank({ db }: Context, device_id: number, lines: Ordered['lines']) {
  const line = lines.map(({ product_id, quantity, unit_id }, place) => ({
    place,
    product_id,
    quantity,
    unit_id,
  }))
  const { rows } = await sql<FilledTank>`
    select line.place, t.def_liters::float8 as capacity, brought.product_group, t.max_fill::float8 as tank_max_fill,
      coalesce(held.max_fill, brought.max_fill)::float8 as product_max_fill, (line.quantity * coalesce(u.factor::numeric,
        case when c.unit_of_measure = 2 then 1 else ${LITRES_PER_US_GALLON}::numeric end))::float8 as wanted
    from jsonb_to_recordset(${JSON.stringify(line)}::jsonb) as line (place int, product_id int8, quantity numeric, unit_id int8)
      join devices d on d.device_id = ${device_id} join companies c on c.company_id = d.company_id
      left join units_of_measure u on u.id = line.unit_id
      join tank_products brought on brought.product_id = line.product_id
      join device_ports t on t.device_id = d.device_id and t.active = 1
      left join tank_products held on held.product_id = t.product_id
    where coalesce(u.measure, 'volume') = 'volume' and (held.product_id is null
      or lower(coalesce(held.grade, held.product_name)) = lower(coalesce(brought.grade, brought.product_name)))`.execute(
    db,
  )
  return [...groupBy(rows, ({ place }) => place)].flatMap(([place, tanks]) => {
    const litres = tanks.reduce((sum, tank) => sum + mostOf(tank), 0)
    const isKnown = tanks.every(({ capacity }) => capacity > 0)
    return isKnown && firstOf(tanks).wanted > litres + ROOM_ROUNDING ? [{ place, litres }] : []
  })
}

function volumeText({ actor }: Context, litres: number): string {
  return quantityText(String(volumeIn(actor.units, litres)), volumeUnit(actor.units), localeOfActor(actor), 0)
}

export function withTotals(lines: readonly LineRow[], { company }: DecimalPlaces): LineRow[] {
  return lines.map((line) => ({ ...line, line_total: lineTotal(line, company) }))
}

/** Fields of a line that the history shows. */
export const HISTORY_FIELDS = ['product_id', 'quantity', 'unit_id', 'unit_price', 'line_total'] as const
