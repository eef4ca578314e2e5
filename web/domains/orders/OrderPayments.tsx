import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { listPayments, recordPayment, reversePayment } from '#core/domains/orders/calls.ts'
import { isPayable } from '#core/domains/orders/documentStatus.ts'
import type { ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { trimDecimalZeros } from '#web/platform/format/format.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Form } from '#web/ui/Form.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { messageOf } from '#web/ui/StepDialog.tsx'
import { idOf } from './idOf.ts'
import { PaymentFields, paymentBody, type TypedPayment } from './owed/PaymentFields.tsx'
import { PaymentLine } from './owed/PaymentLine.tsx'
import { useMoneyStep, usePaymentDay } from './owed/useAccount.ts'
import { useMayChangeOrders } from './useMayChangeOrders.ts'

type Payment = ResponseOf<typeof listPayments>['payments'][number]

/** The payments of an invoice, and a small form to record more. */
export function OrderPayments({ record }: { record: OrderRecord }) {
  const { t } = useTranslation()
  const [reversed, setReversed] = useState<Payment | null>(null)
  const mayChange = useMayChangeOrders()
  const { data, isError, error, refetch } = usePayments(record)
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  const canPay = mayChange && isPayable('invoice', Number(record.status_id))
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
          <PaymentLine key={payment.payment_id} payment={payment}>
            {mayChange && payment.reversed_at === null && (
              <Button size="compact-xs" variant="subtle" onClick={() => setReversed(payment)}>
                {t('orders.reverse')}
              </Button>
            )}
          </PaymentLine>
        ))}
        <Balance record={record} />
        {canPay && <PaymentForm key={String(record.updated_at)} record={record} />}
      </Stack>
      {reversed && <ReverseDialog record={record} payment={reversed} onClose={() => setReversed(null)} />}
    </Paper>
  )
}

function usePayments(record: OrderRecord) {
  return useQuery({
    queryKey: ['transaction_documents', 'payments', record.document_id, record.updated_at],
    queryFn: reading<typeof listPayments>('/transaction_documents/:document_id/payments', {
      params: idOf(record),
    }),
    select: ({ payments }) => payments,
  })
}

function Balance({ record }: { record: OrderRecord }) {
  const { t } = useTranslation()
  const { money } = useMoney()
  return (
    <Group justify="space-between">
      <Text size="sm" fw={600}>
        {t('records.transaction_documents.fields.balance')}
      </Text>
      <Text size="sm" fw={600}>
        {money(String(record.document_balance), record.currency_id)}
      </Text>
    </Group>
  )
}

interface ReverseDialogProps {
  record: OrderRecord
  payment: Payment
  onClose: () => void
}

function ReverseDialog({ record, payment, onClose }: ReverseDialogProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { payment_id, amount, currency_id } = payment
  const reverse = useMoneyStep(
    (reason: string) =>
      request<typeof reversePayment>(
        'POST',
        '/transaction_documents/:document_id/payments/:payment_id/reverse',
        { params: { ...idOf(record), payment_id }, body: { reason } },
      ),
    onClose,
  )
  return (
    <ReasonDialog
      title={t('orders.reverse')}
      action={t('orders.reverse_action')}
      text={t('orders.reverse_text', { amount: money(amount, currency_id) })}
      isRequired
      isPending={reverse.isPending}
      error={reverse.error}
      onConfirm={reverse.mutate}
      onClose={onClose}
    />
  )
}

function PaymentForm({ record }: { record: OrderRecord }) {
  const { t } = useTranslation()
  const latest = usePaymentDay([String(record.document_date ?? '')])
  const [payment, setPayment] = useState<TypedPayment>({
    amount: trimDecimalZeros(String(record.document_balance)),
    method: 'check',
    day: latest,
    reference: '',
  })
  const pay = useMoneyStep((body: SentTo<typeof recordPayment>['body']) =>
    request<typeof recordPayment>('POST', '/transaction_documents/:document_id/payments', {
      params: idOf(record),
      body,
    }),
  )
  return (
    <Form
      noValidate
      aria-label={t('orders.record_payment')}
      onSubmit={() => pay.mutate(paymentBody(payment))}
    >
      <Stack gap="xs">
        <PaymentFields
          payment={payment}
          onChange={setPayment}
          errorOf={(name) => messageOf(pay.error, name)}
          currency_id={record.currency_id}
          latest={latest}
        />
        <Button type="submit" variant="light" loading={pay.isPending}>
          {t('orders.record_payment')}
        </Button>
      </Stack>
    </Form>
  )
}
