import { sql } from 'kysely'
import { gradeOf, type Product } from '#core/domains/shipments/checkLoad.ts'
import type { DriverRound } from '#core/domains/shipments/driver/driverCalls.ts'
import { closeBalance, type MeteredRound, meterSign } from '#core/domains/shipments/onTruck/balanceOf.ts'
import { LEEWAY } from '#core/domains/shipments/onTruck/checkLift.ts'
import { liftable } from '#core/domains/shipments/onTruck/liftable.ts'
import type {
  LiftTicket,
  OnTruck,
  TruckCompartment,
} from '#core/domains/shipments/onTruck/onTruckResponse.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { checksDeliveries } from '#core/platform/loginTypes.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { titleSql } from '#server/resources/names/titleSql.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { readRecord } from '#server/resources/rows.ts'
import type { Shipment } from '../readShipment.ts'
import {
  drawnMovements,
  keyOf,
  type Moved,
  movementsOf,
  productAfter,
  readCarried,
  readLastContents,
  readMovements,
  turn,
} from './readMovements.ts'
import { type NumberedPlace, readPlaces } from './readPlaces.ts'
import { readShippingPaper } from './shippingPaper.ts'

type Round = Pick<
  Shipment,
  'shipment_id' | 'shipment_number' | 'status_id' | 'truck_id' | 'trailer_id' | 'left_at' | 'company_id'
>

/** Content of a round's vehicles; drivers see only their own rounds. @throws Refusal 404 */
export async function readShipmentOnTruck(context: Context, shipment_id: number): Promise<OnTruck> {
  const { actor } = context
  const shipment = await readRecord(context, shipment_planners, shipment_id)
  if (actor.loginType === 'driver' && shipment.delivered_by !== actor.people_id) throw notFound()
  return summarize(context, shipment, await readPlaces(context.db, shipment))
}

/** Content of a round's vehicles for the driver's phone; null without a truck. */
export async function readOnTruckForPhone(
  context: Context,
  shipment_id: number,
): Promise<DriverRound['on_truck']> {
  const { rows } = await sql<Round>`
    select shipment_id, shipment_number, status_id::int as status_id, truck_id, trailer_id, left_at, company_id
    from shipment_planners where shipment_id = ${shipment_id}`.execute(context.db)
  const places = await readPlaces(context.db, firstOf(rows))
  if (places.length === 0) return null
  const { compartments, lifts, terminals, products, may_lift } = await summarize(
    context,
    firstOf(rows),
    places,
  )
  const { rows: units } = await sql<NonNullable<DriverRound['on_truck']>['units'][number]>`
    select id as unit_id, unit_abbrev as title, code, factor::text as factor from units_of_measure
    where measure = 'volume' and factor is not null order by id`.execute(context.db)
  return { compartments, lifts, terminals, products, may_lift, units }
}

/** Content of a vehicle: by its open round, else as the last one left it. @throws Refusal 404 */
export async function readOnTruck(context: Context, truck_id: number): Promise<OnTruck> {
  const { db } = context
  await readRecord(context, tanker_trucks, truck_id)
  const { draft, in_route, delivered } = SHIPMENT_STATUS
  const { rows } = await sql<Round & { is_seen: boolean }>`
    select shipment_id, shipment_number, status_id, truck_id, trailer_id, left_at, company_id,
      ${visible(context.actor, shipment_planners, 's')} as is_seen
    from shipment_planners s
    where ${truck_id} in (truck_id, trailer_id) and (status_id = any(${[in_route, delivered]})
      or (status_id = ${draft} and exists (select from lift_tickets l where l.shipment_id = s.shipment_id)))
    order by left_at desc nulls first, shipment_id desc limit 1`.execute(db)
  const [round] = rows
  if (round) {
    const places = (await readPlaces(db, round)).filter((place) => place.truck_id === truck_id)
    const found = await summarize(context, round, places)
    // For a round out of reach, an actor sees only the contents of their truck.
    return round.is_seen ? found : { ...found, shipment: null, lifts: [], may_lift: false }
  }
  const found = await summarize(context, null, await readPlaces(db, { truck_id, trailer_id: null }))
  return { ...found, closed_shipment_id: await readLastClosed(context, truck_id) }
}

