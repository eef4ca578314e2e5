import type { acceptProposal as call } from '#core/domains/dispatch/proposalCalls.ts'
import { checkLoad } from '#core/domains/shipments/checkLoad.ts'
import type { ReceivedBy, ResponseOf } from '#core/platform/defineCall.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { loadsOf, withStops } from '#server/domains/shipments/checkShipment.ts'
import type { LoadRow } from '#server/domains/shipments/loadQuantities.ts'
import { litresOfLoads } from '#server/domains/shipments/loadQuantities.ts'
import { lockTanks, readTanks } from '#server/domains/shipments/readTanks.ts'
import { readVehicles } from '#server/domains/shipments/readVehicles.ts'
import { storeArrivals } from '#server/domains/shipments/route/storeArrivals.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { findPlanned, putOn } from '../changeRounds.ts'
import { findDraft, lockDrafts, lockTruck, readLoads, requireUpdate } from '../draftRounds.ts'
import { loadsOfWanted, readWanted } from '../readWanted.ts'
import { takeStops } from './changeProposal.ts'
import { findStored, lockStored, type StoredStop, storeResult, wantedOf } from './storedProposal.ts'

type Accepted = ResponseOf<typeof call>['rounds'][number]
type Selection = NonNullable<ReceivedBy<typeof call>['body']['rounds']>[number]

/** Quantities that differ by less are equal, L. */
const TOLERANCE = 0.5

/**
 * Turns proposed rounds into drafts, each in its own transaction, by the same code as the board. Stops that another
 * user has planned in the meantime, or that no longer fit, are left out and counted. Accepted stops leave the
 * proposal, so that repeating the call, even concurrently, does nothing.
 */
export async function acceptProposal(
  context: Context,
  travel: TravelTimes,
  { rounds }: ReceivedBy<typeof call>['body'],
): Promise<ResponseOf<typeof call>> {
  requireUpdate(context)
  const selected: readonly Selection[] =
    rounds ?? (await findStored(context))?.result?.rounds.map(onlyWhere) ?? []
  const accepted: Accepted[] = []
  for (const item of selected) {
    const { truck_id, day } = item
    const outcome = await inTransaction(context, (own) => acceptRound(own, travel, item)).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return { ...noResult, ...{ truck_id, day }, refused: sentenceOf(context, error) }
      },
    )
    accepted.push(outcome)
  }
  return { rounds: accepted }
}

const onlyWhere = ({ truck_id, day }: Selection): Selection => ({ truck_id, day })
const noResult = { shipment_id: null, shipment_number: null, accepted: 0, left_out: 0, refused: null }

/** A refusal as text: for invalid fields, what is wrong with them. */
function sentenceOf({ actor: { language } }: Context, { text, options }: Refusal): string {
  const issues = options.issues?.map(({ rule, params }) => translate(language, `rules.${rule}`, params)) ?? []
  return issues.length > 0 ? [...new Set(issues)].join(' ') : translate(language, text, options.params)
}

/** Locks the tanks of needs. @returns the indexes of those that are still open, and on no round */
async function lockFree(context: Context, wanted: readonly ReturnType<typeof wantedOf>[]): Promise<number[]> {
  const open = await stillOpen(context, wanted)
  const sources = await readWanted(
    context,
    open.map((at) => itemAt(wanted, at)),
  )
  await lockTanks(context, sources)
  const isPlanned = await findPlanned(context, sources)
  return open.filter((_, index) => !isPlanned.has(index))
}

async function acceptRound(
  context: Context,
  travel: TravelTimes,
  { truck_id, day, keys }: Selection,
): Promise<Accepted> {
  const { proposal_id, result } = await lockStored(context)
  const round = result?.rounds.find((item) => item.truck_id === truck_id && item.day === day)
  const stops = round?.stops.filter(({ key }) => keys === undefined || keys.includes(key)) ?? []
  const nothing: Accepted = { ...noResult, truck_id, day }
  if (!result || stops.length === 0) return nothing
  await lockTruck(context, truck_id)
  const free = await lockFree(
    context,
    stops.map(({ key }) => wantedOf(key)),
  )
  const loads = await loadsNow(
    context,
    free.map((at) => itemAt(stops, at)),
  )
  const left = takeStops(
    result,
    stops.map(({ key }) => key),
  )
  await storeResult(context, proposal_id, left)
  if (loads.length === 0) return { ...nothing, left_out: stops.length }
  const shipment_id = await findDraft(context, { truck_id, day })
  const placed = await inTheirCompartments(context, { truck_id, shipment_id }, loads)
  const put = await putOn(context, { day, truck_id, shipment_id, loads: placed })
  await storeArrivals(context, travel, put.shipment_id)
  return {
    ...nothing,
    ...{ shipment_id: put.shipment_id, shipment_number: put.shipment_number },
    accepted: loads.length,
    left_out: stops.length - loads.length,
  }
}

type Wanted = ReturnType<typeof wantedOf>

/** Indexes of the stops that can still be planned; nothing is left of a filled or closed order. */
async function stillOpen(context: Context, wanted: readonly Wanted[]): Promise<number[]> {
  const found = await Promise.all(
    wanted.map(async (item, index) => {
      try {
        await readWanted(context, [item])
        return [index]
      } catch (error) {
        if (error instanceof Refusal) return []
        throw error
      }
    }),
  )
  return found.flat()
}

interface LoadNow {
  whole: LoadRow
  pieces: LoadRow[]
}

/** The proposed quantities, or what the tanks can take now if that is less; leaves out those that can take nothing. */
async function loadsNow(context: Context, stops: readonly StoredStop[]): Promise<LoadNow[]> {
  const wanted = stops.map(({ key }) => wantedOf(key))
  const now = await loadsOfWanted(context, wanted, await readWanted(context, wanted), 'leave out')
  const litres = await litresOfLoads(context, now)
  return now.flatMap((row, index): LoadNow[] => {
    const stop = stops.find(({ key }) => {
      const { device_ports_id = null, document_detail_id = null } = wantedOf(key)
      return row.device_ports_id === device_ports_id && row.document_detail_id === document_detail_id
    })
    if (!stop) return []
    if (itemAt(litres, index) < stop.liters - TOLERANCE)
      return [{ whole: row, pieces: [{ ...row, compartment: null }] }]
    const { quantity, unit_id, pieces } = stop
    const whole = { ...row, quantity, unit_id }
    return [{ whole, pieces: pieces.map((piece) => ({ ...whole, ...piece })) }]
  })
}

/**
 * Puts each load where it was proposed, if that follows the rules next to the round's current loads; otherwise
 * wherever it fits.
 */
async function inTheirCompartments(
  context: Context,
  { truck_id, shipment_id }: { truck_id: number; shipment_id: number | null },
  loads: readonly LoadNow[],
): Promise<LoadRow[]> {
  const pieces = loads.flatMap((load) => load.pieces)
  const round =
    shipment_id === null ? null : getOrThrow(await lockDrafts(context, [shipment_id]), shipment_id)
  const before = shipment_id === null ? [] : await readLoads(context, shipment_id)
  const all = [...before, ...pieces]
  const vehicles = await readVehicles(context, round ?? { shipment_id, truck_id, trailer_id: null })
  const checked = await loadsOf(context, all, await readTanks(context, all, shipment_id))
  const isRight = checkLoad(vehicles, await withStops(context, vehicles, all, checked)).length === 0
  return isRight ? pieces : loads.map(({ whole }) => ({ ...whole, compartment: null }))
}
