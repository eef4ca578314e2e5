import { Badge, Button, Group, Modal, Paper, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { closeMonth, reopenMonth } from '#core/domains/finance/journalCalls.ts'
import { request } from '#web/platform/request.ts'
import { useMay } from '#web/platform/session.tsx'
import { useFormat } from '#web/platform/useFormat.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { Journal } from './journal.ts'

/** The months with their totals. Months are closed in order; the last closed one can be opened again. */
export function JournalMonths({ journal, seller_id }: { journal: Journal; seller_id: number }) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const { money } = useMoney()
  const may = useMay()
  const [opened, setOpened] = useState<string | null>(null)
  const close = useChange(() =>
    request<typeof closeMonth>('POST', '/journal/close', {
      body: { seller_id, month: journal.months.findLast(({ can_close }) => can_close)!.month },
    }),
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
      <Table.ScrollContainer minWidth={640}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('finance.journal.month')}</Table.Th>
              {(['entries_of_month', 'invoiced', 'received', 'debits'] as const).map((column) => (
                <Table.Th key={column} scope="col" ta="end">
                  {t(`finance.journal.${column}`)}
                </Table.Th>
              ))}
              <Table.Th scope="col">{t('finance.journal.state')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {journal.months.map((one) => (
              <Table.Tr key={`${one.month} ${one.currency_id}`}>
                <Table.Th scope="row">{name(one.month)}</Table.Th>
                <Table.Td ta="end">{one.entries}</Table.Td>
                {[one.invoiced, one.received, one.debits].map((amount, index) => (
                  <Table.Td key={index} ta="end">
                    {money(amount, one.currency_id)}
                  </Table.Td>
                ))}
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <Badge variant="light" color={one.is_closed ? 'gray' : 'green'}>
                      {t(one.is_closed ? 'finance.journal.is_closed' : 'finance.journal.is_open')}
                    </Badge>
                    {one === next && may('transaction_documents.update') && (
                      <Button
                        size="compact-xs"
                        variant="light"
                        loading={close.isPending}
                        onClick={() => close.mutate()}
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
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {opened && (
        <ReopenDialog
          title={t('finance.journal.reopen', { month: name(opened) })}
          month={opened}
          seller_id={seller_id}
          onClose={() => setOpened(null)}
        />
      )}
    </Paper>
  )
}

interface ReopenDialogProps {
  title: string
  month: string
  seller_id: number
  onClose: () => void
}

function ReopenDialog({ title, month, seller_id, onClose }: ReopenDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const reopen = useChange(
    () =>
      request<typeof reopenMonth>('POST', '/journal/reopen', {
        body: { seller_id, month, reason: reason.trim() },
      }),
    onClose,
  )
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          reopen.mutate()
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{t('finance.journal.reopen_text')}</Text>
          <TextInput
            label={t('finance.journal.reason')}
            withAsterisk
            maxLength={255}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('resources.cancel')}
            </Button>
            <Button type="submit" loading={reopen.isPending} disabled={reason.trim() === ''}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function useChange(change: () => Promise<unknown>, onSuccess?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    ...(onSuccess && { onSuccess }),
    onSettled: () => client.invalidateQueries({ queryKey: ['journal'] }),
  })
}
