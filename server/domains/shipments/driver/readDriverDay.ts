import { sql } from 'kysely'
import { sites } from '#core/domains/companies/sites.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { people } from '#core/domains/people/people.ts'
import type {
  DriverDay,
  DriverLoad,
  DriverRound,
  DriverStop,
} from '#core/domains/shipments/driver/driverCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS, UNFINISHED_STATUSES } from '#core/domains/shipments/shipmentStatus.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { checksDeliveries, isCustomer } from '#core/platform/loginTypes.ts'
import { readTolerance } from '#server/domains/companies/readTolerance.ts'
import { readDoorOrders } from '#server/domains/orders/doorMoney/readDoorOrders.ts'
import { portKey } from '#server/domains/telemetry/history/readDailyUse.ts'
import { readMargins } from '#server/domains/telemetry/levels/readVolumeMargin.ts'
import type { Context } from '#server/platform/context.ts'
import { fullNameSql } from '#server/resources/names/fullNameSql.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { selectableRows, visible } from '#server/resources/rights/visible.ts'
import { isOnlyReceiver } from '../deliveries/stopsInReach.ts'
import { readOnTruckForPhone } from '../onTruck/readOnTruck.ts'
import { readPaperForPhone } from '../onTruck/shippingPaper.ts'
import { readStops } from '../readStops.ts'
import { readTanks } from '../readTanks.ts'
import { readZoneOfRound } from '../route/zoneOfHome.ts'
import { readDoorstepPayments, readStopCurrencies } from './doorMoney.ts'
import { readDoneRounds } from './readDoneRounds.ts'
import { readCountingEvents } from './readStopState.ts'

/**
 * The open rounds of a driver with everything their stops need offline. Planners may read another driver's rounds,
 * everyone else only their own. Lifts and the shipping paper are for users who see lift tickets, and for the driver.
 */
export async function readDriverDay(context: Context, people_id?: number): Promise<DriverDay> {
  const { actor, db, now } = context
  const plans = isCustomer(actor.loginType) ? !isOnlyReceiver(actor) : checksDeliveries(actor.loginType)
  const seesTruck = checksDeliveries(actor.loginType) || actor.loginType === 'driver'
  const driver = plans ? (people_id ?? actor.people_id) : actor.people_id
  const { rows } = await sql<
    Omit<DriverRound, 'time_zone' | 'stops' | 'shipping_paper' | 'on_truck' | 'delivery_tolerance'>
  >`
    select s.shipment_id, s.shipment_number, s.status_id::int as status_id, s.load_date, s.deliver_date, s.company_id,
      c.company as company_title, t.truck_name as truck_title, case when p.people_id = ${actor.people_id}
        or ${selectableRows(actor, people, 'p')} then ${fullNameSql('p')} end as driver
    from shipment_planners s join companies c using (company_id) left join tanker_trucks t using (truck_id)
      left join people p on p.people_id = s.delivered_by
    where s.delivered_by = ${driver} and s.status_id = any(${UNFINISHED_STATUSES}) and ${visible(actor, shipment_planners, 's')}
    order by s.status_id desc, coalesce(s.deliver_date, s.load_date), s.shipment_id limit 50`.execute(db)
  const rounds: DriverRound[] = []
  for (const round of rows)
    rounds.push({
      ...round,
      time_zone: await readZoneOfRound(context, round.shipment_id),
      delivery_tolerance: await readTolerance(context, round.company_id),
      shipping_paper: seesTruck ? await readPaperForPhone(context, round.shipment_id) : null,
      on_truck: seesTruck ? await readOnTruckForPhone(context, round.shipment_id) : null,
      stops: await readDriverStops(context, round.shipment_id),
    })
  return {
    read_at: now.toISOString(),
    rounds,
    done: await readDoneRounds(context, driver, seesTruck),
    ticket_blocks: await readBlocks(context),
    door_money: await readDoorstepPayments(
      context,
      rows.map(({ shipment_id }) => shipment_id),
    ),
    open_events: await readOpenEvents(
      context,
      rows.map(({ shipment_id }) => shipment_id),
    ),
  }
}

async function readDriverStops(context: Context, shipment_id: number): Promise<DriverStop[]> {
  const { db } = context
  const stops = await readStops(context, shipment_id)
  const loads = await readLoads(context, shipment_id)
  const events = await readCountingEvents(
    db,
    stops.map(({ stop_id }) => stop_id),
  )
  const { rows: contacts } = await sql<{ company_id: number; phone: string | null; email: string | null }>`
    select company_id,
      (select phone_number from entity_phones where object_ref = 'company' and object_id = company_id
        order by prime desc, entity_phones_id limit 1) as phone,
      (select email_address from entity_emails where object_ref = 'company' and object_id = company_id
        order by prime desc, entity_emails_id limit 1) as email
    from unnest(${stops.flatMap(({ company_id }) => company_id ?? [])}::bigint[]) as company_id`.execute(db)
  const places = await readSites(context, shipment_id)
  const currencies = await readStopCurrencies(context, shipment_id)
  const doorOrders = await readDoorOrders(context, shipment_id)
  return stops.map((stop) => {
    const mine = loads.filter(({ stop_id }) => stop_id === stop.stop_id)
    const contact = contacts.find(({ company_id }) => company_id === stop.company_id)
    return {
      ...stop,
      site: places.get(stop.stop_id) ?? null,
      phone: contact?.phone ?? null,
      email: contact?.email ?? null,
      address: mine[0]?.address ?? '',
      currency: getOrThrow(currencies, stop.stop_id),
      door_orders: doorOrders.get(stop.stop_id) ?? [],
      loads: mine.map(({ stop_id: _, address: __, ...load }) => load),
      events: events.filter(({ stop_id }) => stop_id === stop.stop_id),
    }
  })
}

