import { ScrollArea, Table, Text } from '@mantine/core'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Series, TankHistory } from './TankHistory.ts'
import { useChartTexts } from './useChartTexts.ts'

const MAX_ROWS = 500
/** Rows of the forecast above the newest reading. */
const MAX_ROWS_AHEAD = 10

interface SeriesTableProps {
  series: Series
  marks?: TankHistory['marks']
  height: number
}

interface Row {
  at: number
  value: string
  low: string
  high: string
}

/** A chart as a table, newest first: accessible, and with exact figures. */
export function SeriesTable({ series, marks, height }: SeriesTableProps) {
  const { t } = useTranslation()
  const texts = useChartTexts()
  const word = (key: string) => t(`telemetry.chart.${key}`)
  const rows = rowsOf(series, marks, texts).slice(0, MAX_ROWS)
  return (
    <ScrollArea h={height} viewportProps={{ tabIndex: 0 }}>
      <Table stickyHeader verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{word('time')}</Table.Th>
            <Table.Th ta="end">{t(`telemetry.chart.measures.${series.name}`)}</Table.Th>
            <Table.Th ta="end">{word('lowest')}</Table.Th>
            <Table.Th ta="end">{word('highest')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={`${row.at} ${index}`}>
              <Table.Td>{texts.instant(row.at)}</Table.Td>
              <Table.Td ta="end">{row.value}</Table.Td>
              <Table.Td ta="end">{row.low}</Table.Td>
              <Table.Td ta="end">{row.high}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {series.points.length > MAX_ROWS && (
        <Text size="xs" c="dimmed" p="xs">
          {t('telemetry.chart.newest_shown', { count: MAX_ROWS })}
        </Text>
      )}
    </ScrollArea>
  )
}

function rowsOf(
  series: Series,
  marks: SeriesTableProps['marks'],
  texts: ReturnType<typeof useChartTexts>,
): Row[] {
  const figure = (value: number | null) => (value === null ? '' : texts.quantity(value, series.unit))
  const points = series.points.map(([at, value, min, max]) => ({
    at,
    value: value === null ? texts.word('gap') : figure(value),
    low: figure(min),
    high: figure(max),
  }))
  const unmeasured = (ofThem: Series['points'], word: string) =>
    ofThem.map(([at, value, min, max]) => ({
      at,
      value: value === null ? '' : `${texts.about(figure(value))} · ${texts.word(word)}`,
      low: figure(min),
      high: figure(max),
    }))
  const estimates = unmeasured(series.estimated ?? [], 'estimated')
  const ahead = series.ahead ?? []
  const forecast = unmeasured(
    ahead.filter((_, index) => index % Math.ceil(ahead.length / MAX_ROWS_AHEAD) === 0),
    'forecast',
  )
  const changes = (marks?.changes ?? []).map(({ kind, verdict, ended_at, volume }) => ({
    at: Date.parse(ended_at),
    value: `${texts.word(verdict ?? kind)}: ${texts.quantity(volume, series.name === 'volume' ? series.unit : '')}`,
    low: '',
    high: '',
  }))
  const alerts = (marks?.alerts ?? []).map(({ level, opened_at }) => ({
    at: Date.parse(opened_at),
    value: `${texts.word('alert')}: ${texts.alert(level)}`,
    low: '',
    high: '',
  }))
  return [...points, ...estimates, ...forecast, ...changes, ...alerts].toSorted((a, b) => b.at - a.at)
}
