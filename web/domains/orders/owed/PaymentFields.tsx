import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import type { recordPayment } from '#core/domains/orders/calls.ts'
import { PAYMENT_METHODS } from '#core/domains/orders/paymentBody.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'

/** A payment as typed. */
export interface TypedPayment {
  amount: string
  method: SentTo<typeof recordPayment>['body']['method']
  /** YYYY-MM-DD, or empty. */
  day: string
  reference: string
  /** An equal one exists, and this is another one. */
  is_another?: boolean
}

interface PaymentFieldsProps {
  payment: TypedPayment
  onChange: (payment: TypedPayment) => void
  errorOf: (field: string) => string | undefined
  currency_id: unknown
  /** The latest day, YYYY-MM-DD. */
  latest: string
  /** Number of columns. */
  cols?: 1 | 2
}

/** Amount, method, day and reference of a payment. */
export function PaymentFields(props: PaymentFieldsProps) {
  const { payment, onChange, errorOf, currency_id, latest, cols = 1 } = props
  const { t } = useTranslation()
  return (
    <SimpleGrid cols={cols} spacing="xs">
      <MoneyInput
        shared={{
          label: t('orders.amount'),
          error: errorOf('amount'),
          'data-figures': true,
          'data-autofocus': cols === 2 || undefined,
        }}
        value={payment.amount}
        set={(amount) => onChange({ ...payment, amount })}
        currency_id={currency_id}
      />
      <SelectInput
        label={t('orders.method')}
        value={payment.method}
        error={errorOf('method')}
        data={PAYMENT_METHODS.map((method) => ({
          value: method,
          label: t(`records.payment_methods.${method}`),
        }))}
        onChange={(next) => onChange({ ...payment, method: next ?? payment.method })}
      />
      <TextInput
        type="date"
        label={t('orders.payment_date')}
        max={latest}
        value={payment.day}
        error={errorOf('payment_date')}
        onChange={(event) => onChange({ ...payment, day: event.currentTarget.value })}
      />
      <TextInput
        label={t('orders.reference')}
        maxLength={65}
        value={payment.reference}
        onChange={(event) => onChange({ ...payment, reference: event.currentTarget.value })}
      />
      {errorOf('is_another') && (
        <Checkbox
          label={errorOf('is_another')}
          checked={payment.is_another ?? false}
          onChange={(event) => onChange({ ...payment, is_another: event.currentTarget.checked })}
        />
      )}
    </SimpleGrid>
  )
}

/** The fields of a payment as they are sent. */
export function paymentBody({ day, reference, ...payment }: TypedPayment) {
  return { ...payment, payment_date: day || null, reference: reference || null }
}
