import { type RawBuilder, sql } from 'kysely'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { Context } from '#server/platform/context.ts'

/** How long after a delivery readings of its tank may still arrive. */
export const MAX_WAIT_DAYS = 4
/** Rounds that ended earlier are ignored. */
const LOOKBACK_DAYS = 60

/** A round's delivery to a tank. */
export interface TankDelivery {
  delivery_check_id: number | null
  shipment_id: number
  device_ports_id: number
  device_id: number
  port_number: number
  company_id: number
  /** Company of the tank. */
  customer_id: number
  product_id: number | null
  truck_id: number | null
  delivered_by: number | null
  /** The tank was filled between these times: its stop's, or its round's. */
  since: string
  delivered_at: string
  planned: number
  ticket: number
  capacity: number
  product_group: string | null
  specific_gravity: number
  use_per_day: number | null
  /** Temperature of the product when metered, °C; null unless all its tickets give it. */
  ticket_celsius: number | null
}

/** Deliveries not compared yet, or whose ticket has changed since; oldest first. */
export async function readDueDeliveries({ db, now }: Context, limit: number): Promise<TankDelivery[]> {
  return readDeliveries(
    db,
    sql`c.delivery_check_id is null or (c.state in ('waiting', 'open', 'agrees') and c.ticket_liters <> round(d.ticket, 1))
      or (c.state in ('open', 'agrees') and c.ticket_celsius is distinct from warmth.celsius)
      or (c.state = 'waiting' and c.updated_at <= ${now}::timestamptz - interval '10 minutes')`,
    sql`s.delivered_at > ${now}::timestamptz - make_interval(days => ${LOOKBACK_DAYS})`,
    limit,
  )
}

/** The delivery of a check, with its current ticket. */
export async function readDeliveryOfCheck({ db }: Context, id: number): Promise<TankDelivery | undefined> {
  const rows = await readDeliveries(
    db,
    sql`c.delivery_check_id = ${id}`,
    sql`s.shipment_id = (select shipment_id from delivery_checks where delivery_check_id = ${id})`,
    1,
  )
  return rows[0]
}

async function readDeliveries(
  db: Context['db'],
  condition: RawBuilder<unknown>,
  rounds: RawBuilder<unknown>,
  limit: number,
): Promise<TankDelivery[]> {
  const { rows } = await sql<TankDelivery>`
    with d as (
      select s.shipment_id, l.device_ports_id, s.company_id, s.truck_id, s.delivered_by,
        least(coalesce(min(t.arrived_at), s.left_at, s.delivered_at - interval '1 day'), s.delivered_at) as since,
        least(coalesce(max(t.done_at), s.delivered_at), s.delivered_at) as delivered_at,
        sum(l.quantity_liters)::float8 as planned, sum(l.delivered_liters) as ticket, min(l.product_id) as product_id
      from shipment_planners s join shipment_planner_details l using (shipment_id)
        left join shipment_stops t on t.stop_id = l.stop_id
      where s.status_id = ${SHIPMENT_STATUS.finalized} and s.delivered_at is not null and ${rounds}
        and l.device_ports_id is not null
      group by s.shipment_id, l.device_ports_id
    )
    select c.delivery_check_id, d.shipment_id, d.device_ports_id, p.device_id, p.port_number, d.company_id,
      v.company_id as customer_id, d.product_id, d.truck_id, d.delivered_by, d.delivered_at, d.since, d.planned,
      d.ticket::float8 as ticket, coalesce(p.def_liters, 0)::float8 as capacity, pr.product_group,
      coalesce(pr.specific_gravity, 1)::float8 as specific_gravity, ps.use_per_day::float8 as use_per_day,
      warmth.celsius::float8 as ticket_celsius
    from d join device_ports p using (device_ports_id) join devices v on v.device_id = p.device_id
      left join tank_products pr on pr.product_id = d.product_id
      left join port_states ps on ps.device_id = p.device_id and ps.port_number = p.port_number
      left join delivery_checks c on c.shipment_id = d.shipment_id and c.device_ports_id = d.device_ports_id
      left join lateral (${metered}) warmth on true
    where d.ticket > 0 and (${condition})
    order by d.delivered_at, d.shipment_id, d.device_ports_id limit ${limit}`.execute(db)
  return rows
}

/** Temperature of a delivery `d` by its valid tickets, if they cover all of it. */
const metered = sql`
  select round(sum(t.gross_liters * t.celsius) / sum(t.gross_liters), 2) as celsius
  from delivery_tickets t
  where t.shipment_id = d.shipment_id and t.device_ports_id = d.device_ports_id and t.voided_at is null and t.gross_liters > 0
    and not exists (select from delivery_tickets k where k.correction_of = t.ticket_id and k.voided_at is null)
  having bool_and(t.celsius is not null) and abs(sum(t.gross_liters) - d.ticket) <= d.ticket / 1000`
