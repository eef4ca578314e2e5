import { Button, Group, Paper, Text, TextInput, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { readStatement } from '#core/domains/orders/accountCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { addressOf, reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { usePaper } from '#web/resources/print/usePaper.tsx'
import { type DataColumn, DataTable } from '#web/ui/DataTable.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { messageOf, refusalOf } from '#web/ui/StepDialog.tsx'
import { MailStatements } from './MailStatements.tsx'
import { DocumentLink } from './PaymentLine.tsx'
import type { Account } from './useAccount.ts'

/** Entries of a customer's account in a period, with the balance after each entry; to print or save as a PDF. */
export function StatementPanel({ customer }: { customer: Pick<Account, 'company_id' | 'company_title'> }) {
  const { t } = useTranslation()
  const { company_id } = customer
  const [period, setPeriod] = useState<Period>({})
  const { data, error, refetch } = useStatement(company_id, period)
  return (
    <Paper p="md" component="section" aria-labelledby="account-statement">
      <Group justify="space-between" align="flex-end" mb="sm">
        <Title order={2} id="account-statement">
          {t('orders.account.statement')}
        </Title>
        <Group gap="xs" align="flex-end">
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              label={t(`orders.account.${name}`)}
              value={period[name] ?? data?.[name] ?? ''}
              error={messageOf(error, name)}
              onChange={({ currentTarget: { value } }) =>
                setPeriod(({ [name]: _, ...others }) => (value ? { ...others, [name]: value } : others))
              }
            />
          ))}
          <PrintStatement company_id={company_id} period={period} />
          <MailStatements customer={customer} period={period} />
        </Group>
      </Group>
      {refusalOf(error) && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <StatementTable statement={data} />}
    </Paper>
  )
}

/** The days from and to which a statement is; without one, the server chooses. */
type Period = { from?: string; to?: string }

function useStatement(company_id: number, period: Period) {
  return useQuery({
    queryKey: ['transaction_documents', 'statement', company_id, period],
    queryFn: reading<typeof readStatement>('/companies/:company_id/statement', {
      params: { company_id },
      query: period,
    }),
    select: ({ statement }) => statement,
    placeholderData: (before) => before,
  })
}

function PrintStatement({ company_id, period }: { company_id: number; period: Period }) {
  const { t } = useTranslation()
  const paper = usePaper('statement.pdf')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        loading={paper.isPending}
        onClick={() =>
          paper.show(addressOf('/companies/:company_id/statement/print', { company_id }, period))
        }
      >
        {t('orders.account.print')}
      </Button>
      {paper.preview}
    </>
  )
}

type Statement = ResponseOf<typeof readStatement>['statement']
type Line = Statement['lines'][number]
/** A movement, or the balance before or after all of them. */
type Row = Line | { date: string; entry: string; balance: string }

/** Latest movements that are shown at first. */
const FIRST_LINES = 25

/** The movements, the latest first, between the balances after and before them; paper has them in the order of their days. */
function StatementTable({ statement }: { statement: Statement }) {
  const { t } = useTranslation()
  const columns = useStatementColumns(statement.currency_id)
  const [showsAll, setShowsAll] = useState(false)
  const latest = statement.lines.toReversed()
  const isWhole = showsAll || latest.length <= FIRST_LINES
  return (
    <>
      <DataTable
        label={t('orders.account.statement')}
        rows={[
          { date: statement.to, entry: t('orders.account.closing'), balance: statement.closing },
          ...(isWhole ? latest : latest.slice(0, FIRST_LINES)),
        ]}
        totals={
          isWhole
            ? [{ date: statement.from, entry: t('orders.account.opening'), balance: statement.opening }]
            : []
        }
        // Entries have no id; they never change places.
        keyOf={(_, index) => index}
        columns={columns}
      />
      {!isWhole && (
        <Group justify="center">
          <Button variant="subtle" onClick={() => setShowsAll(true)}>
            {t('orders.account.show_all', { count: latest.length })}
          </Button>
        </Group>
      )}
    </>
  )
}

function useStatementColumns(currency_id: number): DataColumn<Row>[] {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { date } = useFormat()
  return [
    // On a phone the day is above the entry, and the balance below the amount.
    { title: t('orders.payment_date'), isWide: true, cell: (row) => date(row.date) },
    {
      title: t('orders.account.entry'),
      cell: (row) => (
        <>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {date(row.date)}
          </Text>
          {'entry' in row ? row.entry : <Entry line={row} />}
        </>
      ),
    },
    {
      title: t('orders.amount'),
      isFigure: true,
      cell: (row) => (
        <>
          {'amount' in row && money(row.amount, currency_id)}
          <Text inherit c="dimmed" hiddenFrom="sm">
            {money(row.balance, currency_id)}
          </Text>
        </>
      ),
    },
    {
      title: t('records.transaction_documents.fields.balance'),
      isFigure: true,
      isWide: true,
      cell: (row) => money(row.balance, currency_id),
    },
  ]
}

function Entry({ line: { kind, document_id, title, reason } }: { line: Line }) {
  const { t } = useTranslation()
  return (
    <>
      {t(`orders.account.entries.${kind}`)}{' '}
      {document_id === null ? (
        <bdi>{title}</bdi>
      ) : (
        <DocumentLink {...{ document_id, document_number: title }} />
      )}
      {reason && (
        <Text span size="sm" c="dimmed">
          {' '}
          {reason}
        </Text>
      )}
    </>
  )
}
