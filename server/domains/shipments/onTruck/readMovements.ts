import { type RawBuilder, sql } from 'kysely'
import type { Carried, Product } from '#core/domains/shipments/checkLoad.ts'
import { closeBalance, drawnFrom, type Movements } from '#core/domains/shipments/onTruck/balanceOf.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Database } from '#server/platform/database/database.ts'

/** A compartment of a vehicle, the same on every round. */
export interface Place {
  truck_id: number
  place: number
}

/** Content of a compartment before a round begins. */
export interface Content {
  litres: string
  product_id: number | null
}

/** Quantities of a compartment on a round: loaded, delivered and planned. */
export interface Moved extends Place {
  shipment_id: number
  lifted: string[]
  metered: string
  /** Delivered if known, else planned. */
  expected: string
  planned: string
  lifted_product_id: number | null
  planned_product_id: number | null
  isGas: boolean
}

/** A round's position in the sequence of its vehicle; `left_at` is null before it leaves. */
interface Standing {
  shipment_id: number
  left_at: string | null
}

/** A planned round; earlier drafts come first. A round not saved yet has id 0. */
interface PlannedRound extends Standing {
  load_date: string | null
}

const { draft, in_route, delivered, finalized, cancelled } = SHIPMENT_STATUS

/** Statuses of a round that has left. */
const LEFT = [in_route, delivered, finalized]

/** A lift ticket `l` is valid if no other ticket corrects it. */
export const countingLift: RawBuilder<boolean> = sql`not exists (select from lift_tickets k where k.correction_of = l.lift_ticket_id)`

/** When a round `s` uses its vehicle. */
export const turn = sql`coalesce(s.left_at, s.load_date::timestamptz)`

/** Loads `d` of rounds `s` by compartment; the truck's compartments are numbered before the trailer's. */
const placedLoads = sql`shipment_planners s join shipment_planner_details d using (shipment_id)
  left join tanker_trucks t on t.truck_id = s.truck_id
  cross join lateral (select case when d.compartment <= coalesce(t.num_of_compartments, 0) then s.truck_id else s.trailer_id end
      as truck_id, case when d.compartment <= coalesce(t.num_of_compartments, 0) then d.compartment
      else d.compartment - coalesce(t.num_of_compartments, 0) end as place) c`

export const keyOf = ({ truck_id, place }: Place): string => `${truck_id} ${place}`

/** Movements of some rounds by compartment. */
export async function readMovements(db: Database, shipment_ids: readonly number[]): Promise<Moved[]> {
  const { rows } = await sql<Omit<Moved, 'isGas'> & { is_gas: boolean }>`
    with lifts as (
      select l.shipment_id, l.truck_id, l.place, array_agg(l.gross_liters::text order by l.lifted_at, l.lift_ticket_id) as lifted,
        (array_agg(l.product_id order by l.lifted_at desc, l.lift_ticket_id desc) filter (where l.gross > 0))[1] as product_id
      from lift_tickets l where l.shipment_id = any(${shipment_ids}) and ${countingLift}
      group by l.shipment_id, l.truck_id, l.place
    ), loads as (
      select s.shipment_id, c.truck_id, c.place, coalesce(sum(d.delivered_liters), 0)::text as metered,
        sum(d.quantity_liters)::text as planned,
        sum(coalesce(d.delivered_liters, d.quantity_liters))::text as expected,
        (array_agg(d.product_id order by d.sort_order desc, d.shipment_detail_id desc))[1] as product_id
      from ${placedLoads} where s.shipment_id = any(${shipment_ids}) and c.truck_id is not null and d.compartment is not null
      group by s.shipment_id, c.truck_id, c.place
    )
    select shipment_id, truck_id, place, coalesce(lifts.lifted, '{}') as lifted, coalesce(loads.metered, '0') as metered,
      coalesce(loads.planned, '0') as planned, coalesce(loads.expected, '0') as expected,
      lifts.product_id as lifted_product_id, loads.product_id as planned_product_id,
      coalesce((select product_group = ${LIQUEFIED_GAS} from tank_products p
        where p.product_id = coalesce(lifts.product_id, loads.product_id)), false) as is_gas
    from lifts full join loads using (shipment_id, truck_id, place)`.execute(db)
  return rows.map(({ is_gas, ...row }) => ({ ...row, isGas: is_gas }))
}

