import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import type { customers } from '#core/domains/companies/customers.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { usePageTitle } from '#web/platform/usePageTitle.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useMayChangeOrders } from '../useMayChangeOrders.ts'
import { AccountPayments } from './AccountPayments.tsx'
import { AgeingRow } from './AgeingRow.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { StatementPanel } from './StatementPanel.tsx'
import { useAccount } from './useAccount.ts'

/** The account of a customer: balances by age, payments with their rest, and the statement. */
export function CustomerAccount({ record }: { record: ShownRecord<typeof customers> }) {
  return <AccountOf company_id={Number(record.company_id)} />
}

/** A customer's account by the id of the company. */
export function AccountOf({ company_id }: { company_id: number }) {
  const { t } = useTranslation()
  const mayChange = useMayChangeOrders()
  const [isPaying, setPaying] = useState(false)
  const { data, isError, error, refetch } = useAccount(company_id)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return null
  return (
    <Stack gap="md">
      <Paper p="md" component="section" aria-labelledby="account-ageing">
        <Group justify="space-between" mb="sm">
          <Title order={2} id="account-ageing">
            {t('orders.account.title')}
          </Title>
          {mayChange && (
            <Button leftSection={<IconCash size={18} aria-hidden />} onClick={() => setPaying(true)}>
              {t('orders.record_payment')}
            </Button>
          )}
        </Group>
        <AgeingRow ageing={data.ageing} currency_id={data.currency_id} />
      </Paper>
      <StatementPanel customer={data} />
      <AccountPayments account={data} mayChange={mayChange} />
      {isPaying && <PaymentDialog account={data} onClose={() => setPaying(false)} />}
    </Stack>
  )
}

/** A customer's own account. */
export function OwnStatementScreen() {
  const { t } = useTranslation()
  usePageTitle(t('screens.statement'))
  const { company_id } = useUser()
  return (
    <Stack gap="md">
      <Title order={1}>{t('screens.statement')}</Title>
      <AccountOf company_id={company_id} />
    </Stack>
  )
}
