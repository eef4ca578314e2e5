import { Paper, SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReportName } from '#core/domains/finance/reports.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useColumns } from './useFigure.ts'
import type { Report } from './useReport.ts'

/** The answer of a report: its totals, by currency, against the period before. */
export function ReportTotals({ name, report }: { name: ReportName; report: Report }) {
  const { t } = useTranslation()
  const { number, date, quantity } = useFormat()
  const columns = useColumns(name, report.unit, true)
  const { from, to } = report.before
  return (
    <section aria-label={t('records.reports.total')}>
      {report.totals.map(({ currency_id, now, before }) => (
        <SimpleGrid key={currency_id} cols={{ base: 2, sm: 3, lg: 4, xl: 7 }} spacing="xs" mb="xs">
          {columns
            .filter(({ column, isText }) => !isText && column in now)
            .map(({ column, kind, label, text }) => {
              const change = changeOf(now[column] ?? null, before[column] ?? null, kind === 'part')
              return (
                <Paper key={column} p="sm">
                  <Text size="sm" c="dimmed">
                    {label}
                  </Text>
                  <Text size="lg" fw={650} data-figures>
                    {text(now, currency_id) || '–'}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {t('finance.reports.before', { figure: text(before, currency_id) || '–' })}
                    {change !== null &&
                      ` · ${change > 0 ? '+' : ''}${kind === 'part' ? `${number(change, 1)} ${t('finance.reports.points')}` : quantity(change, '%', 1)}`}
                  </Text>
                </Paper>
              )
            })}
        </SimpleGrid>
      ))}
      <Text size="xs" c="dimmed">
        {t('finance.reports.period_before', { from: date(from), to: date(to) })}
      </Text>
    </section>
  )
}

/** Percent above which a change is not shown: the period before had nearly nothing. */
const LARGEST_CHANGE = 999

/**
 * Percent by which a figure changed, or the difference of two percents; null where there is nothing to compare with, as for a loss after a
 * profit.
 */
function changeOf(now: string | null, before: string | null, isPart: boolean): number | null {
  if (now === null || before === null) return null
  if (isPart) return Number(now) - Number(before)
  if (Number(before) === 0 || Math.sign(Number(now)) === -Math.sign(Number(before))) return null
  const change = ((Number(now) - Number(before)) / Math.abs(Number(before))) * 100
  return Math.abs(change) > LARGEST_CHANGE ? null : change
}
