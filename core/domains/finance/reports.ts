import type { Decimal } from 'decimal.js'
import { keysOf } from '#core/platform/keysOf.ts'
import { Exact, sumOf } from '#core/platform/numbers/exact.ts'

/**
 * The reports, each with its possible groupings, the default first, and its columns with their kinds of figure. `price`: money per unit
 * of volume; `part`: percent.
 */
export const REPORTS = {
  margin: {
    by: ['product', 'customer', 'area', 'truck', 'driver', 'document'],
    columns: {
      volume: 'volume',
      billed: 'money',
      cost: 'money',
      margin: 'money',
      per_unit: 'price',
      share: 'part',
      unknown: 'volume',
    },
  },
  reconciliation: {
    by: ['product', 'truck'],
    columns: {
      delivered: 'volume',
      lifted: 'volume',
      kept: 'volume',
      gauged: 'volume',
      gauge_difference: 'volume',
      billed_volume: 'volume',
      unbilled: 'volume',
      amount: 'money',
    },
    answers: { kept: 1, gauge_difference: -1, unbilled: 1 },
  },
  run_outs: {
    by: ['tank'],
    totals: { run_outs: 'count', tanks: 'count', days: 'count' },
    columns: {
      customer: 'text',
      product: 'text',
      since: 'date',
      until: 'date',
      days: 'count',
      reason: 'choice',
    },
  },
} as const satisfies Readonly<Record<string, ReportDefinition>>

interface ReportDefinition {
  by: readonly [ReportGroup, ...ReportGroup[]]
  columns: Readonly<Record<string, FigureKind>>
  /** The figures of its totals, if they differ from the figures of its rows. */
  totals?: Readonly<Record<string, FigureKind>>
  /** The differences that a reader looks for first, each with the sign that means a loss. */
  answers?: Readonly<Record<string, 1 | -1>>
}

export type FigureKind = 'volume' | 'money' | 'price' | 'part' | 'count' | 'text' | 'date' | 'choice'
export type ReportName = keyof typeof REPORTS
export const REPORT_NAMES = keysOf(REPORTS)

/** The columns of a report with the kinds of their figures. */
export function columnsOf(name: ReportName): [string, FigureKind][] {
  return Object.entries<FigureKind>(REPORTS[name].columns)
}

/** The figures of its totals; the first one is charted. */
export function totalsOf(name: ReportName): [string, FigureKind][] {
  const { totals, columns }: ReportDefinition = REPORTS[name]
  return Object.entries<FigureKind>(totals ?? columns)
}

/** The differences that are shown before its other figures, each with the sign that means a loss. */
export function answersOf(name: ReportName): [string, 1 | -1][] {
  const { answers = {} }: ReportDefinition = REPORTS[name]
  return Object.entries<1 | -1>(answers)
}

export const REPORT_GROUPS = ['product', 'customer', 'area', 'truck', 'driver', 'document', 'tank'] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]

/** Filters of a report, each with the group whose rows lead to it. */
export const REPORT_FILTERS = {
  product: 'product_id',
  customer: 'company_id',
  area: 'area',
  truck: 'truck_id',
  driver: 'driver_id',
} as const
export type ReportFilter = (typeof REPORT_FILTERS)[keyof typeof REPORT_FILTERS]

/** Figures by column; decimals as strings, null if a figure is unknown or does not exist. */
export type Figures = Readonly<Record<string, string | null>>

/** Sales, some of them with a known cost. Decimals as strings, litres and amounts. */
export interface Sold {
  readonly litres: string
  readonly billed: string
  /** Litres of the goods whose cost is known. */
  readonly known_litres: string
  readonly known_billed: string
  readonly cost: string | null
}

/** Decimals of volumes, percents, and prices per unit. */
const PLACES = { volume: 1, part: 1, price: 4, money: 3 }

/**
 * The figures of a row of the margin report. Margin is billed less cost (gross margin), of the goods with a known cost only; the volume
 * of the others is `unknown`.
 * @param unit litres of the reader's unit of volume
 */
export function marginFigures(
  { litres, billed, known_litres, known_billed, cost }: Sold,
  unit: number,
): Figures {
  const inUnits = (value: string) => new Exact(value).dividedBy(unit)
  const margin = cost === null ? null : new Exact(known_billed).minus(cost)
  const known = inUnits(known_litres)
  return {
    volume: inUnits(litres).toFixed(PLACES.volume),
    billed: new Exact(billed).toFixed(PLACES.money),
    cost: cost === null ? null : new Exact(cost).toFixed(PLACES.money),
    margin: margin?.toFixed(PLACES.money) ?? null,
    per_unit: margin && !known.isZero() ? margin.dividedBy(known).toFixed(PLACES.price) : null,
    share:
      margin && !new Exact(known_billed).isZero()
        ? margin.dividedBy(known_billed).times(100).toFixed(PLACES.part)
        : null,
    unknown: inUnits(new Exact(litres).minus(known_litres).toFixed()).toFixed(PLACES.volume),
  }
}

