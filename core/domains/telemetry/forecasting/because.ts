import type { Candidate } from './candidate.ts'
import type { ForecastModel } from './forecastModels.ts'
import type { Timeline } from './timeline.ts'
import { dateOfDay } from './timeline.ts'

/** Why a forecast says what it says: the model that is believed most, and what it has found on this tank. JSON as it is. */
export interface Because {
  kind: ForecastModel | 'borrowed'
  /** Degree days (°C·d) that a litre lasts beside the base: the trade's K-factor. */
  k_factor?: number
  /** Litres a day that no cold explains. */
  base?: number
  /** By how much a day takes more than the day before: 0.02 is 2 %. */
  growth?: number
  /** 0 = Sunday … 6 = Saturday: the days that take most and least. */
  most_on?: number
  least_on?: number
  /** How long stretches with and without use last, days. */
  days_on?: number
  days_off?: number
  /** The first day of a use that differs, and by which factor: 0 where it has stopped, null where there was none before. */
  changed_on?: string
  factor?: number | null
  /** Mean degree days (°C·d) of a day of the last week and of the next one. */
  cold_before?: number
  cold_ahead?: number
  /** How cold it was is told by the device's own temperature. */
  cold_measured?: true
  /** How many tanks of its kind have lent their past. */
  lenders?: number
}

const WEEK = 7
/** Days of a week of which the cold must be known for the week to be told. */
const LEAST_OF_WEEK = 5
/** So long a change is news, days. */
const NEWS = 42

/** The facts of the model that is believed most, in litres and dates. */
export function becauseOf(
  candidates: readonly Candidate[],
  weights: readonly number[],
  timeline: Timeline,
  { ahead, isMeasured }: { ahead: readonly { degree_days: number }[]; isMeasured: boolean },
): Because {
  const kind = mostBelieved(candidates, weights)
  const leading = candidates
    .map((one, i) => ({ one, weight: one.model === kind ? weights[i]! : -1 }))
    .reduce((best, next) => (next.weight > best.weight ? next : best)).one
  const { base, perDegreeDay, weekdays, stretches, growth, change } = leading.found()
  const { unit, length, firstDay } = timeline
  const isNews = change !== undefined && length - change.day <= NEWS
  return {
    kind,
    ...(base !== undefined && { base: short(base * unit) }),
    ...(perDegreeDay !== undefined && perDegreeDay > 0 && { k_factor: short(1 / (perDegreeDay * unit)) }),
    ...(growth && { growth }),
    ...(weekdays && { most_on: placeOf(weekdays, Math.max), least_on: placeOf(weekdays, Math.min) }),
    ...(stretches && { days_on: short(stretches.on), days_off: short(stretches.off) }),
    ...(isNews && {
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
    byModel.set(model, (byModel.get(model) ?? 0) + weights[i]!)
  return [...byModel].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** How cold last week was and next week will be, where both are known. */
function coldOf({ degreeDays }: Timeline, ahead: readonly { degree_days: number }[]): Partial<Because> {
  const before = degreeDays.slice(-WEEK).filter((value) => !Number.isNaN(value))
  const next = ahead.slice(0, WEEK).filter(({ degree_days }) => Number.isFinite(degree_days))
  if (before.length < LEAST_OF_WEEK || next.length < LEAST_OF_WEEK) return {}
  return {
    cold_before: short(before.reduce((sum, value) => sum + value, 0) / before.length),
    cold_ahead: short(next.reduce((sum, { degree_days }) => sum + degree_days, 0) / next.length),
  }
}

function placeOf(values: readonly number[], of: (...values: number[]) => number): number {
  return values.indexOf(of(...values))
}

/** Kept with three digits: a sentence says no more. */
const short = (value: number) => Number(value.toPrecision(3))
