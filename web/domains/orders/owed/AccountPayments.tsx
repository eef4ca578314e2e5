import { Anchor, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { giveBackPayment, reverseCustomerPayment } from '#core/domains/orders/accountCalls.ts'
import { request } from '#web/platform/request.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { MoneyInput } from '#web/resources/form/MoneyInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { messageOf, StepDialog } from '../StepDialog.tsx'
import { PaymentDialog, type Rest } from './PaymentDialog.tsx'
import { type Account, type AccountPayment, issuesOf, useMoneyStep } from './useAccount.ts'

/** Payments that are shown at first: the latest. */
const FIRST = 8

interface AccountPaymentsProps {
  account: Account
  mayChange: boolean
}

/** Credit notes that are not used up and the payments of a customer, with the steps that are left for each. */
export function AccountPayments({ account, mayChange }: AccountPaymentsProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { date } = useFormat()
  const [applied, setApplied] = useState<Rest>()
  const [isWhole, setWhole] = useState(false)
  const { payments, credits, currency_id } = account
  // One with an unapplied rest is never hidden.
  const shown = isWhole
    ? payments
    : payments.filter(({ left, reversed_at }, index) => index < FIRST || (!reversed_at && Number(left) > 0))
  const canApply = mayChange && account.open_invoices.length > 0
  return (
    <Paper p="md" component="section" aria-labelledby="account-payments">
      <Title order={2} id="account-payments" mb="sm">
        {t('orders.payments')}
      </Title>
      <Stack gap="xs" component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {payments.length + credits.length === 0 && (
          <Text component="li" size="sm" c="dimmed">
            {t('orders.no_payments')}
          </Text>
        )}
        {credits.map(({ document_id, document_number, document_date, left }) => (
          <li key={`credit ${document_id}`}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">
                <Anchor component={Link} to={`/order/${document_id}`}>
                  <bdi>{document_number}</bdi>
                </Anchor>{' '}
                · {date(document_date)}
              </Text>
              <Text size="sm" fw={600}>
                {t('orders.door.still', { amount: money(left, currency_id) })}
              </Text>
            </Group>
            {canApply && (
              <Button
                size="compact-xs"
                variant="light"
                onClick={() => setApplied({ document_id, left, currency_id })}
              >
                {t('orders.account.apply')}
              </Button>
            )}
          </li>
        ))}
        {shown.map((payment) => (
          <PaymentRow
            key={payment.payment_id}
            payment={payment}
            feeCurrency={currency_id}
            mayChange={mayChange}
            onApply={canApply ? () => setApplied(payment) : undefined}
          />
        ))}
      </Stack>
      {shown.length < payments.length && (
        <Button mt="sm" size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t('resources.widget.all')}
        </Button>
      )}
      {applied && <PaymentDialog account={account} rest={applied} onClose={() => setApplied(undefined)} />}
    </Paper>
  )
}

interface PaymentRowProps {
  payment: AccountPayment
  /** The customer's currency. */
  feeCurrency: number
  mayChange: boolean
  onApply: (() => void) | undefined
}

function PaymentRow({ payment, feeCurrency, mayChange, onApply }: PaymentRowProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { date } = useFormat()
  const [step, setStep] = useState<'reverse' | 'give_back'>()
  const { payment_id, amount, currency_id, left, given_back, method, reference, documents } = payment
  const isReversed = payment.reversed_at !== null
  const td = isReversed ? 'line-through' : undefined
  const close = () => setStep(undefined)
  const giveBack = useMoneyStep(
    (reason: string) =>
      request<typeof giveBackPayment>('POST', '/customer_payments/:payment_id/give_back', {
        params: { payment_id },
        body: { reason },
      }),
    close,
  )
  const hasRest = Number(left) > 0
  return (
    <li>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div>
          <Text size="sm" td={td}>
            {[date(payment.payment_date), t(`records.payment_methods.${method}`), reference]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Text size="xs" c="dimmed">
            {documents.map(({ document_id, document_number }, index) => (
              <span key={document_id}>
                {index > 0 && ', '}
                <Anchor component={Link} to={`/order/${document_id}`}>
                  <bdi>{document_number}</bdi>
                </Anchor>
              </span>
            ))}
            {isReversed && t('orders.reversed', { reason: payment.reverse_reason })}
            {Number(given_back) > 0 &&
              ` ${t('orders.account.given_back', { amount: money(given_back, currency_id) })}`}
          </Text>
        </div>
        <div>
          <Text size="sm" fw={600} ta="end" td={td}>
            {money(amount, currency_id)}
          </Text>
          {hasRest && (
            <Text size="sm" ta="end">
              {t('orders.door.still', { amount: money(left, currency_id) })}
            </Text>
          )}
        </div>
      </Group>
      {mayChange && !isReversed && (
        <Group gap="xs" mt={4}>
          {hasRest && onApply && (
            <Button size="compact-xs" variant="light" onClick={onApply}>
              {t('orders.account.apply')}
            </Button>
          )}
          {hasRest && (
            <Button size="compact-xs" variant="default" onClick={() => setStep('give_back')}>
              {t('orders.account.refund')}
            </Button>
          )}
          {Number(given_back) === 0 && (
            <Button size="compact-xs" variant="subtle" onClick={() => setStep('reverse')}>
              {t('orders.reverse')}
            </Button>
          )}
        </Group>
      )}
      {step === 'reverse' && <ReverseDialog payment={payment} feeCurrency={feeCurrency} onClose={close} />}
      {step === 'give_back' && (
        <ReasonDialog
          title={t('orders.account.refund')}
          text={t('orders.account.refund_text', { amount: money(left, currency_id) })}
          isRequired
          isPending={giveBack.isPending}
          error={giveBack.error}
          onConfirm={(reason) => giveBack.mutate(reason)}
          onClose={close}
        />
      )}
    </li>
  )
}

/** Takes a payment back, with a reason and, for a bounced check, a fee. */
function ReverseDialog({
  payment,
  feeCurrency,
  onClose,
}: {
  payment: AccountPayment
  feeCurrency: number
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const [reason, setReason] = useState('')
  const [fee, setFee] = useState('')
  const { payment_id, amount, currency_id } = payment
  const reverse = useMoneyStep(
    () =>
      request<typeof reverseCustomerPayment>('POST', '/customer_payments/:payment_id/reverse', {
        params: { payment_id },
        body: { reason: reason.trim(), ...(Number(fee) > 0 && { fee }) },
      }),
    onClose,
  )
  return (
    <StepDialog
      title={t('orders.reverse')}
      text={t('orders.account.reverse_text', { amount: money(amount, currency_id) })}
      isPending={reverse.isPending}
      isDisabled={reason.trim() === ''}
      onConfirm={() => reverse.mutate(undefined)}
      onClose={onClose}
    >
      <TextInput
        label={t('orders.reason')}
        withAsterisk
        maxLength={255}
        data-autofocus
        value={reason}
        error={messageOf(reverse.error, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <MoneyInput
        shared={{
          label: t('orders.account.fee'),
          description: t('orders.account.fee_help'),
          error: messageOf(reverse.error, 'fee') ?? messageOf(reverse.error, 'handling_charge'),
        }}
        value={fee}
        set={(value) => setFee(String(value ?? ''))}
        currency_id={feeCurrency}
      />
      {reverse.isError && issuesOf(reverse.error).length === 0 && (
        <Text c="urgent">{reverse.error.message}</Text>
      )}
    </StepDialog>
  )
}
