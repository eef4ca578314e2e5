import type { NeedRank } from '../judgeNeed.ts'
import { legOf, type TravelMatrix } from '../routing/problem.ts'
import type { ProposableNeed, TruckDay } from './proposal.ts'

// All costs of proposals are in metres of driving.

/** Km of driving that one hour of truck and driver equals. */
const KILOMETRES_AN_HOUR = 40
export const COST = { perMetre: 1, perSecond: (KILOMETRES_AN_HOUR * 1000) / 3600 } as const
/** Fixed cost of using a truck on a day. */
export const TRUCK_DAY = 20_000

/** Cost of leaving a need out, in addition to the later visit that it then needs: running dry outweighs any distance. */
const RISK: Readonly<Record<NeedRank, number>> = { must: 1_000_000, should: 40_000, could: 0 }
/** Cost of each day after the latest one, and of each day of waiting. */
const LATE: Readonly<Record<NeedRank, number>> = { must: 100_000, should: 20_000, could: 2000 }
const WAITING: Readonly<Record<NeedRank, number>> = { must: 2000, should: 1000, could: 0 }
/** Share of a separate round trip that a later visit costs; later visits are usually combined with others. */
const SHARED_WAY = 0.4

/**
 * Cost of leaving a need out of these days. For a need that could wait, the later visit counts in proportion to how much the
 * tank takes now compared to when it is due.
 * @param alone cost of a separate round trip
 */
export function worthOf({ rank, litres, dueLitres, service }: ProposableNeed, alone: number): number {
  const later = service * COST.perSecond + SHARED_WAY * alone
  const share = rank === 'could' ? Math.min(1, litres / Math.max(dueLitres, 1)) : 1
  return RISK[rank] + later * share
}

/** Cost of a visit on a day other than driving: service time, lateness and waiting. */
export function visitCost({ rank, latest, service }: ProposableNeed, day: number): number {
  return service * COST.perSecond + Math.max(0, day - latest) * LATE[rank] + day * WAITING[rank]
}

/** Cost of a round trip from the nearest home of a truck; if no truck has a home, the mean over the other needs' places. */
export function aloneCosts(
  travel: TravelMatrix,
  needs: readonly ProposableNeed[],
  truckDays: readonly TruckDay[],
): number[] {
  const homes = [...new Set(truckDays.flatMap(({ home }) => home ?? []))]
  const costOf = (from: number, to: number) => {
    const { metres, seconds } = legOf(travel, from, to)
    return metres * COST.perMetre + seconds * COST.perSecond
  }
  return needs.map(({ place }) => {
    const ways = (homes.length > 0 ? homes : needs.map((need) => need.place)).map(
      (from) => costOf(from, place) + costOf(place, from),
    )
    return homes.length > 0
      ? Math.min(...ways)
      : ways.reduce((sum, way) => sum + way, 0) / Math.max(ways.length, 1)
  })
}
