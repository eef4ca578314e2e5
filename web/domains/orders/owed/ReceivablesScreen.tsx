import { Anchor, Group, Stack, Title } from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AGEING_BUCKETS } from '#core/domains/orders/account.ts'
import type { listReceivables } from '#core/domains/orders/accountCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { MailStatements } from './MailStatements.tsx'

/** The balance first: on a phone the others are scrolled to. */
const COLUMNS = ['total', ...AGEING_BUCKETS, 'unapplied'] as const

/** How old the balances of all customers are, with totals by currency. */
export function ReceivablesScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.receivables'))
  const may = useMay()
  const { login_type_id } = useUser()
  const { money } = useMoney()
  const seesCustomers = may('companies.read') && isOneOf(STAFF_AND_DISTRIBUTORS, login_type_id)
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['transaction_documents', 'receivables'],
    queryFn: reading<typeof listReceivables>('/receivables'),
  })
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  const nameOf = ({ company_id, company_title }: Receivables['receivables'][number]) =>
    seesCustomers ? (
      <Anchor inherit component={Link} to={`/customers/profile/${company_id}/account`}>
        <bdi>{company_title}</bdi>
      </Anchor>
    ) : (
      <bdi>{company_title}</bdi>
    )
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Title order={1}>{t('screens.receivables')}</Title>
        {data.receivables.length > 0 && <MailStatements />}
      </Group>
      {data.receivables.length === 0 ? (
        <EmptyState Icon={IconReportMoney} title={t('orders.account.none')} />
      ) : (
        <DataTable<Row>
          label={t('screens.receivables')}
          minWidth={820}
          rows={data.receivables}
          totals={data.totals}
          keyOf={(row) => `${'company_title' in row && row.company_id} ${row.currency_id}`}
          columns={[
            {
              title: t('orders.account.customer'),
              cell: (row) => ('company_title' in row ? nameOf(row) : t('orders.account.all')),
            },
            ...COLUMNS.map((name) => ({
              title: t(`orders.account.ageing.${name}`),
              isFigure: true,
              cell: (row: Row) => {
                const amount = row.ageing[name]
                const isNone = Number(amount) === 0
                if (isNone && name !== 'total' && 'company_title' in row) return null
                return money(name === 'unapplied' && !isNone ? `-${amount}` : amount, row.currency_id)
              },
            })),
          ]}
        />
      )}
    </Stack>
  )
}

type Receivables = AnswerOf<typeof listReceivables>
type Row = Receivables['receivables'][number] | Receivables['totals'][number]
