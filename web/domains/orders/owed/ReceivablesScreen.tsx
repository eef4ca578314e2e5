import {
  Anchor,
  Button,
  type ButtonProps,
  Group,
  type GroupProps,
  Paper,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { AGEING_BUCKETS, type Ageing } from '#core/domains/orders/account.ts'
import type { listReceivables } from '#core/domains/orders/accountCalls.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useIsPhone } from '#web/platform/useIsPhone.ts'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { type DataColumn, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { useMayChangeOrders } from '../useMayChangeOrders.ts'
import { Figure, overdueOf } from './AgeingRow.tsx'
import { MailStatements } from './MailStatements.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { useAccount } from './useAccount.ts'

const PARTS = [...AGEING_BUCKETS, 'unapplied'] as const

/** Receivables from all customers and their overdue part, by currency, and the same for each customer; on a phone one card for each. */
export function ReceivablesScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.receivables'))
  const isPhone = useIsPhone()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['transaction_documents', 'receivables'],
    queryFn: reading<typeof listReceivables>('/receivables'),
  })
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  const columns = PARTS.filter((name) => data.totals.some(({ ageing }) => Number(ageing[name]) !== 0))
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1}>{t('screens.receivables')}</Title>
        {data.receivables.length > 0 && <MailStatements />}
      </Group>
      {data.receivables.length === 0 ? (
        <EmptyState Icon={IconReportMoney} title={t('orders.account.none')} />
      ) : (
        <>
          {data.totals.map((row) => (
            <Owed key={row.currency_id} row={row} name={t('orders.account.all')} parts={columns}>
              <NotSent row={row} />
            </Owed>
          ))}
          {isPhone ? (
            data.receivables.map((row) => (
              <Owed key={`${row.company_id} ${row.currency_id}`} row={row} name={<Customer row={row} />}>
                <OwedActions customer={row} mt="sm" />
              </Owed>
            ))
          ) : (
            <ReceivablesTable receivables={data} parts={columns} />
          )}
        </>
      )}
    </Stack>
  )
}

type Receivables = ResponseOf<typeof listReceivables>
type CustomerRow = Receivables['receivables'][number]
type Row = CustomerRow | Receivables['totals'][number]
type Part = (typeof PARTS)[number]

function Customer({ row: { company_id, company_title } }: { row: CustomerRow }) {
  const may = useMay()
  const { login_type_id } = useUser()
  const hasAccount = may('companies.read') && isOneOf(STAFF_AND_DISTRIBUTORS, login_type_id)
  const invoices = `/orders?document_type=invoice&company_id=${company_id}&dashboard=1`
  return (
    <Anchor inherit component={Link} to={hasAccount ? `/customers/profile/${company_id}/account` : invoices}>
      <bdi>{company_title}</bdi>
    </Anchor>
  )
}

interface ReceivablesTableProps {
  receivables: Receivables
  parts: readonly Part[]
}

/** A row per customer, and the totals per currency. */
function ReceivablesTable({ receivables: { receivables, totals }, parts }: ReceivablesTableProps) {
  const { t } = useTranslation()
  return (
    <Paper px="md">
      <DataTable<Row>
        label={t('screens.receivables')}
        minWidth={820}
        rows={receivables}
        totals={totals}
        keyOf={(row) => `${'company_title' in row && row.company_id} ${row.currency_id}`}
        columns={useReceivableColumns(parts)}
      />
    </Paper>
  )
}

