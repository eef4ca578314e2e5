import { Anchor, Button, Group, Paper, Table, Text, TextInput, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { printStatement, readStatement } from '#core/domains/orders/accountCalls.ts'
import { download } from '#web/platform/api.ts'
import { request } from '#web/platform/request.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { PrintPreview } from '#web/resources/print/PrintPreview.tsx'
import { downloadBlob } from '#web/ui/downloadBlob.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { issuesOf } from './useAccount.ts'

/** What moved a customer's account in a period, with the balance after each entry; to print or save as a PDF. */
export function StatementPanel({ company_id }: { company_id: number }) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { date } = useFormat()
  const [period, setPeriod] = useState<{ from?: string; to?: string }>({})
  const { data, error, refetch } = useQuery({
    queryKey: ['transaction_documents', 'statement', company_id, period],
    queryFn: async ({ signal }) =>
      (
        await request<typeof readStatement>('GET', '/companies/:company_id/statement', {
          params: { company_id },
          query: period,
          signal,
        })
      ).statement,
    placeholderData: (before) => before,
  })
  const print = useMutation({
    mutationFn: async () =>
      (
        await request<typeof printStatement>('GET', '/companies/:company_id/statement/print', {
          params: { company_id },
          query: period,
        })
      ).print,
  })
  const save = useMutation({
    mutationFn: async () => {
      const query = new URLSearchParams({ ...period, format: 'pdf' })
      const { blob, name } = await download(`/companies/${company_id}/statement/print?${query}`)
      downloadBlob(blob, name ?? 'statement.pdf')
    },
  })
  const issues = issuesOf(error)
  const dayInput = (name: 'from' | 'to') => (
    <TextInput
      type="date"
      label={t(`orders.account.${name}`)}
      value={period[name] ?? data?.[name] ?? ''}
      error={issues.find(({ field }) => field === name)?.message}
      onChange={(event) => {
        const { value } = event.currentTarget
        setPeriod(({ [name]: _, ...others }) => (value ? { ...others, [name]: value } : others))
      }}
    />
  )
  return (
    <Paper p="md" component="section" aria-labelledby="account-statement">
      <Group justify="space-between" align="flex-end" mb="sm">
        <Title order={2} id="account-statement">
          {t('orders.account.statement')}
        </Title>
        <Group gap="xs" align="flex-end">
          {dayInput('from')}
          {dayInput('to')}
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            loading={print.isPending}
            onClick={() => print.mutate()}
          >
            {t('orders.account.print')}
          </Button>
        </Group>
      </Group>
      {error && issues.length === 0 && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <Table.ScrollContainer minWidth={480}>
          <Table aria-label={t('orders.account.statement')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('orders.payment_date')}</Table.Th>
                <Table.Th>{t('orders.account.entry')}</Table.Th>
                <Table.Th ta="end">{t('orders.amount')}</Table.Th>
                <Table.Th ta="end">{t('records.transaction_documents.fields.balance')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <Table.Tr>
                <Table.Td>{date(data.from)}</Table.Td>
                <Table.Td>{t('orders.account.opening')}</Table.Td>
                <Table.Td />
                <Table.Td ta="end" data-figures>
                  {money(data.opening, data.currency_id)}
                </Table.Td>
              </Table.Tr>
              {data.lines.map((line, index) => (
                // Entries have no id of their own; they never change places.
                <Table.Tr key={`${line.date} ${line.kind} ${line.title} ${index}`}>
                  <Table.Td>{date(line.date)}</Table.Td>
                  <Table.Td>
                    {t(`orders.account.entries.${line.kind}`)}{' '}
                    {line.document_id === null ? (
                      <bdi>{line.title}</bdi>
                    ) : (
                      <Anchor component={Link} to={`/order/${line.document_id}`}>
                        <bdi>{line.title}</bdi>
                      </Anchor>
                    )}
                    {line.reason && (
                      <Text span size="sm" c="dimmed">
                        {' '}
                        {line.reason}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="end" data-figures>
                    {money(line.amount, data.currency_id)}
                  </Table.Td>
                  <Table.Td ta="end" data-figures>
                    {money(line.balance, data.currency_id)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th>{date(data.to)}</Table.Th>
                <Table.Th>{t('orders.account.closing')}</Table.Th>
                <Table.Td />
                <Table.Th ta="end" data-figures>
                  {money(data.closing, data.currency_id)}
                </Table.Th>
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </Table.ScrollContainer>
      )}
      {print.data && (
        <PrintPreview
          title={print.data.title}
          html={print.data.html}
          onPdf={() => save.mutate()}
          onClose={() => print.reset()}
        />
      )}
    </Paper>
  )
}
