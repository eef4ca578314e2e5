import {
  type Compartment,
  checkLoad,
  compartmentsOf,
  type Load,
  type Product,
  type Vehicle,
} from '#core/domains/shipments/checkLoad.ts'
import { fillable, mayCarry } from '#core/domains/tanks/vehicleClasses.ts'
import { litresToUsGallons, usGallonsToLitres } from '#core/platform/units.ts'
import { chanceAt, seededRandom } from './seededRandom.ts'

/** What came to a tank that a truck of its company serves. */
export interface Fill {
  device_ports_id: number
  device_id: number
  company_id: number
  product_id: number
  /** Epoch milliseconds. */
  began: number
  ended: number
  /** US gallons that really flowed. */
  gallons: number
  celsius: number
}

export interface DemoTruck {
  truck_id: number
  company_id: number
  vehicle: Vehicle
  carries: ReadonlySet<number>
  /** Of what it really gave, so much more its meter counts; since when, epoch milliseconds. */
  drift?: { share: number; since: number }
}

/** What is wrong with a ticket, or with a delivery. */
export type Planted = 'short' | 'mistyped' | 'wrong_tank'

export interface PlannedLoad extends Fill {
  /** US gallons that the ticket says. */
  ticket: number
  /** US gallons of it in each of these compartments. */
  parts: readonly { compartment: number; gallons: number }[]
  planted: Planted | null
}

/** A product, as the rules of loads take it. */
export type Carriable = Pick<Load, keyof Product | 'specific_gravity'>

