import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { JOURNAL_FILES, type JournalFile } from '#core/domains/finance/journalFiles.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { useFileDownload } from '#web/resources/useFileDownload.tsx'
import type { Journal } from './journal.ts'

type Batch = Journal['batches'][number]

/** Batches for the accounting program, with their files. */
export function JournalBatches({ batches }: { batches: readonly Batch[] }) {
  const { t } = useTranslation()
  if (batches.length === 0) return null
  return (
    <Paper p="md" component="section" aria-labelledby="journal-exports">
      <Title order={2} size="h4" id="journal-exports" mb="sm">
        {t('finance.journal.exports')}
      </Title>
      <Stack gap="sm" component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {batches.map((batch) => (
          <BatchRow key={batch.batch_id} batch={batch} />
        ))}
      </Stack>
    </Paper>
  )
}

function BatchRow({ batch }: { batch: Batch }) {
  const { t } = useTranslation()
  const { date, instant, number: figure } = useFormat()
  const { marksOf } = useMoney()
  const { batch_id, number, currency_id, entries, first_day, last_day, created_at, by } = batch
  const { mutate, isPending } = useFileDownload()
  const save = (format: JournalFile) =>
    mutate({ path: `/journal/batches/${batch_id}/file?format=${format}`, fallback: `journal-${number}` })
  return (
    <li>
      <Text fw={600}>{t('finance.journal.number', { number })}</Text>
      <Text size="sm" c="dimmed">
        {[
          t('finance.journal.entries', { count: entries, number: figure(entries, 0) }),
          `${date(first_day)} – ${date(last_day)}`,
          marksOf(currency_id)?.code,
          instant(created_at),
          by,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Group gap="sm">
        {JOURNAL_FILES.map((format) => (
          <Anchor
            key={format}
            component="button"
            type="button"
            size="sm"
            disabled={isPending}
            onClick={() => save(format)}
          >
            {t(`finance.journal.files.${format}`)}
          </Anchor>
        ))}
      </Group>
    </li>
  )
}
