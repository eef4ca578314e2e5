import { Button, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RefusedCell } from '#core/domains/tools/data_import_logs.ts'
import { ImportSummary } from './ImportSummary.tsx'
import type { ImportLog } from './useImport.ts'

interface ImportCheckProps {
  log: ImportLog
  isPending: boolean
  onBack: () => void
  onImport: () => void
}

/** The third step: what the trial has found, row by row and column by column. */
export function ImportCheck({ log, isPending, onBack, onImport }: ImportCheckProps) {
  const { t } = useTranslation()
  const good = log.good_records ?? 0
  const bad = log.total_records - good
  return (
    <Stack>
      <Text role="status">
        <b>{t('tools.imports.good', { count: good })}</b>
        {bad > 0 ? `, ${t('tools.imports.bad', { count: bad })}.` : `. ${t('tools.imports.all_good')}`}
      </Text>
      {log.summary.length > 0 && <ImportSummary log={log} />}
      {bad > 0 && <Errors log={log} />}
      {bad > log.report.length && (
        <Text size="sm" c="dimmed">
          {t('tools.imports.more', { count: bad - log.report.length })}
        </Text>
      )}
      <Group>
        <Button disabled={good === 0} loading={isPending} onClick={onImport}>
          {t('tools.imports.go', { count: good })}
        </Button>
        <Button variant="default" onClick={onBack}>
          {t('tools.imports.back')}
        </Button>
      </Group>
    </Stack>
  )
}

function Errors({ log }: { log: ImportLog }) {
  const { t } = useTranslation()
  const columnOf = ({ field, position }: RefusedCell) =>
    position === null
      ? (log.fields.find(({ name }) => name === field)?.label ?? field)
      : log.headings[position]
  return (
    <Paper>
      <Table.ScrollContainer minWidth={360} mah={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('tools.imports.row')}</Table.Th>
              <Table.Th scope="col">{t('tools.imports.column')}</Table.Th>
              <Table.Th scope="col">{t('tools.imports.what')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {log.report.flatMap(({ row, errors }) =>
              errors.map((error) => (
                <Table.Tr key={`${row} ${error.field} ${error.message}`}>
                  <Table.Td>{row}</Table.Td>
                  <Table.Td>{columnOf(error)}</Table.Td>
                  <Table.Td>{error.message}</Table.Td>
                </Table.Tr>
              )),
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
