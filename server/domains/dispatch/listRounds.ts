import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type { listRounds as call } from '#core/domains/dispatch/calls.ts'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import { people } from '#core/domains/people/people.ts'
import {
  type Carried,
  carriedIn,
  checkLoad,
  compartmentsOf,
  goesOn,
  OVERRULABLE,
  type Vehicle,
  weightLimit,
  weightOf,
} from '#core/domains/shipments/checkLoad.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { type CarriedLiquid, classOf } from '#core/domains/tanks/vehicleClasses.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { Values } from '#core/platform/values.ts'
import { issueOf, loadsOf, withStops } from '#server/domains/shipments/checkShipment.ts'
import { readTanks } from '#server/domains/shipments/readTanks.ts'
import { readVehicles } from '#server/domains/shipments/readVehicles.ts'
import { readConflictingShipments, readWarnings } from '#server/domains/shipments/readWarnings.ts'
import { describeRoute } from '#server/domains/shipments/route/describeRoute.ts'
import { timeRoutes } from '#server/domains/shipments/route/timeRoutes.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { describeIssue } from '#server/resources/answers.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { selectableRows, visible } from '#server/resources/rights/visible.ts'
import { todayOf, WEEK } from './listNeeds.ts'

type Answer = ResponseOf<typeof call>
type Round = Answer['rounds'][number]
type RoundLoad = Round['loads'][number]

interface Head
  extends Omit<
    Round,
    | 'loads'
    | 'compartments'
    | 'weight'
    | 'weight_limit'
    | 'problems'
    | 'out'
    | 'warnings'
    | 'arrivals'
    | 'route'
  > {
  overrule_ullage: number
  overrule_reason: string | null
}

interface Load extends RoundLoad {
  shipment_id: number
  quantity: string
  quantity_ordered: number
  unit_id: number
  specific_gravity: string
  product_name: string
  grade: string | null
}

/** Age up to which a draft that never left is shown on today's board. */
const LEFTOVER_DAYS = 30
const BOARD_STATUSES = [
  SHIPMENT_STATUS.draft,
  SHIPMENT_STATUS.in_route,
  SHIPMENT_STATUS.delivered,
  SHIPMENT_STATUS.finalized,
]

/** The trucks that the actor may send, and the rounds of a day; today's board also has earlier drafts, and all rounds on the road, whose trucks are not free. */
export async function listRounds(
  context: Context,
  travel: TravelTimes,
  { day: wanted }: ReceivedBy<typeof call>['query'],
): Promise<Answer> {
  const today = todayOf(context)
  const day = wanted ?? today
  const rounds = await readRounds(context, day, today)
  return {
    day,
    trucks: await readTrucks(context),
    rounds: await describeRounds(context, travel, rounds),
    week: await readWeek(context, today),
  }
}

async function readRounds({ db, actor }: Context, day: string, today: string): Promise<Head[]> {
  const leftOver = sql<boolean>`${day === today} and (s.status_id = ${SHIPMENT_STATUS.in_route}
    or (s.status_id = ${SHIPMENT_STATUS.draft} and s.load_date >= ${addDays(today, -LEFTOVER_DAYS)} and s.load_date < ${today}))`
  const { rows } = await sql<Head>`
    select s.shipment_id, s.shipment_number, s.status_id, s.company_id, s.truck_id, s.trailer_id,
      case when ${selectableRows(actor, tanker_trucks, 't')} then t.truck_name end as trailer_name, s.load_date,
      s.deliver_date, s.left_at, s.delivered_at, s.delivered_by, case when ${selectableRows(actor, people, 'd')} then d.combined_name end as driver,
      s.is_firm = 1 as is_firm, s.overrule_ullage, s.overrule_reason
    from shipment_planners s left join tanker_trucks t on t.truck_id = s.trailer_id
      left join people d on d.people_id = s.delivered_by
    where ((s.load_date = ${day} and s.status_id = any(${BOARD_STATUSES})) or (${leftOver}))
      and ${visible(actor, shipment_planners, 's')}
    order by s.load_date, s.shipment_id limit 300`.execute(db)
  return rows
}

async function describeRounds(
  context: Context,
  travel: TravelTimes,
  heads: readonly Head[],
): Promise<Round[]> {
  const ids = heads.map(({ shipment_id }) => shipment_id)
  const loads = await readLoads(context, ids)
  const routes = await timeRoutes(context, travel, ids)
  const arrivals = await readArrivals(context, ids)
  const rounds: Round[] = []
  for (const head of heads) {
    const own = loads.filter(({ shipment_id }) => shipment_id === head.shipment_id)
    const route = getOrThrow(routes, head.shipment_id)
    rounds.push({
      ...(await describeRound(context, head, own)),
      arrivals: arrivals
        .filter(({ shipment_id }) => shipment_id === head.shipment_id)
        .map(({ shipment_id: _, ...arrival }) => arrival),
      route: describeRoute(context.actor, route, route.timed),
    })
  }
  return rounds
}

type Arrival = Round['arrivals'][number] & { shipment_id: number }