function useReceivableColumns(parts: readonly Part[]): DataColumn<Row>[] {
  const { t } = useTranslation()
  const { money } = useMoney()
  const amountOf = (row: Row, amount: string) =>
    Number(amount) === 0 && 'company_title' in row ? null : money(amount, row.currency_id)
  return [
    {
      title: t('orders.account.customer'),
      cell: (row) => ('company_title' in row ? <Customer row={row} /> : t('orders.account.all')),
    },
    {
      title: t('orders.account.ageing.total'),
      isFigure: true,
      cell: (row) => money(row.ageing.total, row.currency_id),
    },
    {
      title: t('orders.account.overdue'),
      isFigure: true,
      cell: (row) => (
        <Text inherit span c="urgent" fw={600}>
          {amountOf(row, overdueOf(row.ageing))}
        </Text>
      ),
    },
    ...parts.map((name) => ({
      title: t(`orders.account.ageing.${name}`),
      isFigure: true,
      cell: (row: Row) => amountOf(row, partOf(row.ageing, name)),
    })),
    {
      title: null,
      cell: (row) => 'company_title' in row && <OwedActions customer={row} size="compact-sm" wrap="nowrap" />,
    },
  ]
}

/** A part of a balance; unapplied money reduces it. */
function partOf(ageing: Ageing, name: Part): string {
  return name === 'unapplied' && Number(ageing.unapplied) !== 0 ? `-${ageing.unapplied}` : ageing[name]
}

interface OwedProps {
  row: Row
  name: ReactNode
  /** Parts of the balance that are named as well. */
  parts?: readonly Part[]
  children?: ReactNode
}

/** Receivables and their overdue part. */
function Owed({ row, name, parts = [], children }: OwedProps) {
  const { t } = useTranslation()
  const id = useId()
  const { money } = useMoney()
  const overdue = overdueOf(row.ageing)
  return (
    <Paper p="sm" component="section" aria-labelledby={id}>
      <Text fw={600} component="h2" size="md" mb={4} id={id}>
        {name}
      </Text>
      <Group gap="xl" align="flex-end" style={{ rowGap: 'var(--mantine-spacing-xs)' }}>
        <Figure label={t('orders.account.ageing.total')} amount={money(row.ageing.total, row.currency_id)} />
        {Number(overdue) !== 0 && (
          <Figure label={t('orders.account.overdue')} amount={money(overdue, row.currency_id)} isUrgent />
        )}
        {parts.map((part) => (
          <Figure
            key={part}
            isPart
            label={t(`orders.account.ageing.${part}`)}
            amount={money(partOf(row.ageing, part), row.currency_id)}
          />
        ))}
      </Group>
      {children}
    </Paper>
  )
}

const INVOICES_NOT_SENT = `/orders?document_type=invoice&dashboard=1&status_id=${DOCUMENT_STATUS.open}`

/** The part of the balances that customers do not see yet, with its invoices. */
function NotSent({ row: { not_sent, currency_id } }: { row: Receivables['totals'][number] }) {
  const { t } = useTranslation()
  const { money } = useMoney()
  if (Number(not_sent) === 0) return null
  return (
    <Anchor component={Link} to={INVOICES_NOT_SENT} size="sm">
      {t('orders.account.not_sent', { amount: money(not_sent, currency_id) })}
    </Anchor>
  )
}

interface OwedActionsProps extends Pick<ButtonProps, 'size'>, Pick<GroupProps, 'wrap' | 'mt'> {
  customer: CustomerRow
}

/** Actions on a customer's debt. */
function OwedActions({ customer, size, ...place }: OwedActionsProps) {
  const { t } = useTranslation()
  const mayChange = useMayChangeOrders()
  const [isPaying, setPaying] = useState(false)
  if (!mayChange) return null
  return (
    <Group gap="xs" {...place}>
      <Button variant="light" size={size} onClick={() => setPaying(true)}>
        {t('orders.record_payment')}
      </Button>
      <MailStatements customer={customer} size={size} />
      {isPaying && <Paying company_id={customer.company_id} onClose={() => setPaying(false)} />}
    </Group>
  )
}

function Paying({ company_id, onClose }: { company_id: number; onClose: () => void }) {
  const { data } = useAccount(company_id)
  return data ? <PaymentDialog account={data} onClose={onClose} /> : <Loading what="dialog" />
}
