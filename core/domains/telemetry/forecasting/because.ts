import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Candidate } from './candidate.ts'
import type { ForecastModel } from './forecastModels.ts'
import type { Timeline } from './timeline.ts'
import { dateOfDay } from './timeline.ts'

/** The reason of a forecast: the model with the largest weight, and its findings on this tank. JSON-serializable. */
export interface Because {
  kind: ForecastModel | 'borrowed'
  /** Degree days (°C·d) per litre above the base: the K-factor. */
  k_factor?: number
  /** Litres a day independent of the cold. */
  base?: number
  /** Growth of use from day to day: 0.02 is 2 %. */
  growth?: number
  /** 0 = Sunday … 6 = Saturday: the days of highest and lowest use. */
  most_on?: number
  least_on?: number
  /** Mean length of periods with and without use, days. */
  days_on?: number
  days_off?: number
  /** The first day of a changed use, and its factor: 0 if use has stopped, null if there was none before. */
  changed_on?: string
  factor?: number | null
  /** Mean degree days (°C·d) per day of the last week and of the next one. */
  cold_before?: number
  cold_ahead?: number
  /** Degree days come from the device's own thermometer. */
  cold_measured?: true
  /** Number of similar tanks whose history it uses. */
  lenders?: number
}

const WEEK = 7
/** Minimum number of days with known degree days for a week to be reported. */
const MIN_KNOWN_DAYS = 5
/** Days for which a change is reported. */
const REPORTED_DAYS = 42

/** Findings of the model with the largest weight, in litres and dates. */
export function becauseOf(
  candidates: readonly Candidate[],
  weights: readonly number[],
  timeline: Timeline,
  { ahead, isMeasured }: { ahead: readonly { degree_days: number }[]; isMeasured: boolean },
): Because {
  const kind = mostBelieved(candidates, weights)
  const leading = candidates
    .map((candidate, i) => ({ one: candidate, weight: candidate.model === kind ? itemAt(weights, i) : -1 }))
    .reduce((best, next) => (next.weight > best.weight ? next : best)).one
  const { base, perDegreeDay, weekdays, stretches, growth, change } = leading.found()
  const { unit, length, firstDay } = timeline
  const isReported = change !== undefined && length - change.day <= REPORTED_DAYS
  return {
    kind,
    ...(base !== undefined && { base: short(base * unit) }),
    ...(perDegreeDay !== undefined && perDegreeDay > 0 && { k_factor: short(1 / (perDegreeDay * unit)) }),
    ...(growth && { growth }),
    ...(weekdays && { most_on: placeOf(weekdays, Math.max), least_on: placeOf(weekdays, Math.min) }),
    ...(stretches && { days_on: short(stretches.on), days_off: short(stretches.off) }),
    ...(isReported && {
      changed_on: dateOfDay(firstDay + change.day),
      factor: change.factor === null ? null : short(change.factor),
    }),
    ...(kind === 'degree_days' && coldOf(timeline, ahead)),
    ...(kind === 'degree_days' && isMeasured && { cold_measured: true }),
  }
}

function mostBelieved(candidates: readonly Candidate[], weights: readonly number[]): ForecastModel {
  const byModel = new Map<ForecastModel, number>()
  for (const [i, { model }] of candidates.entries())
    byModel.set(model, (byModel.get(model) ?? 0) + itemAt(weights, i))
  return [...byModel].reduce((best, item) => (item[1] > best[1] ? item : best))[0]
}

/** Mean degree days of last week and next week, if both are known. */
function coldOf({ degreeDays }: Timeline, ahead: readonly { degree_days: number }[]): Partial<Because> {
  const before = degreeDays.slice(-WEEK).filter((value) => !Number.isNaN(value))
  const next = ahead.slice(0, WEEK).filter(({ degree_days }) => Number.isFinite(degree_days))
  if (before.length < MIN_KNOWN_DAYS || next.length < MIN_KNOWN_DAYS) return {}
  return {
    cold_before: short(before.reduce((sum, value) => sum + value, 0) / before.length),
    cold_ahead: short(next.reduce((sum, { degree_days }) => sum + degree_days, 0) / next.length),
  }
}

function placeOf(values: readonly number[], of: (...values: number[]) => number): number {
  return values.indexOf(of(...values))
}

/** Rounds to three significant digits. */
const short = (value: number) => Number(value.toPrecision(3))
