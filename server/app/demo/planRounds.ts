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
  /** US gallons of each compartment. */
  compartments: readonly number[]
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

export interface PlannedRound {
  truck_id: number
  company_id: number
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

/** The rounds that brought these fills: a truck's day with what its compartments hold, the next trip as a round of its own. */
export function planRounds(
  fills: readonly Fill[],
  trucks: readonly DemoTruck[],
  now: number,
): PlannedRound[] {
  const rounds: PlannedRound[] = []
  const open = new Map<number, { round: PlannedRound; day: number; free: number[] }>()
  for (const fill of withFaults(fills, now)) {
    const truck = truckFor(fill, trucks)
    if (!truck) continue
    const load = { ...fill, ticket: ticketOf(fill, truck) }
    const day = Math.floor(fill.began / DAY)
    const current = open.get(truck.truck_id)
    const parts = current?.day === day ? takeParts(current.free, load.ticket) : null
    if (current && parts) {
      current.round.loads.push({ ...load, parts })
      continue
    }
    const free = [...truck.compartments]
    const first = takeParts(free, load.ticket)
    if (!first) continue
    const round = {
      ...{ truck_id: truck.truck_id, company_id: truck.company_id },
      ...(truck.drift && { drift: truck.drift }),
      loads: [{ ...load, parts: first }],
    }
    rounds.push(round)
    open.set(truck.truck_id, { round, day, free })
  }
  return rounds
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

/** The smallest truck that it fits into; two of about one size take turns. */
function truckFor(
  { company_id, product_id, gallons, device_ports_id, began }: Fill,
  trucks: readonly DemoTruck[],
) {
  const able = trucks
    .filter((truck) => truck.company_id === company_id && truck.carries.has(product_id))
    .filter((truck) => room(truck) >= gallons * SPARE)
    .sort((a, b) => room(a) - room(b))
  const isTurn = chanceAt(device_ports_id, Math.floor(began / DAY)) < 0.3
  return able.length > 1 && isTurn ? able[1] : able[0]
}

function room({ compartments }: DemoTruck): number {
  return compartments.reduce((sum, one) => sum + one, 0)
}

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

/** Puts an amount into free compartments. @returns the parts, and null where it does not fit: then nothing is taken */
function takeParts(free: number[], gallons: number): PlannedLoad['parts'] | null {
  if (free.reduce((sum, one) => sum + one, 0) < gallons) return null
  const parts: { compartment: number; gallons: number }[] = []
  let left = gallons
  for (const [index, space] of free.entries()) {
    const part = rounded(Math.min(space, left))
    if (part <= 0) continue
    parts.push({ compartment: index + 1, gallons: part })
    left = rounded(left - part)
    free[index] = 0
  }
  return parts
}

function rounded(gallons: number): number {
  return Math.round(gallons * 10) / 10
}