/** The round that left the current content of a vehicle, if the actor may correct its end. */
async function readLastClosed({ db, actor }: Context, truck_id: number): Promise<number | null> {
  if (!mayCorrectEnds(actor)) return null
  const { rows } = await sql<{ shipment_id: number; is_seen: boolean }>`
    select s.shipment_id, ${visible(actor, shipment_planners, 's')} as is_seen
    from compartment_balances b join shipment_planners s using (shipment_id)
    where b.truck_id = ${truck_id} order by ${turn} desc, s.shipment_id desc limit 1`.execute(db)
  return rows[0]?.is_seen ? rows[0].shipment_id : null
}

/** Who may correct the end of a round, like `correctEnds` itself. */
function mayCorrectEnds({ loginType, permissions }: Context['actor']): boolean {
  return checksDeliveries(loginType) && permissions.has('shipment_planners.update')
}

interface StoredBalance {
  truck_id: number
  place: number
  product_id: number | null
  carried: number
  loaded: number | null
  metered: number
  returned: number
  /** Null if it is unknown: a lift was not recorded, and no one inspected it. */
  on_board: number | null
  difference: number | null
  margin: number | null
  reason: string | null
  note: string | null
}

interface TruckFacts {
  round: Round | null
  carried: Awaited<ReturnType<typeof readCarried>>
  last: Awaited<ReturnType<typeof readLastContents>>
  moved: ReturnType<typeof drawnMovements>
  stored: readonly StoredBalance[]
  products: Awaited<ReturnType<typeof readProducts>>
}

function compartmentOf(
  context: Context,
  { round, carried, last, moved, stored, products }: TruckFacts,
  place: NumberedPlace,
): TruckCompartment {
  const key = keyOf(place)
  const one = moved.find((some) => keyOf(some) === key)
  const before = carried.get(key)
  const over = stored.find((some) => keyOf(some) === key)
  const movements = movementsOf(one, before, '0')
  const open = closeBalance(movements, null)
  const product_id = over ? over.product_id : productAfter(one, before)
  const isKnown = open.book !== null || !round
  return {
    ...{ compartment: place.number, truck_id: place.truck_id, truck_title: place.truck_title },
    capacity_liters: place.capacity,
    ...{ product_id, product_title: products.find((held) => held.product_id === product_id)?.title ?? null },
    last_product_title: last.get(key)?.product_name ?? null,
    carried_liters: over ? over.carried : Number(movements.carried),
    planned_liters: Number(one?.planned ?? 0),
    loaded_liters: over ? over.loaded : open.loaded === null ? null : Number(open.loaded),
    delivered_liters: over ? over.metered : Number(movements.metered),
    returned_liters: over?.returned ?? 0,
    on_board_liters: over ? over.on_board : isKnown ? Number(open.book ?? 0) : null,
    difference_liters: over?.difference ?? null,
    margin_liters: over ? over.margin : open.margin === null ? null : Number(open.margin),
    ...{ reason: over?.reason ?? null, note: over?.note ?? null },
    warnings: over ? [] : warningsOf(context, { place, moved: one, book: open.book, products }),
  }
}

function mayLift({ loginType, permissions }: Context['actor'], { truck_id, status_id }: Round): boolean {
  const { finalized, cancelled } = SHIPMENT_STATUS
  const isOpen = status_id !== cancelled && (status_id !== finalized || loginType !== 'driver')
  return truck_id !== null && isOpen && permissions.has('shipment_planners.update')
}

const shipmentOf = ({ shipment_id, shipment_number, status_id }: Round) => ({
  shipment_id,
  shipment_number: shipment_number ?? '',
  status_id,
})

