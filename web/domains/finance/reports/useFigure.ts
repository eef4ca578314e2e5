import { columnsOf, type FigureKind, type ReportName, totalsOf } from '#core/domains/finance/reports.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { Report } from './useReport.ts'

/** The columns of a report or of its totals, with their labels and their figures as texts. */
export function useColumns(name: ReportName, unit: Report['unit'], isTotals = false) {
  const { t } = useTranslation()
  const { quantity, number, date, unitName } = useFormat()
  const { money, price } = useMoney()
  const textOf = (kind: FigureKind, value: string, currency_id: number | null): string => {
    // Adding 0 removes the sign of a rounded -0.
    if (kind === 'volume') return quantity(Math.round(Number(value)) + 0, unit, 0)
    if (kind === 'money') return money(value, currency_id)
    if (kind === 'price') return price(value, currency_id)
    if (kind === 'part') return quantity(Number(value), '%', 1)
    if (kind === 'count') return number(Number(value), 0)
    if (kind === 'date') return date(value)
    return kind === 'choice' ? t(`records.reports.choices.${value}`) : value
  }
  return (isTotals ? totalsOf(name) : columnsOf(name)).map(([column, kind]) => ({
    column,
    kind,
    isText: kind === 'text' || kind === 'date' || kind === 'choice',
    label: t(`records.reports.columns.${column}`, { unit: unitName(unit) }),
    text: (figures: Report['rows'][number]['figures'], currency_id: number | null) => {
      const value = figures[column] ?? null
      return value === null ? '' : textOf(kind, value, currency_id)
    },
  }))
}
