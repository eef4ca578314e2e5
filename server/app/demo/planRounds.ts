import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { estimateTravel, greatCircle, type Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import {
  checkLoad,
  compartmentsOf,
  type Load,
  type Product,
  type Vehicle,
} from '#core/domains/shipments/checkLoad.ts'
import { fillable, mayCarry } from '#core/domains/tanks/vehicleClasses.ts'
import { firstOf, lastOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { litresToUsGallons, usGallonsToLitres } from '#core/platform/numbers/units.ts'
import type { TRUCKS } from './facts.ts'
import { seededRandom } from './seededRandom.ts'

/** A delivery to a tank of a company with its own trucks. */
export interface Fill extends Place {
  device_ports_id: number
  device_id: number
  company_id: number
  product_id: number
  label: string
  state: string
  /** Epoch milliseconds. */
  began: number
  ended: number
  /** US gallons that really flowed. */
  gallons: number
}

export interface RoundTruck {
  truck_id: number
  company_id: number
  driver_id: number
  vehicle: Vehicle
  home: Place
  /** Time zone of its home: the day of a round is by this clock. */
  time_zone: string
  served: Pick<(typeof TRUCKS)[number], 'state' | 'carries' | 'drift' | 'left' | 'terminal'>
}

export interface PlannedLoad extends Fill {
  /** US gallons on the ticket. */
  ticket: number
  /** US gallons of it in each compartment. */
  parts: readonly { compartment: number; gallons: number }[]
  /** Whether the ticket is wrong. */
  isFaulty: boolean
}

/** A product as the loading rules see it. */
export type Carriable = Pick<Load, keyof Product | 'specific_gravity'>

export interface PlannedRound {
  truck: RoundTruck
  /** YYYY-MM-DD, on which it leaves. */
  day: string
  /** Compartments cleaned before loading: they carried a product that theirs must not follow. */
  cleaned: number[]
  loads: PlannedLoad[]
  /** Last product and content of its compartments. */
  vehicle: Vehicle
  aboard: Load[]
}

const DAY = 86_400_000
/** Relative scatter of a correct meter. */
const METER_SCATTER = 0.002
/** Faults are planted among deliveries of this age. */
const FAULTS = { oldest: 40 * DAY, newest: 3 * DAY, leastGallons: 300 }
/** Share of the ticket that flows when a hose is taken off too early. */
const SHORT_SHARE = 0.82
/** km/h on the road: the default of the product's own estimates, so that times of rounds and their distances agree. */
const SPEED = 60
/** Time at the yard between two rounds. */
const LOADING = DAY / 24
/** The longest duty and driving time of a round. */
const LONGEST = { duty: (14 * DAY) / 24, driving: (11 * DAY) / 24 }

/**
 * Plans the rounds that brought these fills: a truck's day by the size of its compartments, the next trip as a separate round. Each round
 * obeys the loading rules, and its driver leaves the yard, reaches each stop and is back in time. Fills that no truck could bring were
 * brought by another company.
 * @param products the products of the trucks, by id
 */
export function planRounds(
  fills: readonly Fill[],
  trucks: readonly RoundTruck[],
  products: ReadonlyMap<number, Carriable>,
  now: number,
): PlannedRound[] {
  const rounds: PlannedRound[] = []
  const latest = new Map<number, PlannedRound>()
  const sorted = fills.toSorted((a, b) => a.began - b.began || a.device_ports_id - b.device_ports_id)
  for (const fill of sorted) {
    const product = getOrThrow(products, fill.product_id)
    for (const truck of trucksFor(fill, product, trucks)) {
      const before = latest.get(truck.truck_id)
      const load = { ...fill, ticket: ticketOf(fill, driftOf(truck, fill.began, now)), isFaulty: false }
      const goesOn =
        before && isReachable(lastOf(before.loads), fill) && isDrivable(truck, [...before.loads, fill], now)
      if (goesOn && putAboard(before, product, load)) break
      const leaves = leaveOf({ truck, loads: [fill] })
      const isBack = !before || leaves - LOADING >= endOf(before)
      if (!isBack || !isDrivable(truck, [fill], now)) continue
      const round = nextRound(truck, before, dayInZone(leaves, truck.time_zone, 'UTC'))
      if (!putAboard(round, product, load)) continue
      rounds.push(round)
      latest.set(truck.truck_id, round)
      break
    }
  }
  plantFaults(rounds, now)
  return rounds
}

/** Whether a driver who ended here can begin there in time. Tanks of one place are filled in turn, or by two hoses. */
function isReachable(from: Fill, to: Fill): boolean {
  return greatCircle(from, to) < 1000 || to.began >= from.ended + travel(from, to)
}

/** Driving time between two places, ms. */
function travel(from: Place, to: Place): number {
  const [, seconds = 0] = estimateTravel([from, to], SPEED).seconds
  return seconds * 1000
}

/** The stops of a truck in order. */
interface Driven {
  truck: RoundTruck
  loads: readonly Fill[]
}

/** When a round leaves the yard to be in time at its first stop. */
export function leaveOf({ truck, loads }: Driven): number {
  return firstOf(loads).began - travel(truck.home, firstOf(loads))
}

/** When a round is back at the yard. */
export function endOf({ truck, loads }: Driven): number {
  return Math.max(...loads.map((load) => load.ended + travel(load, truck.home)))
}

/** Whether a driver does these stops in one duty, and is back by now. */
function isDrivable(truck: RoundTruck, loads: readonly Fill[], now: number): boolean {
  const places = [truck.home, ...loads, truck.home]
  const driving = places.slice(1).reduce((sum, to, at) => sum + travel(itemAt(places, at), to), 0)
  const round = { truck, loads }
  return driving <= LONGEST.driving && endOf(round) - leaveOf(round) <= LONGEST.duty && endOf(round) <= now
}

function nextRound(truck: RoundTruck, before: PlannedRound | undefined, day: string): PlannedRound {
  const last_products = compartmentsOf([truck.vehicle]).map(
    ({ number }, index) =>
      before?.aboard.find(({ compartment }) => compartment === number) ??
      before?.vehicle.last_products?.[index] ??
      null,
  )
  return { truck, day, cleaned: [], loads: [], vehicle: { ...truck.vehicle, last_products }, aboard: [] }
}

/** Gallons: a lift is entered in whole ones, so a smaller remainder is left to another round. */
const MIN_PART_GALLONS = 1

/** Loads a fill, clean compartments first, if the vehicle may take it with its current load. */
function putAboard(round: PlannedRound, product: Carriable, load: Omit<PlannedLoad, 'parts'>): boolean {
  const stops = [...new Set([...round.loads, load].map(({ device_id }) => device_id))]
  const asLoad = (compartment: number, gallons: number): Load => ({
    ...{ ...product, compartment, quantity: usGallonsToLitres(gallons) },
    stop: stops.indexOf(load.device_id),
  })
  const rulesOf = (some: readonly Load[]) =>
    checkLoad([round.vehicle], [...round.aboard, ...some]).map(({ rule }) => rule)
  const free = compartmentsOf([round.vehicle])
    .filter(({ number }) => !round.aboard.some(({ compartment }) => compartment === number))
    .map((compartment) => ({ ...compartment, rules: rulesOf([asLoad(compartment.number, 1)]) }))
    .filter(({ rules }) => rules.every((rule) => rule === 'needs_cleaning'))
    .toSorted((a, b) => a.rules.length - b.rules.length || a.number - b.number)
  const parts: { compartment: number; gallons: number }[] = []
  const cleaned: number[] = []
  const loaded: Load[] = []
  let left = load.ticket
  for (const { number, capacity, rules } of free) {
    const gallons = rounded(Math.min(litresToUsGallons(capacity) * fillable(product), left))
    const part = asLoad(number, gallons)
    if (gallons < MIN_PART_GALLONS || rulesOf([...loaded, part]).some((rule) => rule !== 'needs_cleaning'))
      continue
    parts.push({ compartment: number, gallons })
    loaded.push(part)
    if (rules.length > 0) cleaned.push(number)
    left = rounded(left - gallons)
  }
  if (left > 0) return false
  const { last_products: before = [] } = round.vehicle
  const last_products = before.map((item, index) => (cleaned.includes(index + 1) ? null : item))
  Object.assign(round, { vehicle: { ...round.vehicle, last_products } })
  round.cleaned.push(...cleaned)
  round.aboard.push(...loaded)
  round.loads.push({ ...load, parts })
  return true
}

/** The trucks of its state that can carry it, smallest first. */
function trucksFor(fill: Fill, product: Carriable, trucks: readonly RoundTruck[]): RoundTruck[] {
  const room = ({ vehicle }: RoundTruck) =>
    compartmentsOf([vehicle])
      .filter((compartment) => mayCarry(compartment.class, product))
      .reduce((sum, { capacity }) => sum + litresToUsGallons(capacity) * fillable(product), 0)
  const carries = ({ served }: RoundTruck) =>
    served.carries.some((name) => product.product_name?.startsWith(name)) && served.state === fill.state
  return trucks
    .filter((truck) => truck.company_id === fill.company_id && carries(truck) && room(truck) >= fill.gallons)
    .toSorted((a, b) => room(a) - room(b))
}

/** The share by which a truck's meter over-counts at a moment. */
export function driftOf({ served: { drift } }: RoundTruck, time: number, now: number): number {
  return drift && time >= now - drift.days * DAY ? drift.share : 0
}

function ticketOf({ device_ports_id, began, gallons }: Fill, drift: number): number {
  const random = seededRandom(device_ports_id * 7919 + Math.floor(began / 3_600_000))
  return rounded(gallons * (1 + drift) * (1 + METER_SCATTER * random.normal()))
}

/** Plants faults: for each company one delivery short by a fifth, and one ticket with its first two digits swapped. */
function plantFaults(rounds: readonly PlannedRound[], now: number): void {
  for (const some of groupBy(rounds, ({ truck }) => truck.company_id).values()) {
    const loads = some
      .flatMap((round) => round.loads.map((load) => ({ round, load })))
      .filter(({ load: { began, gallons, parts } }) => {
        const isOfAge = now - began < FAULTS.oldest && now - began > FAULTS.newest
        return isOfAge && gallons >= FAULTS.leastGallons && parts.length === 1
      })
    const short = loads.find(({ round, load }) => {
      const { capacity } = itemAt(compartmentsOf([round.vehicle]), firstOf(load.parts).compartment - 1)
      return load.ticket / SHORT_SHARE < litresToUsGallons(capacity) * 0.95
    })
    const mistyped = loads.findLast(
      ({ load }) => load !== short?.load && swapped(load.ticket) < load.ticket * 0.8,
    )
    if (short) retype(short.load, short.load.ticket / SHORT_SHARE)
    if (mistyped) retype(mistyped.load, swapped(mistyped.load.ticket))
  }
}

function swapped(ticket: number): number {
  return Number(String(ticket).replace(/^(\d)([1-9])/, '$2$1'))
}

function retype(load: PlannedLoad, ticket: number): void {
  const gallons = rounded(ticket)
  Object.assign(load, { ticket: gallons, isFaulty: true, parts: [{ ...firstOf(load.parts), gallons }] })
}

function rounded(gallons: number): number {
  return Math.round(gallons * 10) / 10
}
