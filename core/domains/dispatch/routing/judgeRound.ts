import { itemAt } from '#core/platform/lists/itemAt.ts'
import { checkHours, type HoursIssueRule } from '../hours/checkHours.ts'
import { type RoundToTime, type TimedRound, timeRound } from './timeRound.ts'

/** A violation of what the stops, truck or driver of a planned round allow. */
export interface TimedIssue {
  rule: 'outside_window' | 'over_shift' | HoursIssueRule
  /** Index into the stops. */
  stop: number | null
  /** s: a moment for windows and shifts, a duration for hours. */
  limit: number
  found: number
  /** The moment of the violation. */
  at: number
  /** The nearest fix: a departure time, or a stop to leave out. */
  remedy: { leaveAt: number } | { without: number } | null
}

export interface RoundLimits {
  /** When the truck must be back; null if unspecified. */
  until: number | null
  /** A midnight in the time zone of the driver's home. */
  midnight: number
}

/** Tolerance for times, s. */
const TOLERANCE = 1e-6

/** The issues of a timed round, each with its nearest fix. */
export function judgeRound(round: RoundToTime, timed: TimedRound, limits: RoundLimits): TimedIssue[] {
  const order = timed.visits.map(({ stop }) => stop)
  return found(round, timed, limits).map((issue) => ({
    ...issue,
    remedy:
      issue.rule === 'outside_window'
        ? earlier(round, timed, limits, issue)
        : without(round, timed, limits, order, issue),
  }))
}

type IssueWithoutRemedy = Omit<TimedIssue, 'remedy'>

function found(
  round: RoundToTime,
  timed: TimedRound,
  { until, midnight }: RoundLimits,
): IssueWithoutRemedy[] {
  const late = timed.visits.flatMap(({ stop, begin }): IssueWithoutRemedy[] => {
    const { windows } = itemAt(round.stops, stop)
    const isOpen = windows.some(([from, to]) => begin >= from - TOLERANCE && begin <= to + TOLERANCE)
    const limit = windows.at(-1)?.[1]
    if (limit === undefined || isOpen) return []
    return [{ rule: 'outside_window', stop, limit, found: begin, at: limit }]
  })
  const isOver = until !== null && timed.end > until + TOLERANCE
  const shift: IssueWithoutRemedy[] = isOver
    ? [{ rule: 'over_shift', stop: null, limit: until, found: timed.end, at: until }]
    : []
  const hours = round.hours
    ? checkHours(round.hours, { earlier: round.earlier, round: timed.duties, midnight })
    : []
  return [...late, ...shift, ...hours.map((issue) => ({ ...issue, stop: null }))]
}

/** Departing earlier by the delay, if that fixes the issue and causes no other. */
function earlier(
  round: RoundToTime,
  timed: TimedRound,
  limits: RoundLimits,
  { limit, found: begin }: IssueWithoutRemedy,
): TimedIssue['remedy'] {
  const leaveAt = timed.departure - (begin - limit)
  const order = timed.visits.map(({ stop }) => stop)
  const before = found(round, timed, limits).length
  return found(round, timeRound(round, order, leaveAt), limits).length < before ? { leaveAt } : null
}

/** The last stop whose removal fixes the issue. */
function without(
  round: RoundToTime,
  { departure }: TimedRound,
  limits: RoundLimits,
  order: readonly number[],
  { rule }: IssueWithoutRemedy,
): TimedIssue['remedy'] {
  const isRemedy = (stop: number) => {
    const rest = order.filter((item) => item !== stop)
    return !found(round, timeRound(round, rest, departure), limits).some((item) => item.rule === rule)
  }
  const stop = order.length > 1 ? order.toReversed().find(isRemedy) : undefined
  return stop === undefined ? null : { without: stop }
}