/** Movements of a compartment as input of its balance. */
export function movementsOf(
  moved: Moved | undefined,
  carried: Content | undefined,
  returned: string,
): Movements {
  return {
    carried: carried?.litres ?? '0',
    lifted: moved?.lifted ?? [],
    metered: moved?.metered ?? '0',
    returned,
    isGas: moved?.isGas ?? false,
  }
}

/** Product in a compartment after a round: the last one loaded, else planned, else carried over. */
export function productAfter(moved: Moved | undefined, carried: Content | undefined): number | null {
  return moved?.lifted_product_id ?? moved?.planned_product_id ?? carried?.product_id ?? null
}

/** Movements of a round with the quantity that really left each compartment, inferred from the others that hold its product. */
export function drawnMovements(
  moved: readonly Moved[],
  carried: ReadonlyMap<string, Content>,
  isFound: (key: string) => boolean = () => false,
): Moved[] {
  // Carried product that is neither planned nor topped up can be drawn from as well.
  const untouched = [...carried].flatMap(([key, { product_id }]): Moved[] => {
    if (moved.length === 0 || moved.some((item) => keyOf(item) === key)) return []
    const [truck_id = 0, place = 0] = key.split(' ').map(Number)
    const isGas = moved.some((item) => item.isGas && productAfter(item, undefined) === product_id)
    const nothing = { lifted: [], metered: '0', expected: '0', planned: '0' }
    const products = { lifted_product_id: null, planned_product_id: null }
    const { shipment_id } = firstOf(moved)
    return [{ ...{ truck_id, place, shipment_id, isGas }, ...nothing, ...products }]
  })
  const all = [...moved, ...untouched]
  const drawn = drawnFrom(
    all.map((item) => ({
      movements: movementsOf(item, carried.get(keyOf(item)), '0'),
      product_id: productAfter(item, carried.get(keyOf(item))),
      isFound: isFound(keyOf(item)),
    })),
  )
  return all
    .map((item, index) => ({ ...item, metered: itemAt(drawn, index) }))
    .filter((item, index) => index < moved.length || Number(item.metered) > 0)
}

/**
 * Content of a round's vehicles before it: the rest of the last finished round, and the movements of rounds on the road since. @param round
 * null for the current content @param planned the same round if it is only planned; pending deliveries before it then count as done
 */
export async function readCarried(
  db: Database,
  truck_ids: readonly number[],
  round: Standing | null,
  planned: PlannedRound | null = null,
): Promise<Map<string, Content>> {
  const left = round?.left_at ?? null
  const isBefore = sql<boolean>`(s.shipment_id <> ${round?.shipment_id ?? 0} and (${left}::timestamptz is null
    or (${turn}, s.shipment_id) < (${left}::timestamptz, ${round?.shipment_id ?? 0})))`
  const { rows: stored } = await sql<Place & Content & { turn: string }>`
    select distinct on (b.truck_id, b.place) b.truck_id, b.place, b.on_board_liters::text as litres, b.product_id, ${turn} as turn
    from compartment_balances b join shipment_planners s using (shipment_id)
    where b.truck_id = any(${truck_ids}) and ${isBefore}
    order by b.truck_id, b.place, turn desc, s.shipment_id desc`.execute(db)
  const contents = new Map<string, Content>(stored.map((row) => [keyOf(row), row]))
  const own = round?.shipment_id ?? 0
  const day = planned?.load_date ?? null
  const isDraftBefore = sql<boolean>`(s.status_id = ${draft} and ${planned !== null && left === null} and s.shipment_id <> ${own}
    and (${day}::date is null or (s.load_date, s.shipment_id) < (${day}::date, ${own})))`
  const { rows: open } = await sql<{ shipment_id: number; turn: string; status_id: number }>`
    select s.shipment_id, ${turn} as turn, s.status_id::int as status_id from shipment_planners s
    where (s.truck_id = any(${truck_ids}) or s.trailer_id = any(${truck_ids}))
      and ((s.status_id = any(${[in_route, delivered]}) and ${isBefore}) or ${isDraftBefore})
    order by s.status_id = ${draft}, turn, s.shipment_id`.execute(db)
  const shipment_ids = open.map(({ shipment_id }) => shipment_id)
  const moved = await readMovements(db, shipment_ids)
  const until = new Map(stored.map((row) => [keyOf(row), Date.parse(row.turn)]))
  for (const { shipment_id, turn: at, status_id } of open) {
    for (const item of moved.filter((some) => some.shipment_id === shipment_id)) {
      // The content that a later finished round started with includes it already.
      if (status_id !== draft && (until.get(keyOf(item)) ?? 0) > Date.parse(at)) continue
      const before = contents.get(keyOf(item))
      // Open deliveries will be done by then.
      const metered = planned === null ? item.metered : item.expected
      const { on_board } = closeBalance(movementsOf({ ...item, metered }, before, '0'), null)
      contents.set(keyOf(item), { litres: on_board, product_id: productAfter(item, before) })
    }
  }
  return contents
}

