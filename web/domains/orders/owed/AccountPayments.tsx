import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type {
  giveBackCredit,
  giveBackPayment,
  reverseCustomerPayment,
} from '#core/domains/orders/accountCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { messageOf } from '#web/ui/StepDialog.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { DocumentLink, PaymentLine } from './PaymentLine.tsx'
import { type Account, type AccountPayment, useMoneyStep } from './useAccount.ts'
import type { Rest } from './usePaying.ts'

/** Payments that are shown at first: the latest. */
const FIRST = 8

/** A step with a payment or a credit note. */
type Step = { name: 'apply' | 'refund'; rest: Rest } | { name: 'reverse'; payment: AccountPayment }

interface AccountPaymentsProps {
  account: Account
  mayChange: boolean
}

/** Credit notes that are not used up and the payments of a customer, with the steps that are left for each. */
export function AccountPayments({ account, mayChange }: AccountPaymentsProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>()
  const [isWhole, setWhole] = useState(false)
  const { payments, credits, currency_id } = account
  // One with an unapplied rest is never hidden.
  const shown = isWhole
    ? payments
    : payments.filter(({ left, reversed_at }, index) => index < FIRST || (!reversed_at && Number(left) > 0))
  const close = () => setStep(undefined)
  const stepsOf = (rest: Rest) =>
    mayChange &&
    Number(rest.left) > 0 && (
      <>
        {account.open_invoices.length > 0 && (
          <Button size="compact-xs" variant="light" onClick={() => setStep({ name: 'apply', rest })}>
            {t('orders.account.apply')}
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => setStep({ name: 'refund', rest })}>
          {t('orders.account.refund')}
        </Button>
      </>
    )
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
        {credits.map((credit) => (
          <CreditItem key={`credit ${credit.document_id}`} credit={credit} currency_id={currency_id}>
            {stepsOf({ document_id: credit.document_id, left: credit.left, currency_id })}
          </CreditItem>
        ))}
        {shown.map((payment) => (
          <li key={payment.payment_id}>
            <PaymentLine payment={payment} left={payment.left} details={<Use payment={payment} />}>
              {stepsOf(payment)}
              {mayChange && payment.reversed_at === null && Number(payment.given_back) === 0 && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  onClick={() => setStep({ name: 'reverse', payment })}
                >
                  {t('orders.reverse')}
                </Button>
              )}
            </PaymentLine>
          </li>
        ))}
      </Stack>
      {shown.length < payments.length && (
        <Button mt="sm" size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t('resources.widget.all')}
        </Button>
      )}
      {step?.name === 'apply' && <PaymentDialog account={account} rest={step.rest} onClose={close} />}
      {step?.name === 'refund' && <RefundDialog rest={step.rest} onClose={close} />}
      {step?.name === 'reverse' && (
        <ReverseDialog payment={step.payment} feeCurrency={currency_id} onClose={close} />
      )}
    </Paper>
  )
}

interface CreditItemProps {
  credit: Account['credits'][number]
  currency_id: number
  /** Its steps. */
  children: ReactNode
}

/** A credit note with its rest. */
function CreditItem({ credit, currency_id, children }: CreditItemProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { date } = useFormat()
  const { document_id, document_number, document_date, left } = credit
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <DocumentLink {...{ document_id, document_number }} /> · {date(document_date)}
        </Text>
        <Text size="sm" fw={600}>
          {t('orders.door.still', { amount: money(left, currency_id) })}
        </Text>
      </Group>
      <Group gap="xs">{children}</Group>
    </li>
  )
}

/** The invoices that a payment pays, and what of it went back. */
function Use({ payment: { documents, given_back, currency_id } }: { payment: AccountPayment }) {
  const { t } = useTranslation()
  const { money } = useMoney()
  return (
    <>
      {documents.map((document, index) => (
        <span key={document.document_id}>
          {index > 0 && ', '}
          <DocumentLink {...document} />
        </span>
      ))}
      {Number(given_back) > 0 &&
        ` ${t('orders.account.given_back', { amount: money(given_back, currency_id) })}`}
    </>
  )
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

/** Takes a payment back, with a reason and, for a bounced check, a fee. */
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
