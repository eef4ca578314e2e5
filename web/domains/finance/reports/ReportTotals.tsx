import { Button, Paper, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { answersOf, type ReportName, salesWithoutCost } from '#core/domains/finance/reports.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { useColumns } from './useFigure.ts'
import type { Report } from './useReport.ts'
import { useRowTitle } from './useRowTitle.ts'

interface ReportTotalsProps {
  name: ReportName
  report: Report
}

/** The totals of a report by currency, compared with the previous period. If differences are the main result, other figures are shown on request. */
export function ReportTotals({ name, report }: ReportTotalsProps) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const answers = answersOf(name).map(([column]) => column)
  const [isWhole, setWhole] = useState(false)
  const { from, to } = report.before
  return (
    <section aria-label={t('records.reports.total')}>
      {answers.length > 0 && <Answers name={name} report={report} />}
      {(answers.length === 0 || isWhole) && <Figures name={name} report={report} without={answers} />}
      <Text size="xs" c="dimmed">
        {t('finance.reports.period_before', { from: date(from), to: date(to) })}
      </Text>
      {answers.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isWhole}
          onClick={() => setWhole((whole) => !whole)}
        >
          {t(isWhole ? 'finance.reports.fewer' : 'finance.reports.more')}
        </Button>
      )}
    </section>
  )
}

/** Total shortage or surplus, and where most of it is. */
function Answers({ name, report }: ReportTotalsProps) {
  const columns = useColumns(name, report.unit, true)
  const answers = answersOf(name)
  return report.totals
    .filter(({ now }) => answers.some(([column]) => column in now))
    .map((total) => (
      <SimpleGrid key={total.currency_id} cols={{ base: 1, sm: answers.length }} spacing="xs" mb="xs">
        {columns.flatMap((one) => {
          const sign = answers.find(([answer]) => answer === one.column)?.[1]
          return sign === undefined ? [] : <Answer key={one.column} {...{ report, total, sign, ...one }} />
        })}
      </SimpleGrid>
    ))
}

interface AnswerProps extends Pick<ReturnType<typeof useColumns>[number], 'column' | 'label' | 'text'> {
  report: Report
  total: Report['totals'][number]
  /** Of a shortage, 1 or -1. */
  sign: number
}

function Answer({ report, total: { currency_id, now, before }, sign, column, label, text }: AnswerProps) {
  const { t } = useTranslation()
  const titleOf = useRowTitle(report.by)
  const textOf = (value: string | null | undefined) => {
    if (value == null) return '–'
    const off = Math.round(Number(value)) * sign
    if (off === 0) return t('finance.reports.agrees')
    const figure = text({ [column]: String(Math.abs(off)) }, currency_id)
    return t(off > 0 ? 'finance.reports.missing' : 'finance.reports.over', { figure })
  }
  const size = (row: Report['rows'][number]) => Math.abs(Math.round(Number(row.figures[column] ?? 0)))
  const [largest] = report.rows.toSorted((one, other) => size(other) - size(one))
  return (
    <Paper p="sm">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={700} data-figures>
        {textOf(now[column])}
      </Text>
      {largest && size(largest) > 0 && (
        <Text size="sm" data-figures>
          {t('finance.reports.most', { where: titleOf(largest), figure: textOf(largest.figures[column]) })}
        </Text>
      )}
      <Text size="xs" c="dimmed" data-figures>
        {t('finance.reports.before', { figure: textOf(before[column]) })}
      </Text>
    </Paper>
  )
}

/** The totals, without some of them. */
function Figures({ name, report, without }: ReportTotalsProps & { without: readonly string[] }) {
  const { t } = useTranslation()
  const { number, quantity } = useFormat()
  const { money } = useMoney()
  const columns = useColumns(name, report.unit, true).filter(({ column }) => !without.includes(column))
  return report.totals.map(({ currency_id, now, before }) => (
    <SimpleGrid key={currency_id} cols={{ base: 2, sm: 3, lg: 4, xl: 7 }} spacing="xs" mb="xs">
      {columns
        .filter(({ column, isText }) => !isText && column in now)
        .map(({ column, kind, label, text }) => {
          const withoutCost = salesWithoutCost(now)
          const change = changeOf(now[column] ?? null, before[column] ?? null, kind === 'part')
          return (
            <Paper key={column} p="sm">
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <Text size="lg" fw={650} data-figures>
                {text(now, currency_id) || '–'}
              </Text>
              {column === 'margin' && withoutCost !== null && (
                <Text size="xs">
                  {t('finance.reports.without_cost', { amount: money(withoutCost, currency_id) })}
                </Text>
              )}
              <Text size="xs" c="dimmed">
                {t('finance.reports.before', { figure: text(before, currency_id) || '–' })}
                {change !== null &&
                  ` · ${change > 0 ? '+' : ''}${kind === 'part' ? `${number(change, 1)} ${t('finance.reports.points')}` : quantity(change, '%', 1)}`}
              </Text>
            </Paper>
          )
        })}
    </SimpleGrid>
  ))
}

/** Percent above which a change is not shown: the period before had nearly nothing. */
const LARGEST_CHANGE = 999

/**
 * Percent by which a figure changed, or the difference of two percents; null if the two cannot be compared, as with a loss after a profit.
 */
function changeOf(now: string | null, before: string | null, isPart: boolean): number | null {
  if (now === null || before === null) return null
  if (isPart) return Number(now) - Number(before)
  if (Number(before) === 0 || Math.sign(Number(now)) === -Math.sign(Number(before))) return null
  const change = ((Number(now) - Number(before)) / Math.abs(Number(before))) * 100
  return Math.abs(change) > LARGEST_CHANGE ? null : change
}
