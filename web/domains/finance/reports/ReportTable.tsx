import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ReportName } from '#core/domains/finance/reports.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { useColumns } from './useFigure.ts'
import type { Report, ReportRow } from './useReport.ts'
import { useRowTitle } from './useRowTitle.ts'

interface ReportTableProps {
  name: ReportName
  report: Report
  /** The records behind a row. */
  linkOf: (row: ReportRow) => string
}

/** The rows of a report above its totals; each links to the records that it counts. */
export function ReportTable({ name, report, linkOf }: ReportTableProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const columns = useColumns(name, report.unit)
  const titleOf = useRowTitle(report.by)
  return (
    <>
      <DataTable<Row>
        label={t(`records.reports.names.${name}`)}
        minWidth={760}
        rows={report.rows}
        totals={totalRows(report.totals)}
        keyOf={(row) => ['key' in row && row.key, row.currency_id, row.figures['since']].join(' ')}
        columns={[
          {
            title: t(`records.reports.groups.${report.by}`),
            cell: (row) =>
              'key' in row ? (
                <Anchor inherit component={Link} to={linkOf(row)}>
                  <bdi>{titleOf(row)}</bdi>
                </Anchor>
              ) : (
                t('records.reports.total')
              ),
          },
          ...columns.map(({ isText, label, text }) => ({
            title: label,
            isFigure: !isText,
            cell: ({ figures, currency_id }: Row) => <bdi>{text(figures, currency_id)}</bdi>,
          })),
        ]}
      />
      {report.left_out > 0 && (
        <Text size="sm" c="dimmed">
          {t('finance.reports.left_out', { count: report.left_out, number: number(report.left_out, 0) })}
        </Text>
      )}
    </>
  )
}

/** The totals by currency; volumes are in the same row as the amounts, if these are in one currency. */
function totalRows(totals: Report['totals']): Pick<ReportRow, 'figures' | 'currency_id'>[] {
  const rows = totals.map(({ currency_id, now }) => ({ currency_id, figures: now }))
  const [volumes, amounts] = rows
  return rows.length === 2 && volumes?.currency_id === null && amounts
    ? [{ ...amounts, figures: { ...volumes.figures, ...amounts.figures } }]
    : rows
}

/** A row, or a total. */
type Row = ReportRow | Pick<ReportRow, 'figures' | 'currency_id'>
