import { Badge, Button, Group, Paper, Title } from '@mantine/core'
import { useState } from 'react'
import type { closeMonth, reopenMonth } from '#core/domains/finance/journalCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useCommand } from '#web/platform/useCommand.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import type { Journal } from './journal.ts'

type Month = Journal['months'][number]

/** The months with their totals. Months are closed in order; the last closed one can be opened again. */
export function JournalMonths({ journal, seller_id }: { journal: Journal; seller_id: number }) {
  const { t } = useTranslation()
  const { language, number } = useFormat()
  const { money } = useMoney()
  const may = useMay()
  const [opened, setOpened] = useState<string | null>(null)
  const close = useCommand(['journal'], (month: string) =>
    request<typeof closeMonth>('POST', '/journal/close', { body: { seller_id, month } }),
  )
  const reopen = useCommand(
    ['journal'],
    (reason: string) =>
      request<typeof reopenMonth>('POST', '/journal/reopen', { body: { seller_id, month: opened!, reason } }),
    () => setOpened(null),
  )
  const name = (month: string) =>
    new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(month),
    )
  const next = journal.months.findLast(({ can_close }) => can_close)
  const last = journal.months.find(({ is_closed }) => is_closed)
  if (journal.months.length === 0) return null
  return (
    <Paper p="md" component="section" aria-labelledby="journal-months">
      <Title order={2} size="h4" id="journal-months" mb="sm">
        {t('finance.journal.months')}
      </Title>
      <DataTable
        label={t('finance.journal.months')}
        minWidth={640}
        rows={journal.months}
        keyOf={({ month, currency_id }) => `${month} ${currency_id}`}
        columns={[
          { title: t('finance.journal.month'), cell: ({ month }) => name(month) },
          {
            title: t('finance.journal.entries_of_month'),
            isFigure: true,
            cell: ({ entries }) => number(entries, 0),
          },
          ...(['invoiced', 'received', 'debits'] as const).map((column) => ({
            title: t(`finance.journal.${column}`),
            isFigure: true,
            cell: (one: Month) => money(one[column], one.currency_id),
          })),
          {
            title: t('finance.journal.state'),
            cell: (one) => (
              <Group gap="xs" wrap="nowrap">
                <Badge variant="light" color={one.is_closed ? 'gray' : 'green'}>
                  {t(one.is_closed ? 'finance.journal.is_closed' : 'finance.journal.is_open')}
                </Badge>
                {one === next && may('transaction_documents.update') && (
                  <Button
                    size="compact-xs"
                    variant="light"
                    loading={close.isPending}
                    onClick={() => close.mutate(one.month)}
                  >
                    {t('finance.journal.close', { month: name(one.month) })}
                  </Button>
                )}
                {one === last && may('transaction_documents.delete') && (
                  <Button size="compact-xs" variant="subtle" onClick={() => setOpened(one.month)}>
                    {t('finance.journal.reopen', { month: name(one.month) })}
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
      {opened && (
        <ReasonDialog
          title={t('finance.journal.reopen', { month: name(opened) })}
          action={t('finance.journal.reopen_action')}
          text={t('finance.journal.reopen_text')}
          isRequired
          isPending={reopen.isPending}
          error={reopen.error}
          onConfirm={(reason) => reopen.mutate(reason)}
          onClose={() => setOpened(null)}
        />
      )}
    </Paper>
  )
}