/** The sales that a margin leaves out because their cost is unknown; null if there are none. */
export function salesWithoutCost({ billed, cost, margin }: Figures): string | null {
  if (billed == null) return null
  const rest = new Exact(billed).minus(cost ?? 0).minus(margin ?? 0)
  return rest.isZero() ? null : rest.toFixed(PLACES.money)
}

/** Litres of rounds and sales, as decimal strings. */
export interface Compared {
  readonly lifted: string
  readonly delivered: string
  /** Delivered by the rounds whose lifts are recorded. */
  readonly of_lifted: string
  /** Metered quantity of the deliveries that a gauge measured. */
  readonly metered: string
  readonly gauged: string
  /** Gauged less metered, beyond the usual differences of the tanks. */
  readonly difference: string
  readonly billed: string
}

/**
 * The figures of a row of the reconciliation: `kept` is lifted less delivered of the rounds whose lifts are recorded, `unbilled` delivered
 * less billed.
 * @param unit litres of the reader's unit of volume
 */
export function reconciliationFigures(some: readonly Compared[], unit: number): Figures {
  const sum = (name: keyof Compared) => sumOf(some.map((item) => item[name]))
  const text = (litres: Decimal) => litres.dividedBy(unit).toFixed(PLACES.volume)
  const [delivered, lifted, gauged, billed] = [sum('delivered'), sum('lifted'), sum('gauged'), sum('billed')]
  return {
    delivered: text(delivered),
    lifted: text(lifted),
    kept: lifted.isZero() ? null : text(lifted.minus(sum('of_lifted'))),
    gauged: text(gauged),
    gauge_difference: sum('metered').isZero() ? null : text(sum('difference')),
    billed_volume: text(billed),
    unbilled: text(delivered.minus(billed)),
  }
}

export interface Period {
  readonly from: string
  readonly to: string
}

/**
 * The period to compare with, days as YYYY-MM-DD: of a year up to a later month the same days a year before, of whole months the same
 * number of months before, of a month up to a day the same days of the month before, else the same number of days before.
 */
export function periodBefore({ from, to }: Period): Period {
  const isOfYear = from.endsWith('-01-01') && to.slice(0, 4) === from.slice(0, 4) && to.slice(5, 7) > '01'
  if (isOfYear) return { from: monthsBefore(from, 12), to: monthsBefore(to, 12) }
  const [first, last] = [new Date(from), new Date(to)]
  const next = new Date(last.getTime() + DAY_MS)
  if (first.getUTCDate() === 1 && next.getUTCDate() === 1) {
    const months = monthOf(next) - monthOf(first)
    const start = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - months, 1))
    return { from: dayOf(start.getTime()), to: dayOf(first.getTime() - DAY_MS) }
  }
  if (first.getUTCDate() === 1 && to.slice(0, 7) === from.slice(0, 7))
    return { from: monthsBefore(from, 1), to: monthsBefore(to, 1) }
  const start = 2 * first.getTime() - next.getTime()
  return { from: dayOf(start), to: dayOf(first.getTime() - DAY_MS) }
}

/** The same day some months before, or the last day of a shorter month. */
function monthsBefore(day: string, months: number): string {
  const date = new Date(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months]
  return dayOf(Math.min(Date.UTC(year, month, date.getUTCDate()), Date.UTC(year, month + 1, 0)))
}

/** The whole month before a day. */
export function lastMonth(today: string): Period {
  const date = new Date(today)
  const day = (month: number, ofMonth: number) => dayOf(Date.UTC(date.getUTCFullYear(), month, ofMonth))
  return { from: day(date.getUTCMonth() - 1, 1), to: day(date.getUTCMonth(), 0) }
}

/** Distance between the points of a period's chart, chosen for at most about sixty points. */
export function trendStep({ from, to }: Period): 'day' | 'week' | 'month' {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days <= 62 ? 'day' : days <= 200 ? 'week' : 'month'
}

/** The first days of the steps of a period's chart, YYYY-MM-DD; weeks begin on Monday. */
export function trendDays(period: Period): string[] {
  const step = trendStep(period)
  const first = new Date(period.from)
  if (step === 'week') first.setUTCDate(first.getUTCDate() - ((first.getUTCDay() + 6) % 7))
  if (step === 'month') first.setUTCDate(1)
  const days: string[] = []
  for (let at = first; dayOf(at.getTime()) <= period.to; at = new Date(at)) {
    days.push(dayOf(at.getTime()))
    if (step === 'month') at.setUTCMonth(at.getUTCMonth() + 1)
    else at.setUTCDate(at.getUTCDate() + (step === 'week' ? 7 : 1))
  }
  return days
}

const DAY_MS = 86_400_000

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function monthOf(date: Date): number {
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
