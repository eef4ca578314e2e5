import { Anchor, Stack, Table, Title } from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AGEING_BUCKETS, type Ageing } from '#core/domains/orders/account.ts'
import type { listReceivables } from '#core/domains/orders/accountCalls.ts'
import { type LoginType, STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { request } from '#web/platform/request.ts'
import { useMay, useUser } from '#web/platform/session.tsx'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/** The balance first: on a phone the others are scrolled to. */
const COLUMNS = ['total', ...AGEING_BUCKETS, 'unapplied'] as const

/** How old the balances of all customers are, with totals by currency. */
export function ReceivablesScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.receivables'))
  const may = useMay()
  const { login_type_id } = useUser()
  const seesCustomers =
    may('companies.read') && (STAFF_AND_DISTRIBUTORS as readonly LoginType[]).includes(login_type_id)
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['transaction_documents', 'receivables'],
    queryFn: ({ signal }) => request<typeof listReceivables>('GET', '/receivables', { signal }),
  })
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <Stack gap="md">
      <Title order={1}>{t('screens.receivables')}</Title>
      {data.receivables.length === 0 ? (
        <EmptyState Icon={IconReportMoney} title={t('orders.account.none')} />
      ) : (
        <Table.ScrollContainer minWidth={820}>
          <Table aria-label={t('screens.receivables')} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('orders.account.customer')}</Table.Th>
                {COLUMNS.map((name) => (
                  <Table.Th key={name} ta="end">
                    {t(`orders.account.ageing.${name}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.receivables.map(({ company_id, company_title, currency_id, ageing }) => (
                <Table.Tr key={company_id}>
                  <Table.Td>
                    {seesCustomers ? (
                      <Anchor component={Link} to={`/customers/profile/${company_id}/account`}>
                        <bdi>{company_title}</bdi>
                      </Anchor>
                    ) : (
                      <bdi>{company_title}</bdi>
                    )}
                  </Table.Td>
                  <Figures ageing={ageing} currency_id={currency_id} />
                </Table.Tr>
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              {data.totals.map(({ currency_id, ageing }) => (
                <Table.Tr key={currency_id} fw={700}>
                  <Table.Th>{t('orders.account.all')}</Table.Th>
                  <Figures ageing={ageing} currency_id={currency_id} showsAll />
                </Table.Tr>
              ))}
            </Table.Tfoot>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  )
}

interface FiguresProps {
  ageing: Ageing
  currency_id: number
  /** Also those of 0. */
  showsAll?: boolean
}

function Figures({ ageing, currency_id, showsAll }: FiguresProps) {
  const { money } = useMoney()
  return COLUMNS.map((name) => {
    const amount = name === 'unapplied' && Number(ageing[name]) !== 0 ? `-${ageing[name]}` : ageing[name]
    return (
      <Table.Td key={name} ta="end" data-figures>
        {(showsAll || name === 'total' || Number(amount) !== 0) && money(amount, currency_id)}
      </Table.Td>
    )
  })
}
