import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { isObject } from '#core/platform/values.ts'
import type { Context } from '#server/platform/context.ts'
import type { OpenRow } from '#server/resources/imports/importedRow.ts'
import { selectableRowsOf } from '#server/resources/rows.ts'

const PRODUCT = 'details.product_id'

type Line = Record<string, unknown>

const linesOf = ({ body: { details } }: OpenRow): Line[] =>
  Array.isArray(details) ? details.filter(isObject) : []
const numberOf = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : null

/**
 * Completes orders of a file as the form of an order does: a product whose name several companies use is the one that its customer can
 * buy, and an order without a device is for the customer's only tank of its products.
 */
export async function completeOrderRows(context: Context, rows: readonly OpenRow[]): Promise<void> {
  await nameProducts(context, rows)
  await nameDevices(context, rows)
}

const placeOf = ({ body: { company_id, device_id }, current }: OpenRow) => {
  const { company_id: company, device_id: device } = current ?? {}
  return { company: numberOf(company_id ?? company), device: numberOf(device_id ?? device) }
}

/** Among products with one name, chooses those of the customer or of a company above it; among these, the one in its tanks. */
async function nameProducts(context: Context, rows: readonly OpenRow[]): Promise<void> {
  const open = rows.flatMap((record, index) =>
    record.issues.flatMap((issue) => {
      if (issue.field !== PRODUCT || issue.rule !== 'ambiguous') return []
      const { row = record.row } = issue
      const name = record.rows.find((item) => item.row === row)?.texts[PRODUCT]
      return name === undefined ? [] : [{ at: index, row, name, ...placeOf(record) }]
    }),
  )
  if (open.length === 0) return
  const byLine = groupBy(await findOffered(context, open), ({ at, row }) => `${at} ${row}`)
  for (const { at, row } of open) {
    const offered = byLine.get(`${at} ${row}`) ?? []
    const held = offered.filter(({ is_held }) => is_held === true)
    const [product, ...others] = held.length > 0 ? held : offered
    const record = itemAt(rows, at)
    const line = linesOf(record)[record.lineRows.indexOf(row)]
    if (!product || others.length > 0 || !line) continue
    line.product_id = Number(product.product_id)
    record.issues = record.issues.filter(
      (issue) => issue.field !== PRODUCT || (issue.row ?? record.row) !== row,
    )
  }
}

/** The products with the name of a line that its customer can buy, and whether its tanks hold them. */
function findOffered(context: Context, open: readonly object[]) {
  return selectableRowsOf(context, tank_products)
    .innerJoin(
      sql<{ at: number; row: number }>`(
        select w.at, w.row, w.name, d.device_id, coalesce(w.company, d.company_id) as company
        from jsonb_to_recordset(${JSON.stringify(open)}::jsonb) as w (at int, "row" int, name text, company int8, device int8)
          left join devices d on d.device_id = w.device)`.as('wanted'),
      (join) =>
        join.on(
          sql<boolean>`lower(tank_products.product_name) = lower(wanted.name) and tank_products.status = 1
            and is_at_or_above(tank_products.company_id, wanted.company)`,
        ),
    )
    .select([
      sql<number>`tank_products.product_id`.as('product_id'),
      'wanted.at as at',
      'wanted.row as row',
      sql<boolean>`exists (select from device_ports t join devices d using (device_id)
        where t.product_id = tank_products.product_id and t.active = 1
          and case when wanted.device_id is null then is_at_or_above(wanted.company, d.company_id)
            else d.device_id = wanted.device_id end)`.as('is_held'),
    ])
    .execute()
}

/** The device of an order without one: the customer's only device with tanks for the ordered products that any of its tanks hold. */
async function nameDevices(context: Context, rows: readonly OpenRow[]): Promise<void> {
  const open = rows.flatMap((record, index) => {
    const { company, device } = placeOf(record)
    const isOpen =
      company !== null && device === null && !record.issues.some(({ field }) => field === 'device_id')
    const products = linesOf(record).flatMap(({ product_id }) => numberOf(product_id) ?? [])
    return isOpen ? [{ at: index, company, products }] : []
  })
  if (open.length === 0) return
  const byRow = groupBy(await findDevices(context, open), ({ at }) => Number(at))
  for (const { at } of open) {
    const candidates = (byRow.get(at) ?? []).map(({ device_id, held }) => ({
      device_id: Number(device_id),
      held,
    }))
    const requested = new Set(candidates.flatMap(({ held }) => held))
    const [only, ...others] = candidates.filter(({ held }) => new Set(held).size === requested.size)
    const record = itemAt(rows, at)
    if (only && others.length === 0) record.body.device_id = only.device_id
    else
      record.issues.push({
        field: 'device_id',
        rule: candidates.length === 0 ? 'no_tank_of_customer' : 'which_tank_of_customer',
      })
  }
}

/** The devices of the customers of orders with tanks, and the ordered products that these hold. */
function findDevices(context: Context, open: readonly object[]) {
  return selectableRowsOf(context, devices)
    .innerJoin(
      sql<{ at: number }>`jsonb_to_recordset(${JSON.stringify(open)}::jsonb)`.as(
        sql`wanted (at int, company int8, products int8[])`,
      ),
      (join) => join.on(sql<boolean>`is_at_or_above(wanted.company, devices.company_id)`),
    )
    .where(sql<boolean>`devices.status <> 'retired'`)
    .where(
      sql<boolean>`exists (select from device_ports t where t.device_id = devices.device_id and t.active = 1)`,
    )
    .select([
      sql<number>`devices.device_id`.as('device_id'),
      sql<number>`wanted.at`.as('at'),
      sql<number[]>`array(select distinct brought.product_id from device_ports t
          join tank_products held on held.product_id = t.product_id
          join tank_products brought on brought.product_id = any(wanted.products)
            and lower(coalesce(held.grade, held.product_name)) = lower(coalesce(brought.grade, brought.product_name))
        where t.device_id = devices.device_id and t.active = 1)`.as('held'),
    ])
    .$castTo<{ device_id: number; at: number; held: number[] }>()
    .execute()
}
