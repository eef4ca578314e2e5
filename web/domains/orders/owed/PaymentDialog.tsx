import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { spread } from '#core/domains/orders/account.ts'
import type {
  allocateCredit,
  allocatePayment,
  recordCustomerPayment,
} from '#core/domains/orders/accountCalls.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import { request } from '#web/platform/calls/request.ts'
import { trimDecimalZeros } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { messageOf, refusalOf } from '#web/ui/StepDialog.tsx'
import styles from './PaymentDialog.module.css'
import { PaymentFields, paymentBody, type TypedPayment } from './PaymentFields.tsx'
import { type Account, figureOf, useMoneyStep, usePaymentDay } from './useAccount.ts'

/** What is left of a payment or a credit note, to be put on invoices. */
export interface Rest {
  payment_id?: number
  document_id?: number
  left: string
  currency_id: number
}

interface PaymentDialogProps {
  account: Account
  /** Absent for a new payment. */
  rest?: Rest
  onClose: () => void
}

/**
 * A new payment of a customer, or the rest of one: it pays the oldest invoices first, until the amount at one is changed; what is not on
 * an invoice stays with the customer.
 */
export function PaymentDialog({ account, rest, onClose }: PaymentDialogProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const [currency_id, setCurrency] = useState(rest?.currency_id ?? account.currency_id)
  const today = usePaymentDay(account.open_invoices.map(({ document_date }) => document_date))
  const [payment, setPayment] = useState<TypedPayment>({
    amount: '',
    method: 'check',
    day: today,
    reference: '',
  })
  const [isAnother, setAnother] = useState(false)
  const [changed, setChanged] = useState<Readonly<Record<number, string>>>()
  const amount = rest ? rest.left : payment.amount
  const isOwn = currency_id === account.currency_id
  const invoices = account.open_invoices.filter((one) => isOwn || one.currency_id === currency_id)
  const owed = invoices.map((one) => (isOwn ? one.balance : one.document_balance))
  const oldest = spread(figureOf(amount).toFixed(), owed)
  const parts = invoices.map(
    ({ document_id }, index) => changed?.[document_id] ?? trimDecimalZeros(itemAt(oldest, index)),
  )
  const onInvoices = sumOf(parts.map(figureOf))
  const left = figureOf(amount).minus(onInvoices)
  const open = sumOf(owed)
  const allocations = invoices.flatMap(({ document_id }, index) =>
    figureOf(parts[index]).isZero() ? [] : [{ document_id, amount: figureOf(parts[index]).toFixed() }],
  )
  const pay = useMoneyStep((): Promise<unknown> => {
    if (rest?.payment_id !== undefined)
      return request<typeof allocatePayment>('POST', '/customer_payments/:payment_id/allocate', {
        params: { payment_id: rest.payment_id },
        body: { allocations },
      })
    if (rest?.document_id !== undefined)
      return request<typeof allocateCredit>('POST', '/transaction_documents/:document_id/allocate', {
        params: { document_id: rest.document_id },
        body: { allocations },
      })
    return request<typeof recordCustomerPayment>('POST', '/companies/:company_id/payments', {
      params: { company_id: account.company_id },
      body: {
        ...paymentBody(payment),
        currency_id,
        allocations,
        ...(isAnother && { is_another: true }),
      },
    })
  }, onClose)
  const errorOf = (name: string) => messageOf(pay.error, name)
  /** The refused part of an invoice: parts are sent without those of 0. */
  const errorOfPart = (id: number) => {
    const index = allocations.findIndex(({ document_id }) => document_id === id)
    return ['amount', 'document_id', 'date']
      .map((name) => errorOf(`allocations.${index}.${name}`))
      .find(Boolean)
  }
  const title = rest ? t('orders.account.apply') : t('orders.record_payment')
  const currencies = [
    ...new Set([account.currency_id, ...account.open_invoices.map((one) => one.currency_id)]),
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          pay.mutate()
        }}
      >
        <Stack gap="sm">
          {!rest && (
            <>
              <PaymentFields
                {...{ payment, errorOf, currency_id }}
                onChange={setPayment}
                latest={today}
                cols={2}
              />
              {currencies.length > 1 && (
                <SelectInput
                  label={t('records.transaction_documents.fields.currency_id')}
                  value={String(currency_id)}
                  error={errorOf('currency_id')}
                  data={currencies.map((id) => ({ value: String(id), label: money('0', id) }))}
                  onChange={(next) => setCurrency(Number(next ?? currency_id))}
                />
              )}
            </>
          )}
          {invoices.length === 0 ? (
            <Text size="sm">{t('orders.door.no_invoice')}</Text>
          ) : (
            <>
              <Group justify="space-between" gap="xs">
                <Text size="sm" data-figures>
                  {t('orders.owed.open', { count: invoices.length })}: {money(open.toFixed(), currency_id)}
                </Text>
                {rest ? (
                  <Button size="compact-sm" variant="light" onClick={() => setChanged(undefined)}>
                    {t('orders.account.oldest')}
                  </Button>
                ) : (
                  <Button
                    size="compact-sm"
                    variant="light"
                    onClick={() => {
                      setChanged(undefined)
                      setPayment({ ...payment, amount: trimDecimalZeros(open.toFixed()) })
                    }}
                  >
                    {t('orders.account.pay_all')}
                  </Button>
                )}
              </Group>
              <InvoiceParts
                {...{ invoices, owed, parts, currency_id, errorOfPart }}
                onChange={(document_id, part) =>
                  setChanged({
                    ...Object.fromEntries(
                      invoices.map((one, index) => [one.document_id, itemAt(parts, index)]),
                    ),
                    [document_id]: part,
                  })
                }
              />
            </>
          )}
          {errorOf('is_another') && (
            <Checkbox
              label={errorOf('is_another')}
              checked={isAnother}
              onChange={(event) => setAnother(event.currentTarget.checked)}
            />
          )}
          {refusalOf(pay.error) && <Text c="urgent">{refusalOf(pay.error)}</Text>}
          <Group className={styles.footer} justify="space-between" gap="xs">
            <div role="status" data-figures>
              <Text size="sm" fw={600}>
                {t('orders.account.on_invoices', { amount: money(onInvoices.toFixed(), currency_id) })}
              </Text>
              <Text size="sm" c={left.isNegative() ? 'urgent' : 'dimmed'}>
                {t('orders.account.stays', { amount: money(left.toFixed(), currency_id) })}
              </Text>
            </div>
            <DialogButtons
              onCancel={onClose}
              loading={pay.isPending}
              disabled={left.isNegative() || (rest !== undefined && allocations.length === 0)}
            >
              {title}
            </DialogButtons>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface InvoicePartsProps {
  invoices: Account['open_invoices']
  owed: readonly string[]
  parts: readonly string[]
  currency_id: number
  errorOfPart: (document_id: number) => string | undefined
  onChange: (document_id: number, part: string) => void
}

