import { type RawBuilder, sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { TO_DELIVER_STATUSES } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { LoadChoices, OrderLineChoice, TankChoice } from '#core/domains/shipments/loadChoices.ts'
import { UNFINISHED_STATUSES } from '#core/domains/shipments/shipmentStatus.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { daysToEmpty, measuredAt } from '#server/domains/devices/measuredLevel.ts'
import type { Context } from '#server/platform/context.ts'
import { likeAnywhere } from '#server/resources/lists/likePattern.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { mayRead, visible } from '#server/resources/rights/visible.ts'
import { isToCome, readTanks } from './readTanks.ts'

interface Query {
  search?: string
  /** The shipment being planned; its own loads do not count as held. */
  shipment_id?: number
  /** Only choices for the tanks of this device. */
  device_id?: number
}

/** Days within which an order is delivered if its customer requests no day. Its due date is the day of payment. */
const LEAD_DAYS = 3

/** The wished or assumed delivery day of an order `o`. */
export const ORDERED_FOR = sql`coalesce(o.wished_date, o.document_date + ${sql.lit(LEAD_DAYS)})`

/** Litres of a line `l` in a unit `u` that are neither delivered nor on another shipment. */
export function leftOf(query: Query) {
  return sql`(l.quantity_liters - l.quantity_delivered * u.factor - ${heldBy('document_detail_id', 'l.document_detail_id', query)})`
}

/** Rows of each list; the search finds the others. */
const MAX_ROWS = 50

/**
 * Possible loads that the planner may see: order lines that wait for a shipment, by their wished day, and watched tanks, the ones that run
 * out first on top.
 */
export async function listLoadChoices(context: Context, query: Query): Promise<LoadChoices> {
  const { actor } = context
  return {
    order_lines: mayRead(actor, transaction_documents) ? await listLines(context, query) : [],
    tanks: mayRead(actor, devices) ? await listTanks(context, query) : [],
  }
}

async function listLines(context: Context, query: Query): Promise<OrderLineChoice[]> {
  const { db, actor } = context
  const left = leftOf(query)
  const { rows } = await sql<Omit<OrderLineChoice, 'tanks' | 'room' | 'room_celsius'>>`
    select l.document_detail_id, o.document_id, o.document_number, o.company_id, c.company as company_title,
      l.product_id, ${titleSql(actor, tank_products, 'p')} as product_title, l.quantity::float8 as quantity, l.unit_id,
      u.unit_abbrev as unit_title, u.code as unit_code, l.quantity_liters::float8 as quantity_liters,
      ${left}::float8 as liters_left, round(${left} / u.factor, 3)::float8 as quantity_left,
      ${ORDERED_FOR}::text as ordered_for, o.wished_date is null as is_usual_day, coalesce(o.ship_location_label, case when ${visible(actor, devices, 'v')} then device_label(v) end) as place
    from transaction_document_details l join transaction_documents o using (document_id)
      join tank_products p on p.product_id = l.product_id join companies c on c.company_id = o.company_id
      join devices v on v.device_id = o.device_id
      join units_of_measure u on u.id = l.unit_id and u.measure = 'volume'
    where o.document_type = 'sales_order' and o.archived = 0
      and o.status_id = any(${TO_DELIVER_STATUSES})
      and ${left} >= 1
      and ${visible(actor, transaction_documents, 'o')}
      and ${matches(query, ['o.document_number', 'o.customer_po', 'c.company', 'p.product_name', 'o.ship_location_label', 'device_label(v)', 'v.public_id'])}
      and ${isFor(query)}
    order by ${ORDERED_FOR}, o.document_id, l.sort_order limit ${MAX_ROWS}`.execute(db)
  const tanks = await readTanks(context, rows, query.shipment_id ?? null)
  return rows.map((row, index) => ({
    ...row,
    tanks: itemAt(tanks, index).tanks,
    room: itemAt(tanks, index).room,
    room_celsius: itemAt(tanks, index).celsius,
  }))
}

async function listTanks(context: Context, query: Query): Promise<TankChoice[]> {
  const { db, actor } = context
  const { rows } = await sql<Omit<TankChoice, 'room' | 'room_celsius'>>`
    select t.device_ports_id, v.device_id, v.public_id, coalesce(device_label(v), v.public_id) as place, t.port_number,
      v.company_id, c.company as company_title, p.product_id,
      ${titleSql(actor, tank_products, 'p')} as product_title,
      s.percent::float8 as percent, greatest(t.def_liters - s.volume, 0)::float8 as ullage,
      ${heldBy('device_ports_id', 't.device_ports_id', query, isToCome())}::float8 as quantity_planned,
      ${daysToEmpty}::float8 as days_to_empty, s.level,
      case when s.estimated_at is null then 'measured' else 'estimated' end as level_source,
      extract(epoch from now() - ${measuredAt})::float8 as level_age
    from device_ports t join devices v using (device_id) join port_states s using (device_id, port_number)
      join tank_products p on p.product_id = t.product_id join companies c on c.company_id = v.company_id
    where t.active = 1 and t.def_liters > 0 and s.volume is not null and v.status in ('normal', 'demo')
      and ${visible(actor, devices, 'v')}
      and ${matches(query, ['v.public_id', 'device_label(v)', 'c.company', 'p.product_name'])}
      and ${isFor(query)}
    order by ${daysToEmpty} nulls last, s.percent, t.device_ports_id limit ${MAX_ROWS}`.execute(db)
  const tanks = await readTanks(context, rows, query.shipment_id ?? null)
  return rows.map((row, index) => ({
    ...row,
    room: Math.max(itemAt(tanks, index).room ?? 0, 0),
    room_celsius: itemAt(tanks, index).celsius,
  }))
}

/** Litres of a line or a tank that are on other shipments and not delivered yet. */
function heldBy(
  column: string,
  of: string,
  { shipment_id }: Query,
  isHeld: RawBuilder<boolean> = sql<boolean>`true`,
) {
  return sql`(select coalesce(sum(d.quantity_liters), 0) from shipment_planner_details d
    join shipment_planners s using (shipment_id) where ${sql.ref(`d.${column}`)} = ${sql.ref(of)}
      and s.status_id = any(${UNFINISHED_STATUSES}) and s.shipment_id <> ${shipment_id ?? 0}
      and ${isHeld})`
}

function isFor({ device_id }: Query) {
  return device_id === undefined ? sql<boolean>`true` : sql<boolean>`v.device_id = ${device_id}`
}

/** Every word of the search must occur in one of the columns. */
export function matches({ search = '' }: Query, columns: readonly string[]) {
  const text = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.raw(column)))})`
  const words = search.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return sql<boolean>`true`
  const each = words.map((word) => sql`${text} ilike ${likeAnywhere(word)}`)
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}
