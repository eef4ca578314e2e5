import { Anchor, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'
import { Figure } from './AgeingRow.tsx'
import { balanceOf, type Owed, useOwed } from './useOwed.ts'

/** The balance of a company and what of it is overdue, in a line; undefined if nothing is owed. */
export function useOwedText(company_id: number | undefined): string | undefined {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { data } = useOwed(company_id)
  if (!data) return undefined
  const balance = balanceOf(data)
  const parts = [
    !balance.isZero() && `${t('orders.owed.balance')}: ${money(balance.toFixed(), data.currency_id)}`,
    data.overdue_invoices > 0 && `${t('orders.account.overdue')}: ${money(data.overdue, data.currency_id)}`,
  ]
  return parts.filter(Boolean).join(' · ') || undefined
}

interface MoneyOwedProps {
  company_id: number
  /** Its name, on a screen that is not its own. */
  company?: string | null | undefined
}

/** Debt of a company: open, overdue, and its last payment. */
export function MoneyOwed({ company_id, company }: MoneyOwedProps) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useOwed(company_id)
  return (
    <WidgetPanel
      title={company ? t('orders.owed.by', { company }) : t('orders.owed.title')}
      action={
        <Anchor
          component={Link}
          to={`/orders?document_type=invoice&company_id=${company_id}&dashboard=1`}
          size="sm"
        >
          {t('orders.owed.invoices')}
        </Anchor>
      }
    >
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton h={{ base: 132, sm: 64 }} />}
      {data && <OwedFigures owed={data} />}
    </WidgetPanel>
  )
}

/** The figures, and the last payment. */
function OwedFigures({ owed }: { owed: Owed }) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const amount = (figure: string) => money(figure, owed.currency_id)
  const open = t('orders.owed.open', { count: owed.open_invoices })
  const hasUnapplied = Number(owed.unapplied) !== 0
  return (
    <Stack gap="xs">
      <SimpleGrid cols={2} verticalSpacing="xs">
        {hasUnapplied ? (
          <Figure label={t('orders.owed.balance')} amount={amount(balanceOf(owed).toFixed())} />
        ) : (
          <Figure label={open} amount={amount(owed.open)} />
        )}
        {owed.overdue_invoices > 0 && (
          <Figure
            label={t('orders.owed.overdue', { count: owed.overdue_invoices })}
            amount={amount(owed.overdue)}
            isUrgent
          />
        )}
        {hasUnapplied && (
          <>
            <Figure isPart label={open} amount={amount(owed.open)} />
            <Figure isPart label={t('orders.owed.unapplied')} amount={amount(`-${owed.unapplied}`)} />
          </>
        )}
      </SimpleGrid>
      <LastPayment owed={owed} />
    </Stack>
  )
}

function LastPayment({ owed: { last_payment, currency_id } }: { owed: Owed }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { money } = useMoney()
  if (!last_payment)
    return (
      <Text size="sm" c="dimmed">
        {t('orders.owed.no_payment')}
      </Text>
    )
  const { amount, payment_date, document_id, document_number } = last_payment
  return (
    <Text size="sm" c="dimmed">
      {t('orders.owed.last_payment', { amount: money(amount, currency_id), day: date(payment_date) })}{' '}
      {document_id !== null && (
        <Anchor inherit component={Link} to={`/order/${document_id}`} style={{ whiteSpace: 'nowrap' }}>
          <bdi>{document_number}</bdi>
        </Anchor>
      )}
    </Text>
  )
}
