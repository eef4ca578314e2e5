import type { Candidate } from './candidate.ts'
import { candidatesOf } from './candidates.ts'
import { intervalCandidates } from './intervals.ts'
import type { Interval, Timeline } from './timeline.ts'

/** The models of one tank: the one that is forecast, or one of its kind that lends its past. */
export interface View {
  timeline: Timeline
  candidates: readonly Candidate[]
  /** Of the paths. */
  share: number
  /** Litres of the forecast tank for a litre of this one. */
  factor: number
}

/** Days of its own from which on a tank borrows nothing. */
export const LEAST_OF_OWN = 14
/** Days of its own that count as much as all lenders together. */
const AS_MUCH = 7
const LEAST_FOR_MODELS = 3
/** Use is never taken to differ by more from that of a lender. */
const MOST = Math.log(20)

/** Tanks that may lend their pasts; none to a tank that has enough of its own. */
export function lendersOf(own: Timeline, kin: readonly Timeline[]): Timeline[] {
  return own.known >= LEAST_OF_OWN ? [] : kin.filter(({ known, unit }) => known >= LEAST_OF_OWN && unit > 0)
}

/** How a tank will be used, by its own past and by the pasts that are lent. */
export function viewsOf(own: Timeline, intervals: readonly Interval[], lenders: readonly Timeline[]): View[] {
  const ownShare =
    lenders.length === 0 ? 1 : own.known >= LEAST_FOR_MODELS ? own.known / (own.known + AS_MUCH) : 0
  const share = (1 - ownShare) / lenders.length
  return [
    ...(ownShare > 0
      ? [
          {
            timeline: own,
            candidates: intervals.length > 0 ? intervalCandidates(own, intervals) : candidatesOf(own),
            share: ownShare,
            factor: 1,
          },
        ]
      : []),
    ...lenders.map((timeline) => ({
      timeline,
      candidates: candidatesOf(timeline),
      share,
      factor: factorOf(own, timeline),
    })),
  ]
}

/**
 * How much more the tank uses than a lender, by the days that both are known of: of few days as much is believed as they are
 * beside AS_MUCH.
 */
function factorOf(own: Timeline, lender: Timeline): number {
  let ours = 0
  let theirs = 0
  let days = 0
  for (let day = 0; day < own.length; day += 1) {
    const used = own.used[day]! * (own.unit || 1)
    const lent = (lender.used[own.firstDay + day - lender.firstDay] ?? Number.NaN) * lender.unit
    if (Number.isNaN(used + lent)) continue
    ours += used
    theirs += lent
    days += 1
  }
  if (days === 0) return 1
  const usual = lender.unit * days
  // A tenth of a usual day on either side: a day without use is no reason for none at all.
  const ratio = Math.log((ours + 0.1 * usual) / (theirs + 0.1 * usual))
  return Math.exp((days / (days + AS_MUCH)) * Math.min(Math.max(ratio, -MOST), MOST))
}
