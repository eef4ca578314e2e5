import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type {
  giveBackCredit,
  giveBackPayment,
  reverseCustomerPayment,
  reverseRefund,
} from '#core/domains/orders/accountCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { messageOf } from '#web/ui/StepDialog.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { DocumentLink, PaymentLine, RestText } from './PaymentLine.tsx'
import { type Account, type AccountPayment, useMoneyStep } from './useAccount.ts'
import type { Rest } from './usePaying.ts'

/** Payments that are shown at first: the latest. */
const FIRST = 8

/** A step with a payment or a credit note. */
type Step =
  | { name: 'apply' | 'refund'; rest: Rest }
  | { name: 'reverse'; payment: AccountPayment }
  | { name: 'reverse_refund'; refund: Refund; currency_id: number }

type Refund = AccountPayment['refunds'][number]

interface AccountPaymentsProps {
  account: Account
  mayChange: boolean
}

/** Credit notes that are not used up and the payments of a customer, with the steps that are left for each. */
export function AccountPayments({ account, mayChange }: AccountPaymentsProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>()
  const [isWhole, setWhole] = useState(false)
  const { payments, credits } = account
  // One with an unapplied rest is never hidden.
  const shownOf = <One extends { left: string }>(all: readonly One[]) =>
    all.filter(({ left }, index) => isWhole || index < FIRST || Number(left) > 0)
  const [shown, shownCredits] = [shownOf(payments), shownOf(credits)]
  const shared = { account, mayChange, onStep: setStep }
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
        {shownCredits.map((credit) => (
          <CreditItem key={`credit ${credit.document_id}`} credit={credit} {...shared} />
        ))}
        {shown.map((payment) => (
          <PaymentItem key={payment.payment_id} payment={payment} {...shared} />
        ))}
      </Stack>
      {shown.length + shownCredits.length < payments.length + credits.length && (
        <Button mt="sm" size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t('resources.widget.all')}
        </Button>
      )}
      {step && <DialogOfStep step={step} account={account} onClose={() => setStep(undefined)} />}
    </Paper>
  )
}

interface ItemProps extends AccountPaymentsProps {
  onStep: (step: Step) => void
}

/** A credit note with its rest, steps and refunds. */
function CreditItem({ credit, ...item }: ItemProps & { credit: Account['credits'][number] }) {
  const { date } = useFormat()
  const { document_id, document_number, document_date, left } = credit
  const { currency_id } = item.account
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <DocumentLink {...{ document_id, document_number }} /> · {date(document_date)}
        </Text>
        <RestText left={left} currency_id={currency_id} fw={600} />
      </Group>
      <Group gap="xs">
        <StepsOfRest rest={{ document_id, left, currency_id }} {...item} />
      </Group>
      <Refunds refunds={credit.refunds} currency_id={currency_id} {...item} />
    </li>
  )
}

/** A payment with its invoices, steps and refunds. */
function PaymentItem({ payment, ...item }: ItemProps & { payment: AccountPayment }) {
  const { t } = useTranslation()
  const mayReverse = item.mayChange && payment.reversed_at === null && Number(payment.given_back) === 0
  return (
    <li>
      <PaymentLine payment={payment} left={payment.left} details={<Use payment={payment} />}>
        <StepsOfRest rest={payment} {...item} />
        {mayReverse && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => item.onStep({ name: 'reverse', payment })}
          >
            {t('orders.reverse')}
          </Button>
        )}
      </PaymentLine>
      <Refunds refunds={payment.refunds} currency_id={payment.currency_id} {...item} />
    </li>
  )
}

/** Buttons that apply the rest of a payment or a credit note to invoices, or refund it. */
function StepsOfRest({ rest, account, mayChange, onStep }: ItemProps & { rest: Rest }) {
  const { t } = useTranslation()
  if (!mayChange || Number(rest.left) <= 0) return null
  return (
    <>
      {account.open_invoices.length > 0 && (
        <Button size="compact-xs" variant="light" onClick={() => onStep({ name: 'apply', rest })}>
          {t('orders.account.apply')}
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={() => onStep({ name: 'refund', rest })}>
        {t('orders.account.refund')}
      </Button>
    </>
  )
}

interface RefundsProps extends ItemProps {
  refunds: readonly Refund[]
  currency_id: number
}

/** The refunds of a payment or a credit note. */
function Refunds({ refunds, currency_id, mayChange, onStep }: RefundsProps) {
  const { t } = useTranslation()
  if (refunds.length === 0) return null
  return (
    <Stack gap="xs" mt="xs" ms="md">
      {refunds.map((refund) => (
        <PaymentLine
          key={refund.refund_id}
          payment={{ ...refund, payment_date: refund.date, reference: refund.reason, currency_id }}
        >
          {mayChange && refund.reversed_at === null && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onStep({ name: 'reverse_refund', refund, currency_id })}
            >
              {t('orders.account.refund_reverse_action')}
            </Button>
          )}
        </PaymentLine>
      ))}
    </Stack>
  )
}