/**
 * Expected content of a planned round's compartments: the present content less pending deliveries of rounds on the road
 * and earlier drafts. Empty without lift tickets, because the content is then unknown.
 */
export async function readExpected(
  db: Database,
  truck_ids: readonly number[],
  shipment_id: number | null,
): Promise<Map<string, Carried & Place>> {
  const { rows: rounds } = await sql<PlannedRound>`
    select shipment_id, left_at, load_date::text as load_date from shipment_planners
    where shipment_id = ${shipment_id}`.execute(db)
  const planned = rounds[0] ?? { shipment_id: 0, left_at: null, load_date: null }
  const contents = [...(await readCarried(db, truck_ids, planned, planned))].filter(
    ([, { litres, product_id }]) => Number(litres) > 0 && product_id !== null,
  )
  if (contents.length === 0) return new Map()
  const { rows: products } = await sql<Product & { specific_gravity: string }>`
    select product_id, product_name, grade, not_followed_by, not_beside, specific_gravity from tank_products
    where product_id = any(${contents.map(([, { product_id }]) => product_id)})`.execute(db)
  return new Map(
    contents.map(([key, { litres, product_id }]) => {
      const [truck_id = 0, place = 0] = key.split(' ').map(Number)
      const product = findOrThrow(products, (item) => item.product_id === product_id)
      return [key, { ...product, liters: Number(litres), truck_id, place }]
    }),
  )
}

/** Last content of each compartment since it was cleaned: by lift tickets, else by the deliveries of rounds that left. */
export async function readLastContents(
  db: Database,
  truck_ids: readonly number[],
  shipment_id: number | null,
): Promise<Map<string, Product & Place>> {
  const { rows } = await sql<Product & Place>`
    select distinct on (truck_id, place) truck_id, place, p.product_id, p.product_name, p.grade, p.not_followed_by
    from (
      select l.truck_id, l.place, l.product_id, l.lifted_at as at, 1 as rank, l.lift_ticket_id as id
      from lift_tickets l join shipment_planners s using (shipment_id)
      where l.truck_id = any(${truck_ids}) and s.status_id <> ${cancelled} and s.shipment_id <> ${shipment_id ?? 0} and l.gross > 0
        and (s.status_id <> ${draft} or ${shipment_id}::int8 is null) and ${countingLift}
      union all
      select c.truck_id, c.place, d.product_id, ${turn}, 0, s.shipment_id
      from ${placedLoads}
      where (s.truck_id = any(${truck_ids}) or s.trailer_id = any(${truck_ids})) and s.status_id = any(${LEFT})
        and s.shipment_id <> ${shipment_id ?? 0} and not exists (select from lift_tickets l where l.shipment_id = s.shipment_id
          and l.truck_id = c.truck_id and l.place = c.place)
    ) held join tank_products p using (product_id)
    where truck_id = any(${truck_ids}) and not exists (select from compartment_cleanings k
      where k.truck_id = held.truck_id and k.place = held.place and k.cleaned_at > held.at)
    order by truck_id, place, at desc, rank desc, id desc`.execute(db)
  return new Map(rows.map((row) => [keyOf(row), row]))
}
