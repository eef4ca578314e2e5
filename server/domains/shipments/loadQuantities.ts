import { sql } from 'kysely'
import type { shipment_planner_details } from '#core/domains/shipments/shipment_planner_details.ts'
import type { Issue } from '#core/platform/issue.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { type QuantityUnit, roundQuantity, toLitres } from '#core/platform/numbers/quantities.ts'
import type { Context } from '#server/platform/context.ts'
import type { DetailRow, RawRowOf, RowOf } from '#server/resources/changes/details.ts'
import { refuseIssues } from '#server/resources/changes/validate.ts'

/** A validated load of a shipment. */
export type LoadRow = RowOf<typeof shipment_planner_details>

interface Unit extends QuantityUnit {
  id: number
  code: string | null
}

const PLAIN = /^\d{1,11}(\.\d{1,3})?$/

/**
 * Resolves each load's quantity to a unit. Whole litres (`quantity_ordered`) sent back unchanged have no
 * effect; other values, sent alone, are a quantity in litres.
 * @throws Refusal 422 if both are sent and disagree, and for a unit of something other than volume
 */
export async function withQuantities(
  { db }: Context,
  input: readonly RawRowOf<typeof shipment_planner_details>[],
  before: readonly LoadRow[],
): Promise<DetailRow[]> {
  const { rows: units } = await sql<Unit>`select id, code, measure, factor from units_of_measure`.execute(db)
  const litre = findOrThrow(units, ({ code }) => code === 'l')
  const issues: Issue[] = []
  const rows = input.map((row, index) => {
    const old = before.find((item) => item.shipment_detail_id === row.shipment_detail_id)
    const { quantity_ordered, ...rest } = row
    const isNewEcho = quantity_ordered != null && Number(quantity_ordered) !== Number(old?.quantity_ordered)
    const isNewQuantity = row.quantity != null && !isSameQuantity(row, old)
    if (!isNewQuantity && isNewEcho) {
      return { ...rest, quantity_ordered, quantity: String(quantity_ordered), unit_id: litre.id }
    }
    const quantity = row.quantity ?? old?.quantity
    const unit_id = row.unit_id ?? old?.unit_id ?? litre.id
    const unit = units.find(({ id }) => id === unit_id)
    if (unit && unit.measure !== 'volume') {
      issues.push({ field: `details.${index}.unit_id`, rule: 'unit_of_volume' })
    }
    const litres = unit && litresOf(quantity, unit)
    if (isNewEcho && litres != null && Math.abs(litres - Number(quantity_ordered)) > 1) {
      issues.push({ field: `details.${index}.quantity_ordered`, rule: 'units_differ' })
    }
    if (litres == null) return row
    const text = roundQuantity(String(quantity), 3)
    return { ...rest, quantity: text, unit_id, quantity_ordered: Math.max(Math.round(litres), 1) }
  })
  refuseIssues(issues)
  return rows
}

function isSameQuantity(row: RawRowOf<typeof shipment_planner_details>, old: LoadRow | undefined): boolean {
  if (!old) return false
  return Number(row.quantity) === Number(old.quantity) && (row.unit_id ?? old.unit_id) === old.unit_id
}

/** Null for invalid quantities, which the definition refuses. */
function litresOf(quantity: unknown, unit: Unit): number | null {
  const text = String(quantity ?? '')
  if (!PLAIN.test(text)) return null
  const litres = toLitres(text, unit)
  return litres === null ? null : Number(litres)
}

/** The exact litres of accepted loads, by their units. */
export async function litresOfLoads({ db }: Context, rows: readonly LoadRow[]): Promise<number[]> {
  const { rows: units } = await sql<Unit>`select id, code, measure, factor from units_of_measure`.execute(db)
  return rows.map((row) => {
    const unit = units.find(({ id }) => id === Number(row.unit_id))
    return (unit && litresOf(Number(row.quantity).toFixed(3), unit)) ?? Number(row.quantity_ordered ?? 0)
  })
}
