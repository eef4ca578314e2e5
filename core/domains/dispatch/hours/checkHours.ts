import type { HoursRule } from './hoursRules.ts'

/** A span of a driver's duty, in s from a common origin. Time between two spans is rest. */
export interface Duty {
  kind: 'driving' | 'work'
  from: number
  until: number
}

export type HoursIssueRule = 'hours_driving' | 'hours_window' | 'hours_break' | 'hours_week'

export interface HoursIssue {
  rule: HoursIssueRule
  /** The moment from which driving is no longer allowed. */
  at: number
  /** Seconds allowed, and seconds found. */
  limit: number
  found: number
}

const DAY = 86_400
/** Tolerance in s for sums of floating-point numbers. */
const TOLERANCE = 1e-6

/** Counters of a driver's current day. */
interface Count {
  onDutySince: number
  driven: number
  sinceBreak: number
  /** The first part of a split break has been taken. */
  hasFirstPart: boolean
  /** When the driver last stopped driving, and when duty last ended. */
  stoodSince: number
  freeSince: number
}

/**
 * The violations of hours of service in a round, with the duty of earlier days carried over. Each rule is reported once, from
 * the moment it is broken. Independent of the route planner. Sources: see `hoursRules.ts`.
 * @param earlier Duty before the round; its own violations are not reported again.
 * @param midnight Any midnight in the time zone of the driver's home: consecutive days are counted from it.
 */
export function checkHours(
  rule: HoursRule,
  { earlier, round, midnight }: { earlier: readonly Duty[]; round: readonly Duty[]; midnight: number },
): HoursIssue[] {
  const byTime = (one: Duty, other: Duty) => one.from - other.from || one.until - other.until
  const all = [...earlier, ...round].toSorted(byTime)
  const own = new Set(round)
  const found = new Map<HoursIssueRule, HoursIssue>()
  let count: Count | null = null
  for (const duty of all) {
    count = afterDuty(afterRest(rule, count, duty), duty)
    if (!own.has(duty)) continue
    const issues = [...dayIssues(rule, count, duty), ...weekIssues(rule, all, duty, midnight)]
    for (const issue of issues) {
      const first = found.get(issue.rule)
      found.set(issue.rule, first ? { ...first, found: Math.max(first.found, issue.found) } : issue)
    }
  }
  return [...found.values()]
}

/** Applies the time off before a duty: it starts a new day, completes a break, or changes nothing. */
function afterRest(rule: HoursRule, count: Count | null, duty: Duty): Count {
  if (count === null || duty.from - count.freeSince >= rule.rest - TOLERANCE) {
    const begins = duty.from
    return {
      onDutySince: begins,
      driven: 0,
      sinceBreak: 0,
      hasFirstPart: false,
      stoodSince: begins,
      freeSince: begins,
    }
  }
  if (rule.break === null) return count
  const { length, isRest, parts } = rule.break
  const pause = isRest
    ? duty.from - count.freeSince
    : duty.kind === 'driving'
      ? duty.from - count.stoodSince
      : 0
  if (pause >= length - TOLERANCE) return { ...count, sinceBreak: 0, hasFirstPart: false }
  if (parts === null) return count
  if (count.hasFirstPart && pause >= parts[1] - TOLERANCE)
    return { ...count, sinceBreak: 0, hasFirstPart: false }
  return { ...count, hasFirstPart: count.hasFirstPart || pause >= parts[0] - TOLERANCE }
}

function afterDuty(count: Count, { kind, from, until }: Duty): Count {
  const freeSince = Math.max(count.freeSince, until)
  if (kind === 'work') return { ...count, freeSince }
  const length = until - from
  return {
    ...count,
    driven: count.driven + length,
    sinceBreak: count.sinceBreak + length,
    stoodSince: Math.max(count.stoodSince, until),
    freeSince,
  }
}

function dayIssues(rule: HoursRule, count: Count, { kind, until }: Duty): HoursIssue[] {
  const isDriving = kind === 'driving'
  const over = (name: HoursIssueRule, limit: number, found: number): HoursIssue[] =>
    found > limit + TOLERANCE ? [{ rule: name, at: until - (found - limit), limit, found }] : []
  const { window } = rule
  return [
    ...(isDriving ? over('hours_driving', rule.driving, count.driven) : []),
    ...(isDriving && rule.break ? over('hours_break', rule.break.driving, count.sinceBreak) : []),
    ...(window && (isDriving || window.isReleased)
      ? over('hours_window', window.length, until - count.onDutySince)
      : []),
  ]
}

function weekIssues(
  { week }: HoursRule,
  all: readonly Duty[],
  { kind, from, until }: Duty,
  midnight: number,
): HoursIssue[] {
  if (week === null || kind !== 'driving') return []
  const today = midnight + Math.floor((from - midnight) / DAY) * DAY
  const first = Math.max(today - (week.days - 1) * DAY, lastRestart(all, from, week.restart))
  const before = all.reduce(
    (sum, duty) => sum + Math.max(0, Math.min(duty.until, from) - Math.max(duty.from, first)),
    0,
  )
  const found = before + until - from
  const at = from + Math.max(0, week.duty - before)
  return found > week.duty + TOLERANCE ? [{ rule: 'hours_week', at, limit: week.duty, found }] : []
}

/** When duty resumed after the last rest that qualifies as a restart. */
function lastRestart(all: readonly Duty[], now: number, restart: number): number {
  let began = Number.NEGATIVE_INFINITY
  let freeSince = Number.NEGATIVE_INFINITY
  for (const { from, until } of all) {
    if (from > now) break
    if (from - freeSince >= restart - TOLERANCE) began = from
    freeSince = Math.max(freeSince, until)
  }
  return began
}