export interface PlannedRound {
  truck_id: number
  company_id: number
  /** Compartments that were cleaned before it was loaded: they carried what its products must not follow. */
  cleaned: number[]
  /** Of the truck's meter. */
  drift?: DemoTruck['drift']
  loads: PlannedLoad[]
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How well a meter that is right repeats itself. */
const METER_SCATTER = 0.002
/** Faults are planted among deliveries of this age. */
const FAULTS = { oldest: 40 * DAY, newest: 3 * DAY }
/** One of each kind and company, as far as there are deliveries that fit. */
const KINDS: readonly Planted[] = ['short', 'mistyped', 'wrong_tank']
/** A hose that was taken off too early, or a meter that ran on: of the ticket. */
const SHORT = 0.82
const LEAST_GALLONS = 400
/** A truck is chosen that could bring so much more, so that a ticket with a fault still fits. */
const SPARE = 1.3
/** No delivery of its own so near to the fault, where the wrong tank was written down. */
const APART = 5 * DAY

/**
 * The rounds that brought these fills: a truck's day with what its compartments hold, the next trip as a round of its own. Each is
 * loaded as the rules of loads allow it.
 * @param products what the trucks carry, by their ids
 */
export function planRounds(
  fills: readonly Fill[],
  trucks: readonly DemoTruck[],
  products: ReadonlyMap<number, Carriable>,
  now: number,
): PlannedRound[] {
  const rounds: PlannedRound[] = []
  const latest = new Map<number, Trip>()
  for (const fill of withFaults(fills, now)) {
    const product = products.get(fill.product_id)
    if (!product) continue
    const day = Math.floor(fill.began / DAY)
    for (const truck of trucksFor(fill, product, trucks)) {
      const load = { ...fill, ticket: ticketOf(fill, truck) }
      const before = latest.get(truck.truck_id)
      if (before?.day === day && putAboard(before, product, load)) break
      const trip = nextTrip(truck, before, day)
      if (!putAboard(trip, product, load)) continue
      rounds.push(trip.round)
      latest.set(truck.truck_id, trip)
      break
    }
  }
  return rounds
}

/** A round while it is being loaded: its vehicle with what its compartments carried last. */
interface Trip {
  round: PlannedRound
  day: number
  vehicle: Vehicle
  aboard: Load[]
}

function nextTrip(
  { truck_id, company_id, drift, vehicle }: DemoTruck,
  before: Trip | undefined,
  day: number,
): Trip {
  const last = compartmentsOf([vehicle]).map(
    ({ number }, at) =>
      before?.aboard.find(({ compartment }) => compartment === number) ??
      before?.vehicle.last_products?.[at] ??
      null,
  )
  return {
    round: { truck_id, company_id, ...(drift && { drift }), cleaned: [], loads: [] },
    ...{ day, vehicle: { ...vehicle, last_products: last }, aboard: [] },
  }
}

/** Loads what a fill needs, if the vehicle may take it with what is aboard already: in one order of its compartments, or the other. */
function putAboard(trip: Trip, product: Carriable, load: Omit<PlannedLoad, 'parts'>): boolean {
  const stops = [...new Set([...trip.round.loads.map(({ device_id }) => device_id), load.device_id])]
  const asLoad = ({ compartment, gallons }: PlannedLoad['parts'][number]): Load => ({
    ...product,
    ...{ compartment, quantity: usGallonsToLitres(gallons), stop: stops.indexOf(load.device_id) },
  })
  const last = trip.vehicle.last_products ?? []
  const rulesAt = ({ number }: Compartment) =>
    checkLoad([trip.vehicle], [asLoad({ compartment: number, gallons: 1 })]).map(({ rule }) => rule)
  const isDirty = (one: Compartment) => rulesAt(one).includes('needs_cleaning')
  const rank = (one: Compartment) =>
    isDirty(one) ? 2 : last[one.number - 1]?.product_id === product.product_id ? 0 : 1
  const free = compartmentsOf([trip.vehicle]).filter(
    (one) =>
      !trip.aboard.some(({ compartment }) => compartment === one.number) &&
      rulesAt(one).every((rule) => rule === 'needs_cleaning'),
  )
  for (const turn of [1, -1]) {
    const order = free.toSorted((a, b) => rank(a) - rank(b) || turn * (a.number - b.number))
    const parts = takeParts(order, product, load.ticket)
    if (!parts) return false
    const cleaned = order
      .filter((one) => isDirty(one) && parts.some(({ compartment }) => compartment === one.number))
      .map(({ number }) => number)
    const vehicle = {
      ...trip.vehicle,
      last_products: last.map((one, at) => (cleaned.includes(at + 1) ? null : one)),
    }
    const aboard = [...trip.aboard, ...parts.map(asLoad)]
    if (checkLoad([vehicle], aboard).length > 0) continue
    Object.assign(trip, { vehicle, aboard })
    trip.round.cleaned.push(...cleaned)
    trip.round.loads.push({ ...load, parts })
    return true
  }
  return false
}

type FaultyFill = Fill & { planted: Planted | null }

/** The same fills, the oldest first, a few of each company with a fault. */
function withFaults(fills: readonly Fill[], now: number): FaultyFill[] {
  const sorted = [...fills].sort((a, b) => a.began - b.began || a.device_ports_id - b.device_ports_id)
  const planted = new Map<Fill, { kind: Planted; as: Fill }>()
  for (const company of new Set(sorted.map(({ company_id }) => company_id))) {
    const some = sorted.filter(
      ({ company_id, gallons, began }) =>
        company_id === company &&
        gallons >= LEAST_GALLONS &&
        now - began < FAULTS.oldest &&
        now - began > FAULTS.newest,
    )
    for (const [index, kind] of KINDS.entries()) {
      const from = Math.floor((some.length * (index + 0.5)) / KINDS.length)
      const found = [...some.slice(from), ...some.slice(0, from)].find(
        (fill) => !planted.has(fill) && writtenFor(kind, fill, sorted),
      )
      if (found) planted.set(found, { kind, as: writtenFor(kind, found, sorted)! })
    }
  }
  return sorted.map((fill) => {
    const fault = planted.get(fill)
    return { ...(fault?.as ?? fill), planted: fault?.kind ?? null }
  })
}

/** The fill as it is written down: another tank of the company with the same product where the wrong one was filled. */
function writtenFor(kind: Planted, fill: Fill, fills: readonly Fill[]): Fill | null {
  if (kind !== 'wrong_tank') return fill
  const isNear = ({ began }: Fill) => Math.abs(began - fill.began) < APART
  const other = fills.find(
    ({ company_id, product_id, device_id, device_ports_id }) =>
      company_id === fill.company_id &&
      product_id === fill.product_id &&
      device_id !== fill.device_id &&
      !fills.some((one) => one.device_ports_id === device_ports_id && isNear(one)),
  )
  const isAlone = !fills.some(
    (one) => one !== fill && one.device_ports_id === fill.device_ports_id && isNear(one),
  )
  if (!other || !isAlone) return null
  return { ...fill, device_ports_id: other.device_ports_id, device_id: other.device_id }
}

/** The trucks that it fits into, the smallest first; two of about one size take turns. */
function trucksFor(
  { company_id, product_id, gallons, device_ports_id, began }: Fill,
  product: Carriable,
  trucks: readonly DemoTruck[],
): DemoTruck[] {
  const room = ({ vehicle }: DemoTruck) => roomFor(product, compartmentsOf([vehicle]))
  const able = trucks
    .filter((truck) => truck.company_id === company_id && truck.carries.has(product_id))
    .filter((truck) => room(truck) >= gallons * SPARE)
    .sort((a, b) => room(a) - room(b))
  const isTurn = chanceAt(device_ports_id, Math.floor(began / DAY)) < 0.3
  return isTurn ? [...able.slice(1, 2), ...able.slice(0, 1), ...able.slice(2)] : able
}

/** US gallons of a product that compartments may take. */
function roomFor(product: Carriable, compartments: readonly Compartment[]): number {
  return compartments
    .filter((one) => mayCarry(one.class, product))
    .reduce((sum, one) => sum + gallonsOf(one, product), 0)
}

const gallonsOf = ({ capacity }: Compartment, product: Carriable) =>
  litresToUsGallons(capacity) * fillable(product)

function ticketOf(fill: FaultyFill, { drift }: DemoTruck): number {
  const random = seededRandom(fill.device_ports_id * 7919 + Math.floor(fill.began / HOUR))
  const share = drift && fill.began >= drift.since ? 1 + drift.share : 1
  const counted = rounded(fill.gallons * share * (1 + METER_SCATTER * random.normal()))
  if (fill.planted === 'short') return rounded(counted / SHORT)
  return fill.planted === 'mistyped' ? mistyped(counted) : counted
}

/** Its first two figures change places; where that makes it larger or changes little, a figure is left out. */
function mistyped(gallons: number): number {
  const [first, second, ...rest] = gallons.toFixed(1)
  const swapped = Number([second, first, ...rest].join(''))
  return swapped > 0 && swapped < gallons * 0.8 ? swapped : Number([first, ...rest].join(''))
}

/** Puts an amount into compartments, one after the other. @returns null where it does not fit */
function takeParts(
  compartments: readonly Compartment[],
  product: Carriable,
  gallons: number,
): PlannedLoad['parts'] | null {
  if (roomFor(product, compartments) < gallons) return null
  const parts: { compartment: number; gallons: number }[] = []
  let left = gallons
  for (const one of compartments) {
    const part = rounded(Math.min(gallonsOf(one, product), left))
    if (part <= 0) continue
    parts.push({ compartment: one.number, gallons: part })
    left = rounded(left - part)
  }
  return parts
}

function rounded(gallons: number): number {
  return Math.round(gallons * 10) / 10
}
