import { Anchor, Button, FileButton, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { RefusedCell } from '#core/domains/tools/data_import_logs.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useFileDownload } from '#web/resources/useFileDownload.tsx'
import type { ImportLog, ImportWork } from './useImport.ts'

interface ImportRefusedProps {
  log: ImportLog
  isPending: boolean
  onWork: (work: ImportWork) => void
}

/** The refused rows with reasons: to save, correct and import again. */
export function ImportRefused({ log, isPending, onWork }: ImportRefusedProps) {
  const { t } = useTranslation()
  if (log.refused_records === 0 || log.report.length === 0) return null
  const more = log.refused_records - log.report.length
  return (
    <Stack gap="xs" component="section" aria-label={t('tools.imports.refused')}>
      <Text fw={600}>{t('tools.imports.refused')}</Text>
      <Group gap="sm">
        <SaveButtons path={`/data_import_logs/${log.import_id}/refused`} />
        <FileButton accept=".csv,.xlsx" onChange={(file) => file && onWork({ step: 'correct', file })}>
          {(props) => (
            <Anchor component="button" type="button" size="sm" disabled={isPending} {...props}>
              {t('tools.imports.corrected')}
            </Anchor>
          )}
        </FileButton>
      </Group>
      <Errors log={log} />
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t('tools.imports.more', { count: more })}
        </Text>
      )}
    </Stack>
  )
}

function SaveButtons({ path }: { path: string }) {
  const { t } = useTranslation()
  const save = useFileDownload()
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      size="xs"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate({ path: `${path}?format=${format}`, fallback: `refused-rows.${format}` })}
    >
      {t(`tools.imports.refused_${format}`)}
    </Button>
  ))
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
              <Table.Th scope="col">{t('tools.imports.value')}</Table.Th>
              <Table.Th scope="col">{t('tools.imports.what')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {log.report.flatMap(({ row, errors }) =>
              errors.map((error) => (
                <Table.Tr key={`${row} ${error.field} ${error.message}`}>
                  <Table.Td>{row}</Table.Td>
                  <Table.Td>{columnOf(error)}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{error.value}</Table.Td>
                  <Table.Td>
                    {error.message}
                    {error.choices && ` (${error.choices.join(', ')})`}
                  </Table.Td>
                </Table.Tr>
              )),
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
