import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { listJournalEntries } from '#core/domains/finance/journalCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'

type Entry = ResponseOf<typeof listJournalEntries>['entries'][number]

/** The journal entries of a document and of its payments, on request. */
export function DocumentJournal({ document_id }: { document_id: number }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['transaction_documents', 'journal', document_id],
    queryFn: reading<typeof listJournalEntries>('/transaction_documents/:document_id/journal', {
      params: { document_id: String(document_id) },
    }),
    select: ({ entries }) => entries,
    enabled: isOpen,
  })
  if (!user || !STAFF_AND_DISTRIBUTORS.some((distributor) => distributor === user.login_type_id)) return null
  if (!isOpen)
    return (
      <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
        {t('finance.journal.show')}
      </Button>
    )
  if (isError) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <Paper p="md" component="section" aria-labelledby="document-journal">
      <Title order={2} id="document-journal" mb="sm">
        {t('finance.journal.of_document')}
      </Title>
      <Stack gap="md">
        {data.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('finance.journal.no_entry')}
          </Text>
        )}
        {data.map((entry) => (
          <EntryLines key={entry.entry_id} entry={entry} />
        ))}
      </Stack>
    </Paper>
  )
}

function EntryLines({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { kind, is_reversal, dated, posted_on, missing, batch_number } = entry
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {t(`finance.journal.kinds.${kind}`)}
          {is_reversal && ` · ${t('finance.journal.reversed')}`}
        </Text>
        <Text size="sm" c="dimmed">
          {[
            date(posted_on ?? dated),
            batch_number !== null && t('finance.journal.number', { number: batch_number }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      {posted_on === null && (
        <Text size="sm" c="urgent">
          {missing.length === 0
            ? t('finance.journal.due', { count: 1, number: 1 })
            : t('finance.journal.missing', {
                what: missing
                  .map((purpose) => t(`records.account_rules.choices.purpose.${purpose}`))
                  .join(', '),
              })}
        </Text>
      )}
      {entry.lines.length > 0 && <EntryTable {...entry} />}
    </div>
  )
}

function EntryTable({ kind, lines, currency_id }: Entry) {
  const { t } = useTranslation()
  const { money } = useMoney()
  return (
    <DataTable
      label={t(`finance.journal.kinds.${kind}`)}
      rows={lines}
      keyOf={(_, index) => index}
      columns={[
        {
          title: t('records.account_rules.fields.account_id'),
          cell: ({ account_code, account_name }) => `${account_code} ${account_name}`,
        },
        ...(['debit', 'credit'] as const).map((side) => ({
          title: t(`finance.journal.${side}`),
          isFigure: true,
          cell: (line: Entry['lines'][number]) => line[side] && money(line[side], currency_id),
        })),
      ]}
    />
  )
}
