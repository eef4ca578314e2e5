import type { NeedRank } from '../judgeNeed.ts'
import { legOf, type TravelMatrix } from '../routing/problem.ts'
import type { ProposableNeed, TruckDay } from './proposal.ts'

// All that proposals weigh is told in metres of way.

/** An hour of a truck and its driver weighs as much as so many km. */
const KILOMETRES_AN_HOUR = 40
export const COST = { perMetre: 1, perSecond: (KILOMETRES_AN_HOUR * 1000) / 3600 } as const
/** A truck that need not leave the yard at all. */
export const TRUCK_DAY = 20_000

/** What leaving something out costs beside the visit that it needs later: an empty tank more than any way. */
const RISK: Readonly<Record<NeedRank, number>> = { must: 1_000_000, should: 40_000, could: 0 }
/** What each day after the last one in time costs, and each day of waiting at all. */
const LATE: Readonly<Record<NeedRank, number>> = { must: 100_000, should: 20_000, could: 2000 }
const WAITING: Readonly<Record<NeedRank, number>> = { must: 2000, should: 1000, could: 0 }
/** A later visit is on the way of others: of a way of its own it costs this share. */
const SHARED_WAY = 0.4

/**
 * What it costs to leave a need out of these days. What could be brought later is worth the visit that is saved then, as far
 * as it takes as much now as it would when it is due.
 * @param alone what a way of its own there and back costs
 */
export function worthOf({ rank, litres, dueLitres, service }: ProposableNeed, alone: number): number {
  const later = service * COST.perSecond + SHARED_WAY * alone
  const share = rank === 'could' ? Math.min(1, litres / Math.max(dueLitres, 1)) : 1
  return RISK[rank] + later * share
}

/** What a visit on a day costs beside its way: the time at the place, being late, and waiting. */
export function visitCost({ rank, latest, service }: ProposableNeed, day: number): number {
  return service * COST.perSecond + Math.max(0, day - latest) * LATE[rank] + day * WAITING[rank]
}

/** What a way there and back costs from the nearest truck; where no truck has a home, from wherever the others are. */
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
    const ways = (homes.length > 0 ? homes : needs.map((one) => one.place)).map(
      (from) => costOf(from, place) + costOf(place, from),
    )
    return homes.length > 0
      ? Math.min(...ways)
      : ways.reduce((sum, one) => sum + one, 0) / Math.max(ways.length, 1)
  })
}
