import { Random, seedOf } from '#core/domains/telemetry/forecasting/random.ts'
import type { BalanceDay } from '#core/domains/telemetry/unexplained/balanceDay.ts'
import { DAYS_JUDGED, judgeUse, type UseJudgement } from '#core/domains/telemetry/unexplained/judgeUse.ts'
import type { Half } from '../forecast/draws.ts'
import type { Section } from '../report.ts'
import { FIRST_AUTUMNS, LOSS_FAMILIES, type LossFamily } from './lossFamilies.ts'

const HALVES: readonly Half[] = ['built on', 'kept back']
const CAPACITY = 1000
/** Percent of the capacity a day. */
const LOSS = 0.5
const MAX_DAYS = 14
/** Known weeks of tanks, and the days for which they are then watched. */
const SHORT_HISTORIES = [6, 8, 12]
const WATCHED = 28
/** Known days of a tank in its first year, and from which of them on it is watched. */
const FIRST_YEAR = { known: 330, watched: 70 }
/** Increased when the detectors change, so that seeds are drawn again and the held-out half stays fresh. */
const SEEDS = 3
const FOUND = 0.9
/** A finding that continues is one alert. */
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
  /** Tank-years without any loss, and false alarms in them. */
  years: number
  falseLosses: number
  others: number
  /** Percent a day: the smallest visible loss by the tanks' own figures. */
  smallest: number
  cpu: number
}

interface AutumnResult {
  family: LossFamily
  tanks: number
  /** Tanks with a false alarm, with and without the climate's expectation. */
  explained: number
  unexplained: number
}

interface ShortResult {
  weeks: number
  /** Share of losses found within 14 days, tank-years without any loss, and false alarms in them. */
  fortnight: number
  years: number
  falseLosses: number
}

/**
 * Measures how soon a loss of half a percent a day is found on simulated tanks, and how often there is a false alarm. With `only`, the
 * families whose names contain it are run and printed with the first autumns, without a section.
 */
export function benchLoss(quick: boolean, only: string): Section[] {
  const tanks = quick ? 6 : 200
  const years = quick ? 1 : 40
  const tables = HALVES.map((half) => {
    const families = LOSS_FAMILIES.filter(({ name }) => name.includes(only))
    const results = families.map((family) => {
      const result = lossResult(family, half, tanks, years)
      console.log(`${half}: ${rowOf(result)}`)
      return result
    })
    const short = families.map((family) => shortResults(family, half, tanks))
    const autumns = FIRST_AUTUMNS.map((family) => autumnResult(family, half, quick ? 3 : 60))
    if (only !== '') console.log(autumnTableOf(autumns))
    return { half, results, short, autumns }
  })
  if (only !== '') return []
  const all = tables.flatMap(({ results }) => results)
  const cpu = all.reduce((sum, result) => sum + result.cpu, 0) / all.length
  const body = `${tanks} tanks of each family lose ${LOSS} % of their capacity a day after a year without; ${years} tank-years of each lose nothing.
Days are off what explains them by *s* percent of the capacity, correlated by 0.3 from day to day. Goals: 90 % found within 7 days for s ≤ 0.2 %, within 14 for s ≤ 0.3 %, one false
alarm a tank in ten years. A share that misses its goal is printed in bold. No finding is reported on a tank before eight weeks of it are known; those with short histories (shares found
within 14 days, and false losses) are watched for ${WATCHED} days.

${tables
  .map(
    ({ half, results, short, autumns }) =>
      `${tableOf(half, results)}\n\n${shortTableOf(short)}\n\n${autumnTableOf(autumns)}`,
  )
  .join('\n\n')}

CPU of judging one tank: ${cpu.toFixed(1)} ms on average.
`
  return [['## Unexplained loss', body]]
}

const seedOfTank = ({ name }: LossFamily, half: Half, of: string, number: number) =>
  seedOf(
    [...`loss of ${name}, ${half}, ${of}, ${SEEDS}`].map((letter) => letter.charCodeAt(0)).concat(number),
  )

function shortResults(family: LossFamily, half: Half, tanks: number): ShortResult[] {
  return SHORT_HISTORIES.map((weeks) => {
    const known = weeks * 7
    let found = 0
    let falseLosses = 0
    for (let number = 0; number < tanks; number += 1) {
      const random = new Random(seedOfTank(family, half, `of ${weeks} weeks`, number))
      const days = family.make(random, half, known + WATCHED)
      const isReported = Array.from({ length: WATCHED }, (_, i) => reportsLoss(days, known + i + 1))
      falseLosses += isReported.includes(true) ? 1 : 0
      const leaking = days.map((day, i) => (i < known ? day : losing(day)))
      found += Number.isFinite(daysUntilFound(leaking, known)) ? 1 : 0
    }
    return { weeks, fortnight: found / tanks, years: (tanks * WATCHED) / 365, falseLosses }
  })
}

