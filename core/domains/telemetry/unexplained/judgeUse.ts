// Longer than other files on purpose: the rules about outflow share one explanation of a tank's days and are judged together.

import { isOneOf } from '#core/platform/isOneOf.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { type BalanceDay, dayNumber } from './balanceDay.ts'
import { type ExplainedDay, type ExplainedUse, explainUse } from './explainUse.ts'
import { type Change, LONGEST_CHANGE, smallestChange, weighChange } from './weighChange.ts'

/** Sensitivity of a rule: the higher, the more false alarms. */
export const SENSITIVITIES = ['off', 'low', 'normal', 'high'] as const
export type Sensitivity = (typeof SENSITIVITIES)[number]

/** Rules that are judged daily from the outflow of a tank. */
export const USE_RULES = ['unexplained_loss', 'unexplained_rise', 'use_stopped', 'sensor_drift'] as const
export type UseRule = (typeof USE_RULES)[number]

export function isUseRule(rule: string): rule is UseRule {
  return isOneOf(USE_RULES, rule)
}

export interface UseQuestion {
  /** Completed days, oldest first; the last year counts. Gaps are allowed. */
  days: readonly BalanceDay[]
  /** Litres. */
  capacity: number
  /** Hours of a night in `days`. */
  nightHours?: number
  /** A tank whose last known day is older is not judged. */
  noOlderThan: string
  /** A heating tank: without known temperatures, a loss cannot be distinguished from a cold week. */
  isHeating?: boolean
  sensitivity: Readonly<Record<UseRule, Sensitivity>>
}

/** The readings behind a finding: litres of one day as measured, and as expected with the usual deviation. */
export interface EvidenceDay {
  date: string
  used: number
  expected: number
  spread: number
}

export interface UseFinding {
  rule: UseRule
  /** Its first day, YYYY-MM-DD. */
  since: string
  days: number
  /** Litres a day above (or below) the expectation, never negative; ± 95 %. */
  size: number
  margin: number
  /** Whether whole days or the quiet hours of nights show it. */
  by: 'days' | 'nights'
  evidence: readonly EvidenceDay[]
}

/** The judgement of a tank on a day, and the thresholds. */
export interface UseJudgement {
  /** Why nothing could be judged; `cold_unknown`: why no loss could be. */
  none: 'too_little_data' | 'no_reading' | 'cold_unknown' | null
  findings: readonly UseFinding[]
  /** Litres a day: the smallest loss with a 90 % chance to be found within 14 days. */
  smallest: number | null
  /** Litres: standard deviation of days from their expectation. */
  spread: number | null
  /** The evidence of a loss and its threshold: natural logarithms. */
  evidence: number | null
  threshold: number | null
}

/** Days looked back, and minimum number of known days. */
export const DAYS_JUDGED = 365
export const MIN_DAYS = 56
const DAYS_SHOWN_BEFORE = 14

/**
 * Thresholds of the evidence with a whole year known: one false alarm per tank in ten years at `normal`, found by simulation
 * (`npm run bench -- loss`); with fewer days the distribution of their scatter is less certain than it seems.
 */
const THRESHOLD: Record<Exclude<Sensitivity, 'off'>, number> = { low: 9.2, normal: 7, high: 5.7 }
const PER_KNOWN_DAY = 35
/** Judging nights as well adds a second chance of a false alarm. */
const NIGHTS_PENALTY = 0.5
/** The cold is a linear regressor, which only approximates houses. */
const COLD_PENALTY = 0.8
/** Minimum loss to report, percent of the capacity a day. */
const MIN_SIZE: Record<Exclude<Sensitivity, 'off'>, number> = { low: 0.3, normal: 0.1, high: 0.05 }
/** Standard deviations that a stop or rise must exceed. */
const DEVIATIONS: Record<Exclude<Sensitivity, 'off'>, number> = { low: 6, normal: 4.5, high: 3.5 }
const STOP_LIMITS = { share: 0.15, days: 3, longer: 1.5 }
/** Percent of the capacity within a day or two; a slower rise is a drift, with its own minimum total. */
const RISE_LIMITS = { days: 2, percent: 1 }
const DRIFT_LIMITS = { days: 5, percent: 0.75 }

/** Judges a tank by its days: whether its use is higher or lower than past days, weekday and cold explain. */
export function judgeUse(question: UseQuestion): UseJudgement {
  const days = withCold(question.days.slice(-DAYS_JUDGED))
  const nothing = { findings: [], smallest: null, spread: null, evidence: null, threshold: null }
  if (!isFresh(days, question)) return { ...nothing, none: 'no_reading' }
  if (days.length < MIN_DAYS || !(question.capacity > 0)) return { ...nothing, none: 'too_little_data' }
  const isColdUnknown =
    question.isHeating === true && days.filter((day) => day.degree_days !== undefined).length < MIN_DAYS
  const nights = nightsOf(days, question)
  const whole: Series = { use: explain(days, question.capacity), by: 'days', perDay: 1 }
  const all = nights === null ? [whole] : [whole, nights]
  const { finding: loss, ...judged } = isColdUnknown ? COLD_UNKNOWN : judgeLoss(question, all, whole)
  const findings = [
    loss,
    stopOf(question, whole),
    ...all.map((series) => gainOf(question, series, all.length)),
  ].filter((finding) => finding !== null)
  return {
    ...judged,
    findings: findings.filter((finding, i) => findings.findIndex(({ rule }) => rule === finding.rule) === i),
    spread: (whole.use.spread * question.capacity) / 100,
  }
}