interface DialogOfStepProps {
  step: Step
  account: Account
  onClose: () => void
}

function DialogOfStep({ step, account, onClose }: DialogOfStepProps) {
  switch (step.name) {
    case 'apply':
      return <PaymentDialog account={account} rest={step.rest} onClose={onClose} />
    case 'refund':
      return <RefundDialog rest={step.rest} onClose={onClose} />
    case 'reverse':
      return <ReverseDialog payment={step.payment} feeCurrency={account.currency_id} onClose={onClose} />
    case 'reverse_refund':
      return <ReverseRefundDialog {...step} onClose={onClose} />
  }
}

/** The invoices that a payment pays. */
function Use({ payment: { documents } }: { payment: AccountPayment }) {
  return documents.map((document, index) => (
    <span key={document.document_id}>
      {index > 0 && ', '}
      <DocumentLink {...document} />
    </span>
  ))
}

/** Refunds the rest of a payment or a credit note, with a reason. */
function RefundDialog({ rest, onClose }: { rest: Rest; onClose: () => void }) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { payment_id, document_id, left, currency_id } = rest
  const refund = useMoneyStep(
    (reason: string) =>
      payment_id === undefined
        ? request<typeof giveBackCredit>('POST', '/transaction_documents/:document_id/give_back', {
            params: { document_id: document_id! },
            body: { reason },
          })
        : request<typeof giveBackPayment>('POST', '/customer_payments/:payment_id/give_back', {
            params: { payment_id },
            body: { reason },
          }),
    onClose,
  )
  return (
    <ReasonDialog
      title={t('orders.account.refund')}
      action={t('orders.account.refund_action', { amount: money(left, currency_id) })}
      text={t('orders.account.refund_text', { amount: money(left, currency_id) })}
      isRequired
      isPending={refund.isPending}
      error={refund.error}
      onConfirm={(reason) => refund.mutate(reason)}
      onClose={onClose}
    />
  )
}

interface ReverseDialogProps {
  payment: AccountPayment
  feeCurrency: number
  onClose: () => void
}

/** Reverses a payment, with a reason and, for a bounced check, a fee. */
function ReverseDialog({ payment, feeCurrency, onClose }: ReverseDialogProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const [fee, setFee] = useState('')
  const { payment_id, amount, currency_id } = payment
  const reverse = useMoneyStep(
    (reason: string) =>
      request<typeof reverseCustomerPayment>('POST', '/customer_payments/:payment_id/reverse', {
        params: { payment_id },
        body: { reason, ...(Number(fee) > 0 && { fee }) },
      }),
    onClose,
  )
  return (
    <ReasonDialog
      title={t('orders.reverse')}
      action={t('orders.reverse_action')}
      text={t('orders.account.reverse_text', { amount: money(amount, currency_id) })}
      isRequired
      isPending={reverse.isPending}
      error={reverse.error}
      onConfirm={(reason) => reverse.mutate(reason)}
      onClose={onClose}
    >
      <MoneyInput
        shared={{
          label: t('orders.account.fee'),
          description: t('orders.account.fee_help'),
          error: messageOf(reverse.error, 'fee') ?? messageOf(reverse.error, 'handling_charge'),
        }}
        value={fee}
        set={setFee}
        currency_id={feeCurrency}
      />
    </ReasonDialog>
  )
}

interface ReverseRefundDialogProps {
  refund: Refund
  currency_id: number
  onClose: () => void
}

/** Reverses a refund, with a reason. */
function ReverseRefundDialog({ refund, currency_id, onClose }: ReverseRefundDialogProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { refund_id, amount } = refund
  const reverse = useMoneyStep(
    (reason: string) =>
      request<typeof reverseRefund>('POST', '/customer_refunds/:refund_id/reverse', {
        params: { refund_id },
        body: { reason },
      }),
    onClose,
  )
  const action = t('orders.account.refund_reverse_action')
  return (
    <ReasonDialog
      title={action}
      action={action}
      text={t('orders.account.refund_reverse_text', { amount: money(amount, currency_id) })}
      isRequired
      isPending={reverse.isPending}
      error={reverse.error}
      onConfirm={reverse.mutate}
      onClose={onClose}
    />
  )
}