/** When rounds arrived at their stops, or are expected to; a closed stop without an arrival was reached when it was closed. */
async function readArrivals({ db }: Context, ids: readonly number[]): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    select shipment_id, stop_id, status, coalesce(done_at, arrived_at) as arrived_at, expected_arrival from shipment_stops
    where shipment_id = any(${ids}) and coalesce(arrived_at, done_at, expected_arrival) is not null`.execute(
    db,
  )
  return rows
}

async function describeRound(
  context: Context,
  head: Head,
  loads: readonly Load[],
): Promise<Omit<Round, 'arrivals' | 'route'>> {
  const vehicles = await readVehicles(context, head)
  const isDraft = head.status_id === SHIPMENT_STATUS.draft
  const { overrule_ullage: _, overrule_reason: __, ...shown } = head
  const describe = (issue: Issue) => describeIssue(context.actor.language, issue)
  return {
    ...shown,
    loads: loads.map(
      ({
        shipment_id,
        quantity,
        quantity_ordered,
        unit_id,
        specific_gravity,
        product_name,
        grade,
        ...load
      }) => load,
    ),
    compartments:
      head.status_id === SHIPMENT_STATUS.finalized
        ? await readLeft(context, head.shipment_id, vehicles)
        : fillOf(vehicles, loads, await readCarriedProducts(context, [...carriedIn(vehicles).values()])),
    weight: loads.reduce((sum, load) => sum + weightOf(load.quantity_liters, load.specific_gravity), 0),
    weight_limit: limitOf(vehicles),
    problems: isDraft ? (await problemsOf(context, head, vehicles, loads)).map(describe) : [],
    out: isDraft ? (await readConflictingShipments(context, head)).map(describe) : [],
    warnings: isDraft ? (await readWarnings(context, head)).map(describe) : [],
  }
}

/** Obstacles to a round's departure: failures of the common check, and missing fields. */
async function problemsOf(
  context: Context,
  head: Head,
  vehicles: readonly Vehicle[],
  loads: readonly Load[],
): Promise<Issue[]> {
  const rows: Values[] = loads.map((load) => ({ ...load }))
  const checked = await loadsOf(context, rows, await readTanks(context, rows, head.shipment_id))
  const judged = checkLoad(vehicles, await withStops(context, vehicles, rows, checked))
  const isOverruled = head.overrule_ullage === 1 && Boolean(head.overrule_reason)
  const found = judged.filter(({ rule }) => !(isOverruled && OVERRULABLE.includes(rule)))
  return [
    ...issueIf(loads.length === 0, { field: 'details', rule: 'required' }),
    ...issueIf(head.truck_id === null, { field: 'truck_id', rule: 'required' }),
    ...issueIf(head.delivered_by === null, { field: 'delivered_by', rule: 'required' }),
    ...loads.flatMap(({ compartment }, index) =>
      issueIf(compartment === null, { field: `details.${index}.compartment`, rule: 'required' }),
    ),
    ...found.map((issue) => issueOf(context.actor, issue)),
  ]
}

interface CarriedProduct {
  product_id: number
  product_title: string
  color: string | null
}

/** Names of the products that earlier rounds leave in the compartments. */
export async function readCarriedProducts(
  { db, actor }: Context,
  carried: readonly Carried[],
): Promise<CarriedProduct[]> {
  const ids = carried.map(({ product_id }) => product_id)
  if (ids.length === 0) return []
  const { rows } = await sql<CarriedProduct>`
    select p.product_id, ${titleSql(actor, tank_products, 'p')} as product_title, p.color from tank_products p
    where p.product_id = any(${ids})`.execute(db)
  return rows
}

function fillOf(
  vehicles: readonly Vehicle[],
  loads: readonly Load[],
  products: readonly CarriedProduct[],
): Round['compartments'] {
  const carried = carriedIn(vehicles)
  return compartmentsOf(vehicles).map(({ number, capacity }) => {
    const inside = loads.filter(({ compartment }) => compartment === number)
    const left = carried.get(number)
    const product = products.find(({ product_id }) => product_id === left?.product_id)
    return {
      ...{ number, capacity },
      filled: inside.reduce((sum, { quantity_liters }) => sum + quantity_liters, 0),
      product_title: inside[0]?.product_title ?? null,
      color: inside[0]?.color ?? null,
      carried:
        left && product
          ? {
              liters: left.liters,
              product_title: product.product_title,
              color: product.color,
              is_other: !inside.every((load) => goesOn(load, left)),
            }
          : null,
    }
  })
}

/** Contents of a finished round's compartments. */
async function readLeft(
  { db, actor }: Context,
  shipment_id: number,
  vehicles: readonly (Vehicle & { truck_id: number })[],
): Promise<Round['compartments']> {
  const { rows } = await sql<Omit<CarriedProduct, 'product_id'> & { key: string; liters: number }>`
    select b.truck_id || ' ' || b.place as key, b.on_board_liters::float8 as liters,
      ${titleSql(actor, tank_products, 'p')} as product_title, p.color
    from compartment_balances b join tank_products p using (product_id)
    where b.shipment_id = ${shipment_id} and b.on_board_liters > 0`.execute(db)
  const all = compartmentsOf(vehicles)
  return all.map(({ number, capacity, vehicle }) => {
    const place = all.filter((item) => item.vehicle === vehicle && item.number <= number).length
    const left = rows.find(({ key }) => key === `${vehicles[vehicle]?.truck_id} ${place}`)
    return {
      ...{ number, capacity, filled: left?.liters ?? 0, carried: null },
      ...{ product_title: left?.product_title ?? null, color: left?.color ?? null },
    }
  })
}

function limitOf(vehicles: readonly Vehicle[]): number | null {
  const limits = vehicles.map(weightLimit)
  return limits.length === 0
    ? null
    : limits.reduce((sum, limit) => (sum === null || limit === null ? null : sum + limit), 0)
}

async function readLoads({ db, actor }: Context, ids: readonly number[]): Promise<Load[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<Load, 'product_class'> & CarriedLiquid>`
    select d.shipment_id, d.shipment_detail_id, d.device_ports_id, d.document_detail_id, o.document_number,
      case when ${visible(actor, devices, 'w')} then w.device_id end as device_id,
      case when ${visible(actor, devices, 'w')} then w.public_id end as public_id, d.company_id,
      c.company as company_title,
      coalesce(case when ${visible(actor, devices, 'w')} then coalesce(device_label(w), w.public_id) end,
        d.ship_location_label) as place,
      d.ship_location_label, d.ship_address1, d.ship_city, d.product_id,
      ${titleSql(actor, tank_products, 'p')} as product_title, p.color, p.specific_gravity::text as specific_gravity,
      p.product_name, p.grade, p.product_group, p.vehicle_class,
      d.quantity, d.quantity_ordered, d.unit_id, d.quantity_liters::float8 as quantity_liters,
      d.delivered_liters::float8 as delivered_liters, d.compartment, d.stop_id,
      case when ${visible(actor, devices, 'w')} then coalesce(w.latitude::float8, ds.latitude) end as latitude,
      case when ${visible(actor, devices, 'w')} then coalesce(w.longitude::float8, ds.longitude) end as longitude
    from shipment_planner_details d join tank_products p using (product_id)
      left join companies c on c.company_id = d.company_id
      left join transaction_document_details l using (document_detail_id)
      left join transaction_documents o using (document_id)
      left join device_ports t on t.device_ports_id = d.device_ports_id
      left join devices w on w.device_id = coalesce(t.device_id, o.device_id)
      left join device_states ds on ds.device_id = w.device_id
    where d.shipment_id = any(${ids}) order by d.shipment_id, d.sort_order, d.shipment_detail_id`.execute(db)
  return rows.map(({ product_group, vehicle_class, ...load }) => ({
    ...load,
    product_class: classOf({ product_group, vehicle_class }),
  }))
}

interface TruckRow extends Vehicle {
  truck_id: number
  truck_name: string
  company_id: number
  company_title: string | null
  vehicle_type: string
  driver_id: number | null
  driver: string | null
}

async function readTrucks({ db, actor }: Context): Promise<Answer['trucks']> {
  const { rows } = await sql<TruckRow>`
    select t.*, c.company as company_title,
      case when ${selectableRows(actor, people, 'd')} then d.combined_name end as driver
    from tanker_trucks t left join companies c on c.company_id = t.company_id
      left join people d on d.people_id = t.driver_id
    where ${selectableRows(actor, tanker_trucks, 't')} order by t.truck_name, t.truck_id limit 300`.execute(
    db,
  )
  return rows.map((truck) => ({
    truck_id: truck.truck_id,
    truck_name: truck.truck_name,
    company_id: truck.company_id,
    company_title: truck.company_title,
    vehicle_type: truck.vehicle_type,
    driver_id: truck.driver === null ? null : truck.driver_id,
    driver: truck.driver,
    compartments: compartmentsOf([truck]).map(({ capacity }) => capacity),
    classes: compartmentsOf([truck]).map((compartment) => compartment.class),
    weight_limit: weightLimit(truck),
  }))
}

async function readWeek({ db, actor }: Context, today: string): Promise<Answer['week']> {
  const { rows } = await sql<{ day: string; rounds: number; stops: number }>`
    select s.load_date::text as day, count(distinct s.shipment_id)::int as rounds,
      count(distinct (s.shipment_id, d.company_id, d.ship_location_label, d.ship_address1, d.ship_city))
        filter (where d.shipment_detail_id is not null)::int as stops
    from shipment_planners s left join shipment_planner_details d using (shipment_id)
    where s.load_date between ${today} and ${addDays(today, WEEK - 1)} and s.status_id = any(${BOARD_STATUSES})
      and ${visible(actor, shipment_planners, 's')}
    group by s.load_date`.execute(db)
  return Array.from({ length: WEEK }, (_, index) => addDays(today, index)).map(
    (day) => rows.find((row) => row.day === day) ?? { day, rounds: 0, stops: 0 },
  )
}