type LossJudgement = Pick<UseJudgement, 'none' | 'smallest' | 'evidence' | 'threshold'> & {
  finding: UseFinding | null
}

const COLD_UNKNOWN: LossJudgement = {
  none: 'cold_unknown',
  ...{ finding: null, smallest: null, evidence: null, threshold: null },
}

/** The evidence of a loss by days and by nights, and the smallest detectable loss. */
function judgeLoss(question: UseQuestion, all: readonly Series[], whole: Series): LossJudgement {
  const sensitivity = question.sensitivity.unexplained_loss
  const judged = sensitivity === 'off' ? 'normal' : sensitivity
  const threshold = thresholdOf(judged, whole.use, all.length)
  const losses = all.map((series) => ({
    series,
    change: weighChange(series.use, series.use.days.length - 1, 1),
  }))
  const smallest = Math.max(
    smallestChange(whole.use, whole.use.days.length - 1, 14, threshold),
    MIN_SIZE[judged],
  )
  return {
    none: null,
    finding: lossOf(question, losses, all.length),
    smallest: (smallest * question.capacity) / 100,
    evidence: Math.max(...losses.map(({ change }) => change.evidence)),
    threshold,
  }
}

/** A weather provider covers the year only after a year: drops the days before its first ones, once the rest suffices. */
function withCold(days: readonly BalanceDay[]): readonly BalanceDay[] {
  const first = days.findIndex(({ degree_days }) => degree_days !== undefined)
  return first > 0 && days.length - first >= MIN_DAYS + LONGEST_CHANGE ? days.slice(first) : days
}

const isFresh = (days: readonly BalanceDay[], { noOlderThan }: UseQuestion) =>
  days.slice(-1).some(({ date }) => date >= noOlderThan)

/** Days or nights, in percent of the capacity a day; a day has `perDay` nights. */
interface Series {
  use: ExplainedUse
  by: UseFinding['by']
  perDay: number
}

function explain(days: readonly BalanceDay[], capacity: number): ExplainedUse {
  return explainUse(days, days.length - LONGEST_CHANGE, capacity)
}

/** Nights scaled to days: a loss in six hours of every night is four times as much per day. */
function nightsOf(days: readonly BalanceDay[], question: UseQuestion): Series | null {
  const { capacity, nightHours } = question
  if (nightHours === undefined) return null
  const perDay = 24 / nightHours
  const nights = days.flatMap((day) =>
    day.night === undefined ? [] : [{ ...day, used: day.night * perDay }],
  )
  if (nights.length < MIN_DAYS || !isFresh(nights, question)) return null
  return { use: explain(nights, capacity), by: 'nights', perDay }
}

function thresholdOf(
  sensitivity: Exclude<Sensitivity, 'off'>,
  { learnt, by }: ExplainedUse,
  ways: number,
): number {
  const more = (ways > 1 ? NIGHTS_PENALTY : 0) + (by.cold ? COLD_PENALTY : 0)
  return THRESHOLD[sensitivity] + PER_KNOWN_DAY / learnt + more
}

function lossOf(
  question: UseQuestion,
  losses: readonly { series: Series; change: Change }[],
  ways: number,
): UseFinding | null {
  const sensitivity = question.sensitivity.unexplained_loss
  if (sensitivity === 'off') return null
  const found = losses.find(
    ({ series, change }) =>
      change.size >= MIN_SIZE[sensitivity] &&
      change.evidence > thresholdOf(sensitivity, series.use, ways) &&
      change.evidence > usualEvidence(series.use),
  )
  return found ? findingOf('unexplained_loss', question, found.series, found.change) : null
}

/** A tank with two similar episodes within the year has them now and then: a third one must exceed the evidence of the second clearest. */
function usualEvidence(use: ExplainedUse): number {
  const episodes: { onset: number; evidence: number }[] = []
  for (let last = LONGEST_CHANGE; last < use.learnt - 1; last += 1) {
    const { evidence } = weighChange(use, last, 1)
    const latest = episodes.at(-1)
    if (latest && last - latest.onset <= LONGEST_CHANGE) latest.evidence = Math.max(latest.evidence, evidence)
    else if (evidence > THRESHOLD.high) episodes.push({ onset: last, evidence })
  }
  const [, second] = episodes.sort((one, other) => other.evidence - one.evidence)
  return second ? second.evidence + 1 : 0
}

