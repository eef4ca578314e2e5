import { Anchor, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ReportName } from '#core/domains/finance/reports.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useColumns } from './useFigure.ts'
import type { Report, ReportRow } from './useReport.ts'

interface ReportTableProps {
  name: ReportName
  report: Report
  /** The records behind a row. */
  linkOf: (row: ReportRow) => string
}

/** The rows of a report below its totals; each leads to what it counts. */
export function ReportTable({ name, report, linkOf }: ReportTableProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const columns = useColumns(name, report.unit)
  const { by, rows, totals, left_out } = report
  const cells = ({ figures, currency_id }: Pick<ReportRow, 'figures' | 'currency_id'>) =>
    columns.map(({ column, isText, text }) => (
      <Table.Td
        key={column}
        {...(!isText && { ta: 'end', 'data-figures': true })}
        style={isText ? {} : NO_WRAP}
      >
        {isText ? <bdi>{text(figures, currency_id)}</bdi> : text(figures, currency_id)}
      </Table.Td>
    ))
  return (
    <>
      <Table.ScrollContainer minWidth={760}>
        <Table aria-label={t(`records.reports.names.${name}`)} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(`records.reports.groups.${by}`)}</Table.Th>
              {columns.map(({ column, isText, label }) => (
                <Table.Th key={column} {...(!isText && { ta: 'end' })}>
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
            {totals.map(({ currency_id, now }) => (
              <Table.Tr key={currency_id}>
                <Table.Th>{t('records.reports.total')}</Table.Th>
                {cells({ figures: now, currency_id })}
              </Table.Tr>
            ))}
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={[row.key, row.currency_id, row.figures['since']].join(' ')}>
                <Table.Td>
                  <Anchor component={Link} to={linkOf(row)}>
                    <bdi>
                      {row.title ?? (row.key === 'none' ? t(`records.reports.without.${by}`) : row.key)}
                    </bdi>
                  </Anchor>
                </Table.Td>
                {cells(row)}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {left_out > 0 && (
        <Text size="sm" c="dimmed">
          {t('finance.reports.left_out', { count: left_out, number: number(left_out, 0) })}
        </Text>
      )}
    </>
  )
}

const NO_WRAP = { whiteSpace: 'nowrap' } as const
