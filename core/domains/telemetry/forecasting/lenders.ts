import type { Candidate } from './candidate.ts'
import { candidatesOf } from './candidates.ts'
import { intervalCandidates } from './intervals.ts'
import type { Interval, Timeline } from './timeline.ts'

/** The models of one tank: the forecast tank itself, or a similar tank (lender). */
export interface View {
  timeline: Timeline
  candidates: readonly Candidate[]
  /** Share of the paths. */
  share: number
  /** Litres of the forecast tank per litre of this one. */
  factor: number
}

/** Days of own history from which a tank borrows nothing. */
export const MIN_OWN_DAYS = 14
/** Days of own history that weigh as much as all lenders together. */
const DAYS_EQUAL_TO_LENDERS = 7
const MIN_DAYS_FOR_MODELS = 3
/** Largest log ratio of use to a lender. */
const MAX_LOG_RATIO = Math.log(20)

/** Tanks that may lend their history; none if the tank's own history suffices. */
export function lendersOf(own: Timeline, kin: readonly Timeline[]): Timeline[] {
  return own.known >= MIN_OWN_DAYS ? [] : kin.filter(({ known, unit }) => known >= MIN_OWN_DAYS && unit > 0)
}

/** The views of a tank's use: its own past, and those of its lenders. */
export function viewsOf(own: Timeline, intervals: readonly Interval[], lenders: readonly Timeline[]): View[] {
  const ownShare =
    lenders.length === 0
      ? 1
      : own.known >= MIN_DAYS_FOR_MODELS
        ? own.known / (own.known + DAYS_EQUAL_TO_LENDERS)
        : 0
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

/** Ratio of the tank's use to a lender's over their common days; shrunk towards 1 with weight DAYS_EQUAL_TO_LENDERS if those are few. */
function factorOf(own: Timeline, lender: Timeline): number {
  let ours = 0
  let theirs = 0
  let days = 0
  for (const [day, share] of own.used.entries()) {
    const used = share * (own.unit || 1)
    const lent = (lender.used[own.firstDay + day - lender.firstDay] ?? Number.NaN) * lender.unit
    if (Number.isNaN(used + lent)) continue
    ours += used
    theirs += lent
    days += 1
  }
  if (days === 0) return 1
  const usual = lender.unit * days
  // A tenth of a usual day on both sides: a day without use does not prove zero use.
  const ratio = Math.log((ours + 0.1 * usual) / (theirs + 0.1 * usual))
  return Math.exp(
    (days / (days + DAYS_EQUAL_TO_LENDERS)) * Math.min(Math.max(ratio, -MAX_LOG_RATIO), MAX_LOG_RATIO),
  )
}