async function summarize(
  context: Context,
  round: Round | null,
  places: readonly NumberedPlace[],
): Promise<OnTruck> {
  const { db } = context
  const truck_ids = [...new Set(places.map(({ truck_id }) => truck_id))]
  const carried = await readCarried(db, truck_ids, round)
  const last = await readLastContents(db, truck_ids, round?.shipment_id ?? null)
  const moved = round ? drawnMovements(await readMovements(db, [round.shipment_id]), carried) : []
  const stored = round ? await readStoredBalances(context, round.shipment_id) : []
  const ofRound = [
    ...moved.flatMap((item) => [item.lifted_product_id, item.planned_product_id]),
    ...[...carried.values()].map(({ product_id }) => product_id),
    ...stored.map(({ product_id }) => product_id),
  ]
  const held = await readProducts(context, [
    ...ofRound,
    ...[...last.values()].map(({ product_id }) => product_id),
  ])
  const products = held.filter(({ product_id }) => ofRound.includes(product_id))
  const facts = { round, carried, last, moved, stored, products }
  const compartments = places.map((place) => compartmentOf(context, facts, place))
  const isClosed = round?.status_id === SHIPMENT_STATUS.finalized && mayCorrectEnds(context.actor)
  return {
    shipment: round && shipmentOf(round),
    closed_shipment_id: isClosed ? round.shipment_id : null,
    compartments,
    lifts: round ? await readLifts(context, round.shipment_id) : [],
    terminals: round ? await readTerminals(context, round) : [],
    products: round ? await readLiftable(context, round, { products, held, places }) : [],
    may_lift: round !== null && mayLift(context.actor, round),
    has_paper: round !== null && (await readShippingPaper(context, round)).goods.length > 0,
    meters: await readMeters(context, places),
  }
}

interface Judged {
  place: NumberedPlace
  moved: Moved | undefined
  book: string | null
  products: readonly ProductRow[]
}

/** Warnings about implausible lift tickets; the tickets are stored anyway, because they record what happened. */
function warningsOf({ actor }: Context, { place, moved, book, products }: Judged): string[] {
  const gradeOfId = (id: number | null | undefined) => {
    const product = products.find(({ product_id }) => product_id === id)
    return product ? gradeOf(product).toLowerCase() : null
  }
  const lifted = gradeOfId(moved?.lifted_product_id)
  const planned = gradeOfId(moved?.planned_product_id)
  const content = Number(book ?? 0) + Number(moved?.metered ?? 0)
  const over = place.capacity > 0 && content > place.capacity * LEEWAY
  const below = Number(book ?? 0) < 0 && closeBalance(movementsOf(moved, undefined, '0'), null).isBeyond
  return [
    ...(over ? [translate(actor.language, 'messages.lift_over_compartment')] : []),
    ...(lifted !== null && planned !== null && lifted !== planned
      ? [translate(actor.language, 'messages.lift_other_product')]
      : []),
    ...(below ? [translate(actor.language, 'messages.lift_below_zero')] : []),
  ]
}

type Liftable = OnTruck['products'][number]
type ProductRow = Product & Liftable

/** Products in the list of choices. */
const MAX_PRODUCTS = 200

/**
 * Products that may be loaded: the round's products first, then products of its company and its truck's company that the
 * truck can carry.
 */
async function readLiftable(
  { db, actor }: Context,
  { company_id, truck_id }: Pick<Round, 'company_id' | 'truck_id'>,
  {
    products,
    held,
    places,
  }: {
    products: readonly ProductRow[]
    held: readonly ProductRow[]
    places: readonly NumberedPlace[]
  },
): Promise<Liftable[]> {
  const { rows } = await sql<Liftable & { vehicle_class: string | null }>`
    with recursive line as (
      select company_id, parent_id, 1 as height from companies where company_id in (${company_id},
        (select company_id from tanker_trucks where truck_id = ${truck_id}))
      union
      select c.company_id, c.parent_id, line.height + 1 from companies c join line on c.company_id = line.parent_id
        where line.height < 20)
    select p.product_id, ${titleSql(actor, tank_products, 'p')} as title, p.product_group,
      p.vehicle_class, p.specific_gravity::float8 as specific_gravity
    from tank_products p where p.status = 1 and p.company_id in (select company_id from line)
      and p.product_id <> all(${products.map(({ product_id }) => product_id)}) and ${visible(actor, tank_products, 'p')}
    order by lower(p.product_name), p.product_id limit ${MAX_PRODUCTS}`.execute(db)
  const classes = places.map((place) => place.class)
  return [...products, ...liftable(held, classes, rows)].map(
    ({ product_id, title, product_group, specific_gravity }) => ({
      ...{ product_id, title, product_group, specific_gravity },
    }),
  )
}