function autumnResult(family: LossFamily, half: Half, tanks: number): AutumnResult {
  let explained = 0
  let unexplained = 0
  for (let number = 0; number < tanks; number += 1) {
    const random = new Random(seedOfTank(family, half, 'of a first autumn', number))
    const days = family.make(random, half, FIRST_YEAR.known)
    const plain = days.map(({ date, used }) => ({ date, used }))
    const isReported = (of: readonly BalanceDay[]) =>
      of.some((_, today) => today >= FIRST_YEAR.watched && reportsLoss(of, today))
    explained += isReported(days) ? 1 : 0
    unexplained += isReported(plain) ? 1 : 0
  }
  return { family, tanks, explained, unexplained }
}

function lossResult(family: LossFamily, half: Half, tanks: number, years: number): LossResult {
  const found: number[] = []
  const smallest: number[] = []
  for (let number = 0; number < tanks; number += 1) {
    const days = family.make(
      new Random(seedOfTank(family, half, 'losing', number)),
      half,
      DAYS_JUDGED + MAX_DAYS,
    )
    smallest.push(judge(days, DAYS_JUDGED).smallest! / (CAPACITY / 100))
    const leaking = days.map((day, i) => (i < DAYS_JUDGED ? day : losing(day)))
    found.push(daysUntilFound(leaking, DAYS_JUDGED))
  }
  let falseLosses = 0
  let others = 0
  const cpuBefore = process.cpuUsage()
  for (let number = 0; number < years; number += 1) {
    const days = family.make(new Random(seedOfTank(family, half, 'keeping', number)), half, DAYS_JUDGED + 365)
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
  const { user, system } = process.cpuUsage(cpuBefore)
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

const reportsLoss = (days: readonly BalanceDay[], today: number) =>
  judge(days, today).findings.some(({ rule }) => rule === 'unexplained_loss')

function daysUntilFound(days: readonly BalanceDay[], known: number): number {
  for (let day = 1; day <= MAX_DAYS; day += 1) if (reportsLoss(days, known + day)) return day
  return Number.POSITIVE_INFINITY
}

function tableOf(half: Half, results: readonly LossResult[]): string {
  const title =
    half === 'built on' ? 'The half that the detectors were built on' : 'The half that was kept back'
  const years = results.reduce((sum, result) => sum + result.years, 0)
  const alarms = results.reduce((sum, result) => sum + result.falseLosses, 0)
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

function shortTableOf(families: readonly ShortResult[][]): string {
  const rows = LOSS_FAMILIES.map(({ name }, i) => {
    const cells = families[i]!.map(
      ({ fortnight, falseLosses }) => `${Math.round(fortnight * 100)} %, ${falseLosses} false`,
    )
    return `| ${[name, ...cells].join(' | ')} |`
  })
  const all = SHORT_HISTORIES.map((weeks, i) => {
    const sum = (of: (result: ShortResult) => number) =>
      families.reduce((total, results) => total + of(results[i]!), 0)
    const [alarms, years] = [sum((one) => one.falseLosses), sum((one) => one.years)]
    return `${alarms} in ${years.toFixed(0)} tank-years with ${weeks} weeks`
  })
  return `| known | ${SHORT_HISTORIES.map((weeks) => `${weeks} weeks`).join(' | ')} |
|---|${SHORT_HISTORIES.map(() => '---|').join('')}
${rows.join('\n')}

False losses of all together: ${all.join(', ')}.`
}

function autumnTableOf(results: readonly AutumnResult[]): string {
  const rows = results.map(
    ({ family, tanks, explained, unexplained }) =>
      `| ${family.name} | ${explained} of ${tanks} | ${unexplained} of ${tanks} |`,
  )
  return `Tanks that are known since spring and lose nothing, whose weather is unknown: for how many a loss is reported within the year.

| | with the season of the climate | without |
|---|---|---|
${rows.join('\n')}`
}

function marked(share: number, isGoal: boolean): string {
  const text = `${Math.round(share * 100)} %`
  return isGoal && share < FOUND ? `**${text}**` : text
}
