import { Button, Group, Stack, Text } from '@mantine/core'
import { trimDecimalZeros } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { refusalOf } from '#web/ui/StepDialog.tsx'
import styles from './PaymentDialog.module.css'
import { PaymentFields } from './PaymentFields.tsx'
import type { Account } from './useAccount.ts'
import { type Rest, usePaying } from './usePaying.ts'

interface PaymentDialogProps {
  account: Account
  /** Absent for a new payment. */
  rest?: Rest
  onClose: () => void
}

/**
 * A new payment of a customer, or the rest of one: it pays the oldest invoices first, until the amount at one is changed; money that is not on
 * an invoice stays with the customer.
 */
export function PaymentDialog({ account, rest, onClose }: PaymentDialogProps) {
  const { t } = useTranslation()
  const paying = usePaying(account, rest, onClose)
  const { pay } = paying
  const title = rest ? t('orders.account.apply') : t('orders.record_payment')
  return (
    <Dialog onClose={onClose} size="lg" title={title}>
      <Form noValidate aria-label={title} onSubmit={pay.mutate}>
        <Stack gap="sm">
          <Text fw={600}>
            <bdi>{account.company_title}</bdi>
          </Text>
          {!rest && <NewPayment account={account} paying={paying} />}
          <Invoices isNew={!rest} paying={paying} />
          {refusalOf(pay.error) && <Text c="urgent">{refusalOf(pay.error)}</Text>}
          <Footer paying={paying} title={title} isNew={!rest} onCancel={onClose} />
        </Stack>
      </Form>
    </Dialog>
  )
}

interface PartProps {
  paying: ReturnType<typeof usePaying>
}

interface FooterProps extends PartProps {
  title: string
  isNew: boolean
  onCancel: () => void
}

function Footer({ paying, title, isNew, onCancel }: FooterProps) {
  const { pay, left, allocations } = paying
  const isDisabled = left.isNegative() || (!isNew && allocations.length === 0)
  return (
    <Group className={styles.footer} justify="space-between" gap="xs">
      <Totals paying={paying} />
      <DialogButtons onCancel={onCancel} loading={pay.isPending} disabled={isDisabled}>
        {title}
      </DialogButtons>
    </Group>
  )
}

/** The fields of a new payment, with its currency if the customer has invoices in several. */
function NewPayment({ account, paying }: PartProps & { account: Account }) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { payment, setPayment, errorOf, currency_id, setCurrency, today } = paying
  const currencies = [
    ...new Set([account.currency_id, ...account.open_invoices.map((invoice) => invoice.currency_id)]),
  ]
  return (
    <>
      <PaymentFields {...{ payment, errorOf, currency_id }} onChange={setPayment} latest={today} cols={2} />
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
  )
}

/** The open invoices, and a button that fills them in. */
function Invoices({ isNew, paying }: PartProps & { isNew: boolean }) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { invoices, open, currency_id, payment, setPayment, spreadAgain } = paying
  if (invoices.length === 0) return <Text size="sm">{t('orders.door.no_invoice')}</Text>
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" data-figures>
          {t('orders.owed.open', { count: invoices.length })}: {money(open.toFixed(), currency_id)}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            spreadAgain()
            if (isNew) setPayment({ ...payment, amount: trimDecimalZeros(open.toFixed()) })
          }}
        >
          {t(isNew ? 'orders.account.pay_all' : 'orders.account.oldest')}
        </Button>
      </Group>
      <InvoiceTable paying={paying} />
    </>
  )
}

/** The part on invoices, and the part that stays unapplied. */
function Totals({ paying: { applied, left, currency_id } }: PartProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  return (
    <div role="status" data-figures>
      <Text size="sm" fw={600}>
        {t('orders.account.on_invoices', { amount: money(applied.toFixed(), currency_id) })}
      </Text>
      <Text size="sm" c={left.isNegative() ? 'urgent' : 'dimmed'}>
        {t('orders.account.stays', { amount: money(left.toFixed(), currency_id) })}
      </Text>
    </div>
  )
}

interface InvoiceHeadProps extends Pick<Account['open_invoices'][number], 'document_number' | 'due_date'> {
  owed: string
}

function InvoiceHead({ document_number, due_date, owed }: InvoiceHeadProps) {
  const { t } = useTranslation()
  const { date } = useFormat()
  return (
    <div style={{ whiteSpace: 'nowrap' }}>
      <bdi>{document_number}</bdi>
      <Text size="xs" c="dimmed">
        {t('telemetry.next.due', { day: date(due_date) })}
      </Text>
      <Text size="xs" hiddenFrom="sm" data-figures>
        {owed}
      </Text>
    </div>
  )
}

/** Open invoices with the amount allocated to each. */
function InvoiceTable({ paying }: PartProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { invoices, currency_id, changePart } = paying
  return (
    <DataTable
      label={t('orders.owed.invoices')}
      rows={invoices}
      keyOf={({ document_id }) => document_id}
      columns={[
        {
          title: t('orders.door.invoice'),
          cell: (one) => <InvoiceHead {...one} owed={money(one.owed, currency_id)} />,
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
                error: errorOfPart(paying, document_id),
              }}
              value={part}
              set={(value) => changePart(document_id, value)}
              currency_id={currency_id}
            />
          ),
        },
      ]}
    />
  )
}

/** The message about the refused part of an invoice: parts of 0 are not sent. */
function errorOfPart({ allocations, errorOf }: PartProps['paying'], id: number): string | undefined {
  const index = allocations.findIndex(({ document_id }) => document_id === id)
  return ['amount', 'document_id', 'date']
    .map((name) => errorOf(`allocations.${index}.${name}`))
    .find(Boolean)
}