async function readProducts({ db, actor }: Context, ids: readonly (number | null)[]): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select p.product_id, p.product_name, p.grade, p.not_followed_by, ${titleSql(actor, tank_products, 'p')} as title,
      p.product_group, p.specific_gravity::float8 as specific_gravity
    from tank_products p where p.product_id = any(${ids.filter((id) => id !== null)}) order by p.product_name`.execute(
    db,
  )
  return rows
}

/** Whether the content of a closed compartment is known; unused ones are empty. */
export const isLeftKnown = sql<boolean>`(product_id is null or loaded_liters is not null or found_liters is not null)`

async function readStoredBalances({ db }: Context, shipment_id: number): Promise<StoredBalance[]> {
  const { rows } = await sql<StoredBalance>`
    select truck_id, place, product_id, carried_liters::float8 as carried, loaded_liters::float8 as loaded,
      metered_liters::float8 as metered, returned_liters::float8 as returned,
      case when ${isLeftKnown} then on_board_liters::float8 end as on_board,
      difference_liters::float8 as difference, margin_liters::float8 as margin, reason, note
    from compartment_balances where shipment_id = ${shipment_id}`.execute(db)
  return rows
}

async function readLifts({ db, actor }: Context, shipment_id: number): Promise<LiftTicket[]> {
  const { rows } = await sql<LiftTicket>`
    select l.lift_ticket_id, l.number, l.compartment, l.product_id, ${titleSql(actor, tank_products, 'p')} as product_title,
      l.terminal_id, m.name as terminal_title, l.supplier, l.gross::text as gross, l.net::text as net, l.unit_id,
      u.unit_abbrev as unit_title, l.celsius::float8 as celsius, l.lifted_at, l.reason, l.correction_of,
      l.event_id, exists (select from lift_tickets k where k.correction_of = l.lift_ticket_id) as is_corrected
    from lift_tickets l join tank_products p using (product_id) join units_of_measure u on u.id = l.unit_id
      left join terminals m using (terminal_id)
    where l.shipment_id = ${shipment_id} order by l.lifted_at, l.lift_ticket_id`.execute(db)
  return rows
}

/** Terminals where a round may load: its own company's and its truck's company's. */
export async function readTerminals(
  { db }: Context,
  { company_id, truck_id }: Pick<Round, 'company_id' | 'truck_id'>,
): Promise<{ terminal_id: number; name: string }[]> {
  const { rows } = await sql<{ terminal_id: number; name: string }>`
    select terminal_id, name from terminals where status = 1 and company_id in (${company_id},
      (select company_id from tanker_trucks where truck_id = ${truck_id})) order by lower(name), terminal_id`.execute(
    db,
  )
  return rows
}

/** Enough recent rounds to judge a meter. */
const MAX_ROUNDS = 30

async function readMeters({ db }: Context, places: readonly NumberedPlace[]): Promise<OnTruck['meters']> {
  const trucks = new Map(places.map(({ truck_id, truck_title }) => [truck_id, truck_title]))
  const found: OnTruck['meters'] = []
  for (const [truck_id, truck_title] of trucks) {
    const { rows } = await sql<Omit<MeteredRound, 'isGas'> & { is_gas: boolean }>`
      select sum(b.metered_liters)::text as metered, sum(b.difference_liters)::text as difference,
        max(b.reason) filter (where b.reason <> 'meter') as reason,
        coalesce(bool_or(p.product_group = ${LIQUEFIED_GAS}), false) as is_gas
      from compartment_balances b join shipment_planners s using (shipment_id) left join tank_products p using (product_id)
      where b.truck_id = ${truck_id} and b.difference_liters is not null
      group by s.shipment_id, s.left_at order by s.left_at desc nulls last, s.shipment_id desc limit ${MAX_ROUNDS}`.execute(
      db,
    )
    const sign = meterSign(rows.map(({ is_gas, ...row }) => ({ ...row, isGas: is_gas })))
    if (sign) found.push({ truck_title, ...sign })
  }
  return found
}