/** Open invoices with what each of them gets. */
function InvoiceParts({ invoices, owed, parts, currency_id, errorOfPart, onChange }: InvoicePartsProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { date } = useFormat()
  return (
    <DataTable
      label={t('orders.owed.invoices')}
      rows={invoices.map((one, index) => ({ ...one, owed: itemAt(owed, index), part: parts[index] }))}
      keyOf={({ document_id }) => document_id}
      columns={[
        {
          title: t('orders.door.invoice'),
          cell: (one) => (
            <div style={{ whiteSpace: 'nowrap' }}>
              <bdi>{one.document_number}</bdi>
              <Text size="xs" c="dimmed">
                {t('orders.account.due', { day: date(one.due_date) })}
              </Text>
              <Text size="xs" hiddenFrom="sm" data-figures>
                {money(one.owed, currency_id)}
              </Text>
            </div>
          ),
        },
        {
          title: t('records.transaction_documents.fields.balance'),
          isFigure: true,
          // On a phone it is below the number.
          isWide: true,
          cell: (one) => money(one.owed, currency_id),
        },
        {
          title: t('orders.account.pays'),
          isFigure: true,
          cell: ({ document_id, document_number, part }) => (
            <MoneyInput
              shared={{
                'aria-label': t('orders.account.pays_of', { number: document_number ?? '' }),
                error: errorOfPart(document_id),
              }}
              value={part}
              set={(value) => onChange(document_id, String(value ?? ''))}
              currency_id={currency_id}
            />
          ),
        },
      ]}
    />
  )
}
