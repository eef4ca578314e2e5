import { Random, seedOf } from '#core/domains/telemetry/forecasting/random.ts'
import type { BalanceDay } from '#core/domains/telemetry/unexplained/balanceDay.ts'
import { DAYS_JUDGED, judgeUse, type UseJudgement } from '#core/domains/telemetry/unexplained/judgeUse.ts'
import type { Half } from '../forecast/families.ts'
import type { Section } from '../report.ts'
import { LOSS_FAMILIES, type LossFamily } from './lossFamilies.ts'

const HALVES: readonly Half[] = ['built on', 'kept back']
const CAPACITY = 1000
/** Percent of the capacity a day. */
const LOSS = 0.5
const LONGEST = 14
const FOUND = 0.9
/** A finding that goes on is one alert. */
const QUIET = 28
const ON = {
  unexplained_loss: 'normal',
  unexplained_rise: 'normal',
  use_stopped: 'normal',
  sensor_drift: 'normal',
} as const

interface LossResult {
  family: LossFamily
  /** Share of losses found within 7 and 14 days, and the median of the days. */
  week: number
  fortnight: number
  days: number
  /** Tank-years without any loss, and what was told in them all the same. */
  years: number
  falseLosses: number
  others: number
  /** Percent a day: the smallest loss that the tanks say can be seen on them. */
  smallest: number
  cpu: number
}

/** How soon a loss of half a percent a day is found on simulated tanks, and how often one is found that is none. */
export function benchLoss(quick: boolean): Section {
  const tanks = quick ? 6 : 200
  const years = quick ? 1 : 40
  const tables = HALVES.map((half) => {
    const results = LOSS_FAMILIES.map((family) => {
      const result = lossResult(family, half, tanks, years)
      console.log(`${half}: ${rowOf(result)}`)
      return result
    })
    return { half, results }
  })
  const all = tables.flatMap(({ results }) => results)
  const cpu = all.reduce((sum, result) => sum + result.cpu, 0) / all.length
  const body = `${tanks} tanks of each family lose ${LOSS} % of their capacity a day after a year without; ${years} tank-years of each lose nothing.
Days are off what explains them by *s* percent of the capacity, correlated by 0.3 from day to day. Goals: 90 % found within 7 days for s ≤ 0.2 %, within 14 for s ≤ 0.3 %, one false
alarm a tank in ten years. A share that misses its goal is printed in bold.

${tables.map(({ half, results }) => tableOf(half, results)).join('\n\n')}

CPU of judging one tank: ${cpu.toFixed(1)} ms on average.
`
  return ['## Unexplained loss', body]
}

function lossResult(family: LossFamily, half: Half, tanks: number, years: number): LossResult {
  const seedOfTank = (number: number, of: string) =>
    seedOf([...`loss of ${family.name}, ${half}, ${of}`].map((letter) => letter.charCodeAt(0)).concat(number))
  const found: number[] = []
  const smallest: number[] = []
  for (let number = 0; number < tanks; number += 1) {
    const days = family.make(new Random(seedOfTank(number, 'losing')), half, DAYS_JUDGED + LONGEST)
    smallest.push(judge(days, DAYS_JUDGED).smallest! / (CAPACITY / 100))
    found.push(daysUntilFound(days.map((day, i) => (i < DAYS_JUDGED ? day : losing(day)))))
  }
  let falseLosses = 0
  let others = 0
  const begun = process.cpuUsage()
  for (let number = 0; number < years; number += 1) {
    const days = family.make(new Random(seedOfTank(number, 'keeping')), half, DAYS_JUDGED + 365)
    const quietUntil = new Map<string, number>()
    for (let today = DAYS_JUDGED; today < days.length; today += 1) {
      for (const { rule } of judge(days, today).findings) {
        if (today >= (quietUntil.get(rule) ?? 0)) {
          if (rule === 'unexplained_loss') falseLosses += 1
          else others += 1
        }
        quietUntil.set(rule, today + QUIET)
      }
    }
  }
  const { user, system } = process.cpuUsage(begun)
  const within = (days: number) => found.filter((day) => day <= days).length / tanks
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
  return {
    family,
    week: within(7),
    fortnight: within(14),
    days: middle(found),
    years,
    falseLosses,
    others,
    smallest: middle(smallest),
    cpu: (user + system) / 1000 / (years * 365),
  }
}

const losing = (day: BalanceDay): BalanceDay => ({ ...day, used: day.used + (LOSS / 100) * CAPACITY })

function judge(days: readonly BalanceDay[], today: number): UseJudgement {
  const known = days.slice(Math.max(today - DAYS_JUDGED, 0), today)
  return judgeUse({ days: known, capacity: CAPACITY, noOlderThan: known.at(-1)!.date, sensitivity: ON })
}

function daysUntilFound(days: readonly BalanceDay[]): number {
  for (let day = 1; day <= LONGEST; day += 1) {
    const { findings } = judge(days, DAYS_JUDGED + day)
    if (findings.some(({ rule }) => rule === 'unexplained_loss')) return day
  }
  return Number.POSITIVE_INFINITY
}

function tableOf(half: Half, results: readonly LossResult[]): string {
  const title =
    half === 'built on' ? 'The half that the detectors were built on' : 'The half that was kept back'
  const years = results.reduce((sum, one) => sum + one.years, 0)
  const alarms = results.reduce((sum, one) => sum + one.falseLosses, 0)
  return `${title}:

| family | found within 7 days | within 14 days | median | smallest loss seen in 14 days | false losses | other findings |
|---|---|---|---|---|---|---|
${results.map(rowOf).join('\n')}

False losses of all together: ${alarms} in ${years} tank-years, one a tank in ${(years / Math.max(alarms, 1)).toFixed(0)} years.`
}

function rowOf({ family, week, fortnight, days, years, falseLosses, others, smallest }: LossResult): string {
  const { goal } = family
  return `| ${[
    family.name,
    marked(week, goal === 7),
    marked(fortnight, goal === 14),
    Number.isFinite(days) ? `${days} d` : '–',
    `${smallest.toFixed(2)} %/d`,
    `${falseLosses} in ${years} years`,
    String(others),
  ].join(' | ')} |`
}

function marked(share: number, isGoal: boolean): string {
  const text = `${Math.round(share * 100)} %`
  return isGoal && share < FOUND ? `**${text}**` : text
}
