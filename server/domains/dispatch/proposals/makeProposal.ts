import { Decimal } from 'decimal.js'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import type {
  Proposal,
  ProposalTask,
  ProposedStop,
  TruckDay,
} from '#core/domains/dispatch/proposing/proposal.ts'
import type { Place } from '#core/domains/dispatch/travel/estimateTravel.ts'
import { inUnit, piecesInUnit } from '#core/domains/shipments/loading/piecesInUnit.ts'
import { fillable } from '#core/domains/tanks/vehicleClasses.ts'
import { seedOf } from '#core/domains/telemetry/forecasting/random.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { momentAt } from '#core/platform/time/momentAt.ts'
import { minuteAfter, secondAfter } from '#server/domains/shipments/route/describeRoute.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { doHeavyWork } from '#server/platform/jobs/heavyWork.ts'
import { readOwnUnit } from '../readWanted.ts'
import type { ThreadTask } from './proposeInThread.ts'
import { type Horizon, type PlacedNeed, readProposalNeeds } from './readProposalNeeds.ts'
import { haltOf, type PlacedIdleTruck, type PlacedTruckDay, readTruckDays } from './readTruckDays.ts'
import { searchSeconds } from './searchSeconds.ts'
import { type Placed, placesOf, type StoredProposal, type StoredStop } from './storedProposal.ts'

/** Time allowed in addition to the search itself, s. */
const EXTRA_SECONDS = 60

/** Input of a proposal, including what a person has fixed or dropped. */
export interface ProposalQuestion {
  first_day: string
  days: number
  /** Limits the trucks; null for all. */
  truck_ids: readonly number[] | null
  by_night: boolean
  fixed: readonly Placed[]
  dropped: readonly string[]
  before: StoredProposal | null
}

type LeftOut = Proposal['leftOut'][number]

/** A need that no round meets, with the idle trucks that could bring it, and why they stay. */
const leftOutOf = (need: PlacedNeed, { why, detour }: LeftOut, idle: readonly PlacedIdleTruck[]) => ({
  key: need.need.key,
  why,
  detour_meters: detour === null ? null : Math.round(detour),
  idle: idle.flatMap(({ truck_id, why, ...truck }) => (mayBring(truck, need) ? [{ truck_id, why }] : [])),
})

/** Proposes rounds for some days within the requesting user's rights; stores nothing. */
export async function makeProposal(
  context: Context,
  travel: TravelTimes,
  question: ProposalQuestion,
  shared: SharedArrayBuffer,
): Promise<StoredProposal> {
  const { first_day, days } = question
  const zone = context.actor.timeZone
  const horizon: Horizon = { first_day, days, zone, start: momentAt(zone, first_day, '00:00') }
  const { needs, leftOut } = await readProposalNeeds(context, horizon, new Set(question.dropped))
  const { truckDays, idle } = await readTruckDays(context, horizon, question.truck_ids)
  const own = await readOwnUnit(context)
  const { task, source } = await taskOf({ needs, truckDays, question, step: own.size, travel })
  const threadTask: ThreadTask = { task, seconds: searchSeconds(needs.length), shared }
  const found = await doHeavyWork<Proposal>('proposals', threadTask, threadTask.seconds + EXTRA_SECONDS)
  const at = (seconds: number) => minuteAfter(horizon.start, seconds).toISOString()
  const before = question.before ? placesOf(question.before) : null
  return {
    made_at: context.now.toISOString(),
    ...{ first_day, days, by_night: question.by_night, source, before },
    truck_ids: question.truck_ids && [...question.truck_ids],
    rounds: found.rounds.map((round) => ({
      truck_id: itemAt(task.truckDays, round.truckDay).truck_id,
      day: addDays(first_day, itemAt(task.truckDays, round.truckDay).day),
      departs_at: secondAfter(horizon.start, round.departure).toISOString(),
      ends_at: at(round.end),
      time_zone: itemAt(truckDays, round.truckDay).time_zone,
      meters: Math.round(round.metres),
      driving_seconds: Math.round(round.driving),
      aboard: aboardOf(itemAt(task.truckDays, round.truckDay)),
      stops: round.stops.map((stop) => storedStop(itemAt(needs, stop.need), stop, own, at)),
    })),
    left_out: [...found.leftOut.map((item) => leftOutOf(itemAt(needs, item.need), item, idle)), ...leftOut],
    known: [...needs.map(({ need }) => need.key), ...leftOut.map(({ key }) => key)],
  }
}

