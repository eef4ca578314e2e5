import { Badge, Button, Group, Paper, Title } from '@mantine/core'
import { useState } from 'react'
import type { closeMonth, reopenMonth } from '#core/domains/finance/journalCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { dateFormat } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useCommand } from '#web/platform/useCommand.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { type DataColumn, DataTable } from '#web/ui/DataTable.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import type { Journal } from './journal.ts'

type Month = Journal['months'][number]

/** The months with their totals. Months are closed in order; the last closed one can be reopened. */
export function JournalMonths({ journal, seller_id }: { journal: Journal; seller_id: number }) {
  const { t } = useTranslation()
  const figures = useFigureColumns()
  // It keeps asking when the month is no longer the last one, so that a refusal is read.
  const [opened, setOpened] = useState<string | null>(null)
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
          ...figures,
          {
            title: t('finance.journal.state'),
            cell: (one) => (
              <Group gap="xs" wrap="nowrap">
                <Badge variant="light" color={one.is_closed ? 'gray' : 'green'}>
                  {t(one.is_closed ? 'finance.journal.is_closed' : 'finance.journal.is_open')}
                </Badge>
                {one === next && <CloseMonth seller_id={seller_id} month={one.month} />}
                {one === last && <ReopenMonth month={one.month} onOpen={setOpened} />}
              </Group>
            ),
          },
        ]}
      />
      {opened && <ReopenDialog seller_id={seller_id} month={opened} onClose={() => setOpened(null)} />}
    </Paper>
  )
}

/** The columns of a month's name and figures. */
function useFigureColumns(): DataColumn<Month>[] {
  const { t } = useTranslation()
  const { number } = useFormat()
  const nameOf = useMonthName()
  const { money } = useMoney()
  return [
    { title: t('finance.journal.month'), cell: ({ month }) => nameOf(month) },
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
  ]
}

interface OneMonthProps {
  seller_id: number
  month: string
}

function CloseMonth({ seller_id, month }: OneMonthProps) {
  const { t } = useTranslation()
  const nameOf = useMonthName()
  const mayClose = useMay()('transaction_documents.update')
  const close = useCommand(['journal'], () =>
    request<typeof closeMonth>('POST', '/journal/close', { body: { seller_id, month } }),
  )
  return (
    mayClose && (
      <Button size="compact-xs" variant="light" loading={close.isPending} onClick={() => close.mutate()}>
        {t('finance.journal.close', { month: nameOf(month) })}
      </Button>
    )
  )
}

function ReopenMonth({ month, onOpen }: { month: string; onOpen: (month: string) => void }) {
  const { t } = useTranslation()
  const nameOf = useMonthName()
  const mayReopen = useMay()('transaction_documents.delete')
  return (
    mayReopen && (
      <Button size="compact-xs" variant="subtle" onClick={() => onOpen(month)}>
        {t('finance.journal.reopen', { month: nameOf(month) })}
      </Button>
    )
  )
}

function ReopenDialog({ seller_id, month, onClose }: OneMonthProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const nameOf = useMonthName()
  const reopen = useCommand(
    ['journal'],
    (reason: string) =>
      request<typeof reopenMonth>('POST', '/journal/reopen', { body: { seller_id, month, reason } }),
    onClose,
  )
  return (
    <ReasonDialog
      title={t('finance.journal.reopen', { month: nameOf(month) })}
      action={t('finance.journal.reopen_action')}
      text={t('finance.journal.reopen_text')}
      isRequired
      isPending={reopen.isPending}
      error={reopen.error}
      onConfirm={(reason) => reopen.mutate(reason)}
      onClose={onClose}
    />
  )
}

function useMonthName() {
  const { language } = useFormat()
  const format = dateFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (month: string) => format.format(new Date(month))
}
