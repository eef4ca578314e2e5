import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { listPayments, recordPayment, reversePayment } from '#core/domains/orders/calls.ts'
import { isPayable } from '#core/domains/orders/documentStatus.ts'
import { PAYMENT_METHODS } from '#core/domains/orders/paymentBody.ts'
import type { AnswerOf, SentTo } from '#core/platform/defineCall.ts'
import { CallRefused } from '#web/platform/api.ts'
import { trimDecimalZeros } from '#web/platform/format.ts'
import { request } from '#web/platform/request.ts'
import { useMay } from '#web/platform/session.tsx'
import { useFormat } from '#web/platform/useFormat.ts'
import { MoneyInput } from '#web/resources/form/MoneyInput.tsx'
import { SelectInput } from '#web/resources/form/SelectInput.tsx'
import { MoneyText } from '#web/resources/kinds/MoneyText.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { idOf } from './idOf.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

type Payment = AnswerOf<typeof listPayments>['payments'][number]
type PaymentMethod = SentTo<typeof recordPayment>['body']['method']

/** The payments of an invoice, and a small form to record more. */
export function OrderPayments({ record }: { record: AnyRecord }) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const [reversed, setReversed] = useState<Payment | null>(null)
  const reverse = useReverse(record, () => setReversed(null))
  const mayChange = useMay()('transaction_documents.update')
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['transaction_documents', 'payments', record['document_id'], record['updated_at']],
    queryFn: async ({ signal }) =>
      (
        await request<typeof listPayments>('GET', '/transaction_documents/:document_id/payments', {
          params: idOf(record),
          signal,
        })
      ).payments,
  })
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  const canPay = mayChange && isPayable('invoice', Number(record['status_id']))
  return (
    <Paper p="md" component="section" aria-labelledby="order-payments">
      <Title order={2} id="order-payments" mb="sm">
        {t('orders.payments')}
      </Title>
      <Stack gap="xs">
        {data?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('orders.no_payments')}
          </Text>
        )}
        {data?.map((payment) => (
          <PaymentRow
            key={payment.payment_id}
            payment={payment}
            onReverse={mayChange ? setReversed : undefined}
          />
        ))}
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {t('records.transaction_documents.fields.balance')}
          </Text>
          <Text size="sm" fw={600}>
            {money(String(record['document_balance']), record['currency_id'])}
          </Text>
        </Group>
        {canPay && <PaymentForm key={String(record['updated_at'])} record={record} />}
      </Stack>
      {reversed && (
        <ReasonDialog
          title={t('orders.reverse')}
          text={t('orders.reverse_text', { amount: money(reversed.amount, reversed.currency_id) })}
          isRequired
          isPending={reverse.isPending}
          error={reverse.error}
          onConfirm={(reason) => reverse.mutate({ payment: reversed, reason })}
          onClose={() => setReversed(null)}
        />
      )}
    </Paper>
  )
}

interface PaymentRowProps {
  payment: Payment
  onReverse: ((payment: Payment) => void) | undefined
}

/** A payment; a reversed one is struck through, with the reason. */
function PaymentRow({ payment, onReverse }: PaymentRowProps) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const isReversed = payment.reversed_at !== null
  const td = isReversed ? 'line-through' : undefined
  const name = t(`records.payment_methods.${payment.method}`)
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" td={td}>
          {name}
        </Text>
        <Text size="sm" fw={600} td={td}>
          <MoneyText amount={payment.amount} currency_id={payment.currency_id} />
        </Text>
      </Group>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text size="xs" c="dimmed">
          {[date(payment.payment_date), payment.reference].filter(Boolean).join(' · ')}
          {isReversed && ` · ${t('orders.reversed', { reason: payment.reverse_reason })}`}
        </Text>
        {!isReversed && onReverse && (
          <Button size="compact-xs" variant="subtle" onClick={() => onReverse(payment)}>
            {t('orders.reverse')}
          </Button>
        )}
      </Group>
    </div>
  )
}

function PaymentForm({ record }: { record: AnyRecord }) {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const [amount, setAmount] = useState(trimDecimalZeros(String(record['document_balance'])))
  const [method, setMethod] = useState<PaymentMethod>('check')
  // An invoice dated today by the business may be dated tomorrow for the reader; no payment precedes it.
  const latest = [dayIn(timeZone), String(record['document_date'] ?? '')].toSorted().at(-1)!
  const [day, setDay] = useState(latest)
  const [reference, setReference] = useState('')
  const pay = usePay(record)
  const refused = pay.error instanceof CallRefused ? (pay.error.answer.errors ?? []) : []
  const errorOf = (name: string) => refused.find(({ field }) => field === name)?.message
  return (
    <form
      noValidate
      aria-label={t('orders.record_payment')}
      onSubmit={(event) => {
        event.preventDefault()
        pay.mutate({ amount, method, payment_date: day || null, reference: reference || null })
      }}
    >
      <Stack gap="xs">
        <MoneyInput
          shared={{ label: t('orders.amount'), error: errorOf('amount') }}
          value={amount}
          set={(value) => setAmount(String(value ?? ''))}
          currency_id={record['currency_id']}
        />
        <SelectInput
          label={t('orders.method')}
          value={method}
          error={errorOf('method')}
          data={PAYMENT_METHODS.map((one) => ({ value: one, label: t(`records.payment_methods.${one}`) }))}
          onChange={(next) => setMethod((next as PaymentMethod | null) ?? method)}
        />
        <TextInput
          type="date"
          label={t('orders.payment_date')}
          max={latest}
          value={day}
          error={errorOf('payment_date')}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <TextInput
          label={t('orders.reference')}
          maxLength={65}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" loading={pay.isPending}>
          {t('orders.record_payment')}
        </Button>
      </Stack>
    </form>
  )
}

/** The reader's own today. */
function dayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
}

function useReverse(record: AnyRecord, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ payment, reason }: { payment: Payment; reason: string }) =>
      request<typeof reversePayment>(
        'POST',
        '/transaction_documents/:document_id/payments/:payment_id/reverse',
        { params: { ...idOf(record), payment_id: payment.payment_id }, body: { reason } },
      ),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['transaction_documents'] }),
  })
}

function usePay(record: AnyRecord) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SentTo<typeof recordPayment>['body']) =>
      request<typeof recordPayment>('POST', '/transaction_documents/:document_id/payments', {
        params: idOf(record),
        body,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['transaction_documents'] }),
  })
}