const aboardOf = ({ halts, aboard }: TruckDay) => ({
  stops: halts.length,
  liters: aboard.reduce((sum, { quantity }) => sum + quantity, 0),
})

/** A stop's quantity in the planner's unit; for a whole load the exact quantity of the order. */
function storedStop(
  { need, time_zone, quantity, unit_id }: PlacedNeed,
  stop: ProposedStop,
  own: { id: number; size: number },
  at: (seconds: number) => string,
): StoredStop {
  const liters = stop.pieces.reduce((sum, piece) => sum + piece.litres, 0)
  const isWhole = Math.abs(liters - need.litres) < 0.001
  // Round down in a compartment with expansion room: a whole step more would overfill it.
  const rounding = fillable(need.load) < 1 ? Decimal.ROUND_DOWN : Decimal.ROUND_HALF_UP
  const brought = inUnit(liters, own.size, rounding)
  const parts = piecesInUnit(
    stop.pieces.map(({ litres }) => litres),
    own.size,
    brought,
  )
  return {
    key: need.key,
    ...(isWhole ? { quantity, unit_id } : { quantity: brought, unit_id: own.id }),
    liters,
    pieces:
      isWhole && stop.pieces.length === 1
        ? [{ compartment: firstOf(stop.pieces).compartment, quantity }]
        : stop.pieces.map(({ compartment }, index) => ({ compartment, quantity: itemAt(parts, index) })),
    ...{ arrives_at: at(stop.arrival), time_zone },
    detour_meters: Math.round(stop.detour),
    alone_meters: stop.alone === null ? null : Math.round(stop.alone),
  }
}

/** A truck delivers to its own company and those below it, and keeps to gas or fuel as last time. */
const mayBring = (
  { companies, isForGas }: Pick<PlacedTruckDay, 'companies' | 'isForGas'>,
  { need, company_id }: Pick<PlacedNeed, 'need' | 'company_id'>,
): boolean => companies.has(company_id) && (isForGas ?? need.isGas) === need.isGas

interface TaskParts {
  needs: readonly PlacedNeed[]
  truckDays: readonly PlacedTruckDay[]
  question: ProposalQuestion
  step: number
  travel: TravelTimes
}

/** All places once, with the travel between them and the allowed trucks. */
async function taskOf({ needs, truckDays, question, step, travel }: TaskParts) {
  const places = new Map<string, { row: number; place: Place }>()
  const rowOf = (place: Place) => {
    const key = `${place.latitude.toFixed(5)} ${place.longitude.toFixed(5)}`
    if (!places.has(key)) places.set(key, { row: places.size, place })
    return getOrThrow(places, key).row
  }
  const placed = truckDays.map(({ truckDay, home, halts }) => ({
    ...truckDay,
    home: home && rowOf(home),
    halts: halts.map((place) => haltOf(rowOf(place))),
  }))
  const fixedOn = new Map(question.fixed.map((item) => [item.key, item]))
  const stated = needs.map(({ need, place, company_id }) => {
    const fixed = fixedOn.get(need.key)
    const may = truckDays.flatMap((truck, index) => (mayBring(truck, { need, company_id }) ? [index] : []))
    const on = may.find(
      (at) =>
        itemAt(placed, at).truck_id === fixed?.truck_id &&
        addDays(question.first_day, itemAt(placed, at).day) === fixed.day,
    )
    return { ...need, place: rowOf(place), truckDays: may, fixed: on ?? null }
  })
  const { matrix, source } = await travel([...places.values()].map(({ place }) => place))
  const seed = seedOf([needs.length, placed.length, Date.parse(question.first_day)])
  const task: ProposalTask = { travel: matrix, needs: stated, truckDays: placed, step, seed }
  return { task, source }
}
