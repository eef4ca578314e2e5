import { Random, seedOf } from '#core/domains/telemetry/forecasting/random.ts'
import type { DaysRange, LevelsForecast, LevelsInput } from '#core/domains/telemetry/forecastLevels.ts'
import type { Drawn } from './draws.ts'
import { type Family, FUTURE_DAYS, type Tank } from './families.ts'

interface Share {
  /** Median of the error of P50, days. */
  error: number
  /** Shares of outcomes between P10 and P90, and before P10. */
  inside: number
  late: number
}

/** The scores of a forecaster on one family at one distance, and of the true law of each tank. */
export interface Outcome extends Share {
  cases: number
  ofLaw: Share
}

export interface FamilyResult {
  family: Family
  near: Outcome
  middle: Outcome
  far: Outcome
  /** Mean pinball loss relative to the true law's. */
  loss: number
  /** The loss relative to the shape of the law with parameters learnt from the history; undefined if it is not defined. */
  lossLearnt: number | undefined
  /** Shares of the named models. */
  models: Map<string, number>
  /** CPU of one forecast, ms. */
  cpu: number
}

interface Case {
  forecast: DaysRange
  known: DaysRange
  learnt: DaysRange | undefined
  happened: number
}

type Forecaster = (input: LevelsInput) => LevelsForecast

const LEVELS = 8
const FUTURES = 400
/** Ranges of days that a forecast predicts, by which cases are grouped. */
const DISTANCES = { near: [5, 9], middle: [11, 17], far: [24, 36] } as const

/** Each set of seeds has its own tank numbers. */
const MAX_TANKS = 100_000

/** Draws tanks of a family, each at several levels, and compares the forecasts with the outcomes. */
export function backTest(
  family: Family,
  half: Drawn,
  { tanks, seeds }: { tanks: number; seeds: number },
  forecast: Forecaster,
): FamilyResult {
  const cases: Case[] = []
  const models = new Map<string, number>()
  let cpu = 0
  for (let number = 0; number < tanks; number += 1) {
    const seed = seedOf(
      [...`${family.name}, ${half}`].map((letter) => letter.charCodeAt(0)).concat(seeds * MAX_TANKS + number),
    )
    const random = new Random(seed)
    const tank = family.make(random, half)
    const wanted = Array.from({ length: LEVELS }, () => tank.rate * 4 * 11 ** random.uniform()).sort(
      (a, b) => a - b,
    )
    const volume = wanted.at(-1)! + 1
    const targets = wanted.map((litres) => volume - litres)
    const cpuBefore = process.cpuUsage()
    const answer = forecast({ ...tank.known, volume, targets })
    const { user, system } = process.cpuUsage(cpuBefore)
    cpu += (user + system) / 1000
    if (answer.none !== null) throw new Error(`${family.name} ${number}: ${answer.none}`)
    models.set(answer.model, (models.get(answer.model) ?? 0) + 1 / tanks)
    const { elapsed } = tank.known.today
    const happened = daysTo(wanted, (day) => tank.future[day]!, elapsed)
    const rangesOf = (draw: Tank['draw']) => {
      const drawn = new Random(seed ^ 0x5bd1e995)
      const futures = Array.from({ length: FUTURES }, () => daysTo(wanted, draw(drawn), elapsed))
      return wanted.map((_, i) => {
        const sorted = futures.map((days) => days[i]!).sort((a, b) => a - b)
        const at = (share: number) => sorted[Math.floor(share * FUTURES)]!
        return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
      })
    }
    const known = rangesOf(tank.draw)
    const learnt = tank.drawLearnt && rangesOf(tank.drawLearnt)
    for (const [i, range] of answer.days.entries())
      cases.push({ forecast: range, known: known[i]!, learnt: learnt?.[i], happened: happened[i]! })
  }
  const group = (of: keyof typeof DISTANCES) =>
    cases.filter(({ forecast }) => isWithin(forecast.p50, DISTANCES[of]))
  const grouped = [...group('near'), ...group('middle'), ...group('far')]
  const lossOf = (which: 'forecast' | 'known' | 'learnt') =>
    grouped.reduce((sum, item) => sum + (item[which] ? pinball(item[which], item.happened) : Number.NaN), 0)
  const learnt = lossOf('learnt') / lossOf('known')
  return {
    family,
    near: outcomeOf(group('near')),
    middle: outcomeOf(group('middle')),
    far: outcomeOf(group('far')),
    loss: lossOf('forecast') / lossOf('known'),
    lossLearnt: Number.isNaN(learnt) ? undefined : learnt,
    models,
    cpu: cpu / tanks,
  }
}

const isWithin = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high

/** Days until each quantity of `litres` is used, for one course of days; the rest of today comes first. */
function daysTo(litres: readonly number[], use: (day: number) => number, elapsed: number): number[] {
  const found: number[] = []
  let gone = 0
  let passed = 0
  for (let day = 0; day < FUTURE_DAYS && found.length < litres.length; day += 1) {
    const part = day === 0 ? 1 - elapsed : 1
    const used = use(day) * part
    while (found.length < litres.length && gone + used >= litres[found.length]!)
      found.push(passed + (part * (litres[found.length]! - gone)) / used)
    gone += used
    passed += part
  }
  while (found.length < litres.length) found.push(FUTURE_DAYS)
  return found
}

/** The mean pinball loss of the three quantiles, days. */
function pinball({ p10, p50, p90 }: DaysRange, happened: number): number {
  const of = (share: number, forecast: number) => {
    const off = happened - Math.min(forecast, FUTURE_DAYS)
    return Math.max(share * off, (share - 1) * off)
  }
  return (of(0.1, p10) + of(0.5, p50) + of(0.9, p90)) / 3
}

function outcomeOf(cases: readonly Case[]): Outcome {
  return { cases: cases.length, ...shareOf(cases, 'forecast'), ofLaw: shareOf(cases, 'known') }
}

function shareOf(cases: readonly Case[], of: 'forecast' | 'known'): Share {
  const share = (holds: (days: DaysRange, happened: number) => boolean) =>
    cases.filter((item) => holds(item[of], item.happened)).length / cases.length
  const errors = cases.map((item) => Math.abs(item[of].p50 - item.happened)).sort((a, b) => a - b)
  return {
    error: errors[errors.length >> 1] ?? Number.NaN,
    inside: share(({ p10, p90 }, happened) => happened >= p10 && happened <= p90),
    late: share(({ p10 }, happened) => happened < p10),
  }
}
