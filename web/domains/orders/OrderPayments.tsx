import { Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPayable } from '#core/domains/orders/documentStatus.ts'
import { PAYMENT_METHODS } from '#core/domains/orders/paymentBody.ts'
import { CallRefused, call } from '#web/platform/api.ts'
import { useMay } from '#web/platform/session.tsx'
import { useFormat } from '#web/platform/useFormat.ts'
import { Failure } from '#web/resources/Failure.tsx'
import { MoneyInput } from '#web/resources/form/MoneyInput.tsx'
import { useMoney } from '#web/resources/useMoney.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

interface Payment {
  payment_id: number
  amount: string
  currency_id: number
  currency_title: string
  method: string
  payment_date: string
  reference: string | null
}

/** An amount as one types it: figures are kept with a third decimal that nobody writes. */
function toCents(amount: string): string {
  return amount.replace(/(\.\d\d)0$/, '$1')
}

/** The money that came in for an invoice, and a small form to write down more. */
export function OrderPayments({ record }: { record: AnyRecord }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { money } = useMoney()
  const mayChange = useMay()('transaction_documents.update')
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['transaction_documents', 'payments', record['document_id'], record['updated_at']],
    queryFn: async ({ signal }) =>
      (
        await call<{ payments: Payment[] }>(
          'GET',
          `/transaction_documents/${record['document_id']}/payments`,
          undefined,
          { signal },
        )
      ).payments,
  })
  if (isError && !data) return <Failure error={error} onRetry={refetch} />
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
          <div key={payment.payment_id}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">{t(`records.payment_methods.${payment.method}`)}</Text>
              <Text size="sm" fw={600}>
                {money(payment.amount, payment.currency_id)}
              </Text>
            </Group>
            <Text size="xs" c="dimmed">
              {[date(payment.payment_date), payment.reference].filter(Boolean).join(' · ')}
            </Text>
          </div>
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
    </Paper>
  )
}

function PaymentForm({ record }: { record: AnyRecord }) {
  const { t } = useTranslation()
  const [amount, setAmount] = useState(toCents(String(record['document_balance'])))
  const [method, setMethod] = useState<string>('check')
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
        pay.mutate({ amount, method, reference: reference || null })
      }}
    >
      <Stack gap="xs">
        <MoneyInput
          shared={{ label: t('orders.amount'), error: errorOf('amount') }}
          value={amount}
          set={(value) => setAmount(String(value ?? ''))}
          currency_id={record['currency_id']}
        />
        <Select
          label={t('orders.method')}
          allowDeselect={false}
          value={method}
          error={errorOf('method')}
          data={PAYMENT_METHODS.map((one) => ({ value: one, label: t(`records.payment_methods.${one}`) }))}
          onChange={(next) => setMethod(next ?? method)}
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

function usePay(record: AnyRecord) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (payment: object) =>
      call('POST', `/transaction_documents/${record['document_id']}/payments`, payment),
    onSuccess: () => client.invalidateQueries({ queryKey: ['transaction_documents'] }),
  })
}