/** Site details by stop. Gate codes have a separate call. */
async function readSites(
  { db, actor }: Context,
  shipment_id: number,
): Promise<Map<number, NonNullable<DriverStop['site']>>> {
  const { rows } = await sql<NonNullable<DriverStop['site']> & { stop_id: number }>`
    select s.stop_id, z.contact_name, z.contact_phone, z.access_notes,
      coalesce(z.time_zone, business_time_zone()) as time_zone, z.delivery_windows,
      md5(z.gate_code_sealed) as gate_code_version
    from shipment_stops s join sites z using (site_id)
    where s.shipment_id = ${shipment_id} and ${visible(actor, sites, 'z')}`.execute(db)
  return new Map(rows.map(({ stop_id, ...site }) => [stop_id, site]))
}

type LoadRow = Omit<DriverLoad, 'room_liters' | 'room_celsius' | 'volume_margin_liters'> & {
  stop_id: number | null
  address: string
  device_ports_id: number | null
  document_detail_id: number | null
  port_number: number | null
}

type PlacedLoad = DriverLoad & { stop_id: number | null; address: string }

async function readLoads(context: Context, shipment_id: number): Promise<PlacedLoad[]> {
  const { db, actor } = context
  const { rows } = await sql<LoadRow>`
    select d.stop_id, d.shipment_detail_id, d.device_ports_id, d.document_detail_id, d.product_id,
      ${titleSql(actor, tank_products, 'p')} as product_title, p.product_group, p.specific_gravity::float8 as specific_gravity,
      p.un_number, p.max_fill::float8 as product_max_fill, t.max_fill::float8 as tank_max_fill, d.quantity::float8 as quantity, d.quantity_liters::float8 as quantity_liters, d.unit_id,
      u.unit_abbrev as unit_title, u.code as unit_code, d.compartment, v.device_id, v.public_id,
      coalesce(device_label(v), v.public_id) as place, t.port_number::int as port_number,
      t.def_liters::float8 as capacity_liters, s.percent::float8 as percent, s.volume::float8 as volume_liters,
      coalesce(s.trusted_at, s.at) as level_at,
      case when s.estimated_at is null then 'measured' else 'estimated' end as level_source,
      concat_ws(', ', nullif(btrim(d.ship_address1), ''), nullif(btrim(d.ship_address2), ''), nullif(btrim(d.ship_city), ''),
        nullif(btrim(d.ship_state), ''), nullif(btrim(d.ship_zip_code), '')) as address
    from shipment_planner_details d join tank_products p using (product_id) join units_of_measure u on u.id = d.unit_id
      left join device_ports t
        on t.device_ports_id = (load_ports(d.device_ports_id, d.document_detail_id, d.product_id))[1]
      left join devices v on v.device_id = t.device_id and ${visible(actor, devices, 'v')}
      left join port_states s on s.device_id = v.device_id and s.port_number = t.port_number
    where d.shipment_id = ${shipment_id} order by d.sort_order, d.shipment_detail_id`.execute(db)
  const tanks = await readTanks(context, rows, shipment_id)
  const margins = await readMargins(
    db,
    rows.flatMap(({ device_id }) => device_id ?? []),
  )
  return rows.map(({ device_ports_id: _, document_detail_id: __, port_number, ...load }, index) => ({
    ...load,
    room_liters: load.device_id === null ? null : (tanks[index]?.whole_room ?? null),
    room_celsius: tanks[index]?.celsius ?? null,
    volume_margin_liters:
      load.device_id === null || port_number === null
        ? null
        : (margins.get(portKey({ device_id: load.device_id, port_number })) ?? null),
  }))
}

async function readBlocks({ db, actor }: Context): Promise<DriverDay['ticket_blocks']> {
  const { rows } = await sql<DriverDay['ticket_blocks'][number]>`
    select b.company_id, b.first_number, b.last_number, array(select t.number from delivery_tickets t
      where t.company_id = b.company_id and t.number between b.first_number and b.last_number) as used
    from ticket_blocks b where b.user_id = ${actor.user_id}
    order by b.ticket_block_id desc limit 20`.execute(db)
  return rows
}

/** Events that do not count: of these rounds' drivers, or of the actor at rounds that are no longer theirs. */
async function readOpenEvents(
  { db, actor }: Context,
  shipment_ids: readonly number[],
): Promise<DriverDay['open_events']> {
  const { rows } = await sql<DriverDay['open_events'][number]>`
    select e.event_id, e.shipment_id, s.shipment_number, e.stop_id, e.kind, e.at, e.phone_at is not null as is_time_corrected, e.outcome, e.rule, e.said,
      ${nameForReader(actor, 'u', fullNameSql('u'))} as by
    from driver_events e join users u using (user_id) left join shipment_planners s
      on s.shipment_id = e.shipment_id and ${visible(actor, shipment_planners, 's')}
    where e.outcome in ('conflict', 'refused')
      and not (e.kind = 'round_closed' and s.status_id is not distinct from ${SHIPMENT_STATUS.finalized})
      and (e.user_id = ${actor.user_id} or e.shipment_id = any(${shipment_ids}))
    order by e.received limit 200`.execute(db)
  return rows
}