/** No use on days with expected use, for longer than ever in the year. */
function stopOf(question: UseQuestion, series: Series): UseFinding | null {
  const sensitivity = question.sensitivity.use_stopped
  if (sensitivity === 'off') return null
  const { use } = series
  const { days } = use
  const isIdle = (day: ExplainedDay) => day.used <= STOP_LIMITS.share * Math.max(day.expected, use.spread)
  const idle = days.length - 1 - days.findLastIndex((day) => !isIdle(day))
  let longest = 0
  let run = 0
  for (const day of days.slice(0, days.length - idle)) {
    run = isIdle(day) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  if (idle < Math.max(STOP_LIMITS.days, STOP_LIMITS.longer * longest) || idle >= days.length) return null
  const last = Math.min(idle, LONGEST_CHANGE)
  const missing = sumOf(days.slice(-last), (day) => day.expected - day.used)
  // In warm weeks a heating tank may stand still.
  const warm = sumOf(days.slice(-last), (day) => day.ofWeeks)
  const margin = 1.96 * Math.hypot(deviationOf(use, last), warm)
  if (missing < (DEVIATIONS[sensitivity] * margin) / 1.96) return null
  // A tank with hardly any use cannot stop.
  if (sumOf(days.slice(-last), (day) => day.expected) < RISE_LIMITS.percent) return null
  const change = { days: idle, size: missing / last, margin: margin / last }
  return findingOf('use_stopped', question, series, change)
}

/** A rise without a delivery: sudden, or slow like a drifting sensor. */
function gainOf(question: UseQuestion, series: Series, ways: number): UseFinding | null {
  const { use } = series
  const { unexplained_rise: rise, sensor_drift: drift } = question.sensitivity
  for (let last = 1; rise !== 'off' && series.by === 'days' && last <= RISE_LIMITS.days; last += 1) {
    const gained = sumOf(use.days.slice(-last), (day) => -day.used)
    const margin = 1.96 * deviationOf(use, last)
    if (gained >= RISE_LIMITS.percent && gained >= (DEVIATIONS[rise] * margin) / 1.96)
      return findingOf('unexplained_rise', question, series, {
        days: last,
        size: gained / last,
        margin: margin / last,
      })
  }
  if (drift === 'off') return null
  const change = weighChange(use, use.days.length - 1, -1)
  if (change.evidence <= thresholdOf(drift, use, ways) || change.days < DRIFT_LIMITS.days) return null
  const gained = sumOf(use.days.slice(-change.days), (day) => -day.used)
  const hours = series.by === 'days' ? 1 : 1 / series.perDay
  const isRising = gained > 2 * deviationOf(use, change.days) && gained * hours >= DRIFT_LIMITS.percent
  return isRising ? findingOf('sensor_drift', question, series, change) : null
}

function sumOf(days: readonly ExplainedDay[], of: (day: ExplainedDay) => number): number {
  return days.reduce((sum, day) => sum + of(day), 0)
}

/** Standard deviation of the sum of the last days, in percent of the capacity: correlated errors add up. */
function deviationOf({ days, spread, persistence }: ExplainedUse, last: number): number {
  const mean = sumOf(days.slice(-last), ({ scale }) => scale) / last
  const together = Math.max((1 + persistence) / (1 - persistence), 0.5)
  return spread * mean * Math.sqrt(last * Math.min(together, last))
}

function findingOf(
  rule: UseRule,
  { capacity }: UseQuestion,
  { use, by }: Series,
  { days: lasted, size, margin }: Omit<Change, 'evidence'>,
): UseFinding {
  const litres = capacity / 100
  const shown = use.days.slice(-Math.min(lasted, LONGEST_CHANGE) - DAYS_SHOWN_BEFORE)
  return {
    rule,
    since: firstOf(use.days.slice(-lasted)).date,
    days: lasted,
    size: size * litres,
    margin: margin * litres,
    by,
    evidence: shown.map(({ date, used, expected, scale }) => ({
      date,
      used: used * litres,
      expected: expected * litres,
      spread: use.spread * scale * litres,
    })),
  }
}

/** Number of last days that must be as expected, and the maximum share of the change left, to close a finding. */
const CLOSING = { days: 5, share: 0.4 }

/** Whether a finding is over: the last days are as expected from the days before it. */
export function isOver(question: UseQuestion, found: Pick<UseFinding, 'rule' | 'since' | 'size'>): boolean {
  const days = withCold(question.days.slice(-DAYS_JUDGED))
  const learnt = days.findIndex(({ date }) => date >= found.since)
  const after = days.filter(({ date }) => dayNumber(date) >= dayNumber(found.since)).length
  if (!isFresh(days, question) || after < CLOSING.days || learnt < LONGEST_CHANGE) return false
  const use = explainUse(days, learnt, question.capacity)
  const last = use.days.slice(-CLOSING.days)
  const sign = found.rule === 'unexplained_loss' ? 1 : -1
  const beyond = sumOf(last, (day) => sign * (day.used - day.expected)) / CLOSING.days
  return beyond < (CLOSING.share * found.size * 100) / question.capacity
}
