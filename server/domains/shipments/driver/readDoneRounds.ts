import { sql } from 'kysely'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import type { DriverDay } from '#core/domains/shipments/driver/driverCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { Context } from '#server/platform/context.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { isLeftKnown } from '../onTruck/readOnTruck.ts'
import { readZoneOfRound } from '../route/zoneOfHome.ts'

type DoneRound = DriverDay['done'][number]

/** Longer than a day in any time zone. */
const HOURS_BACK = 48

/**
 * The rounds that a driver finished today, by the clock of each round's yard, with the rest on board. @param seesTruck without it, the
 * content on board is left out
 */
export async function readDoneRounds(
  context: Context,
  driver: number | null,
  seesTruck: boolean,
): Promise<DoneRound[]> {
  const { actor, db, now } = context
  const { rows } = await sql<Omit<DoneRound, 'time_zone' | 'left'>>`
    select s.shipment_id, s.shipment_number, t.truck_name as truck_title, s.delivered_at,
      (select count(*)::int from shipment_stops p where p.shipment_id = s.shipment_id) as stops,
      (select count(*)::int from shipment_stops p where p.shipment_id = s.shipment_id and p.status <> 'not_delivered') as done_stops,
      (select coalesce(sum(d.delivered_liters), 0)::float8 from shipment_planner_details d
        where d.shipment_id = s.shipment_id) as delivered_liters
    from shipment_planners s left join tanker_trucks t using (truck_id)
    where s.delivered_by = ${driver} and s.status_id = ${SHIPMENT_STATUS.finalized}
      and s.delivered_at > ${now}::timestamptz - make_interval(hours => ${HOURS_BACK})
      and ${visible(actor, shipment_planners, 's')}
    order by s.delivered_at`.execute(db)
  const done: DoneRound[] = []
  for (const row of rows) {
    const time_zone = await readZoneOfRound(context, row.shipment_id)
    const dayOf = (time: number) => dayInZone(time, time_zone, 'UTC')
    if (dayOf(Date.parse(row.delivered_at)) !== dayOf(now.getTime())) continue
    done.push({ ...row, time_zone, left: seesTruck ? await readLeft(context, row.shipment_id) : null })
  }
  return done
}

/** Null if the content of a compartment is unknown because a lift was not recorded. */
async function readLeft({ actor, db }: Context, shipment_id: number): Promise<DoneRound['left']> {
  const { rows } = await sql<{ product_title: string; liters: number; is_known: boolean }>`
    select ${titleSql(actor, tank_products, 'p')} as product_title, coalesce(sum(b.on_board_liters), 0)::float8 as liters,
      bool_and(b.is_known) as is_known
    from (select product_id, on_board_liters, ${isLeftKnown} as is_known from compartment_balances
      where shipment_id = ${shipment_id}) b join tank_products p using (product_id)
    group by p.product_id order by p.product_id`.execute(db)
  if (!rows.every(({ is_known }) => is_known)) return null
  return rows.flatMap(({ product_title, liters }) => (liters > 0 ? [{ product_title, liters }] : []))
}
