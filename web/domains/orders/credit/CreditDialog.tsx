import { Checkbox, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { creditInvoice } from '#core/domains/orders/calls.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { request } from '#web/platform/calls/request.ts'
import { trimDecimalZeros } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { MoneyInput } from '#web/resources/form/inputs/MoneyInput.tsx'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { messageOf, StepDialog } from '#web/ui/StepDialog.tsx'
import { idOf } from '../idOf.ts'
import { useMoneyStep } from '../owed/useAccount.ts'
import { type Credit, isOverbilled } from './useCredit.ts'

const WAYS = ['whole', 'lines', 'amount'] as const
type Way = (typeof WAYS)[number]

interface CreditDialogProps {
  record: OrderRecord
  credit: Credit
  onClose: () => void
}

/** Credits an invoice whole, by line or by an amount. Quantities billed beyond the delivery are proposed. */
export function CreditDialog({ record, credit, onClose }: CreditDialogProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const [way, setWay] = useState<Way>(isOverbilled(credit) ? 'lines' : 'whole')
  const byLine = useCreditedLines(credit)
  const { details } = byLine
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [is_another, setAnother] = useState(false)
  const navigate = useNavigate()
  const make = useMoneyStep(
    (body: SentTo<typeof creditInvoice>['body']) =>
      request<typeof creditInvoice>('POST', '/transaction_documents/:document_id/credit', {
        params: idOf(record),
        body,
      }),
    ({ transaction_document }) => {
      onClose()
      void navigate(`/order/${transaction_document.document_id}`)
    },
  )
  const left = money(credit.left, record[COMPANY_CURRENCY])
  const isEmpty = (way === 'lines' && details.length === 0) || (way === 'amount' && amount === '')
  return (
    <StepDialog
      title={t('orders.credit.title')}
      action={t('orders.credit.action')}
      text={t(`orders.credit.${way}_text`, { left })}
      isPending={make.isPending}
      isDisabled={isEmpty || reason.trim() === ''}
      onConfirm={() =>
        make.mutate({
          reason: reason.trim(),
          ...(is_another && { is_another }),
          ...(way === 'lines' && { details }),
          ...(way === 'amount' && { amount }),
        })
      }
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={t('orders.credit.title')}
        value={way}
        onChange={setWay}
        data={WAYS.map((value) => ({ value, label: t(`orders.credit.${value}`) }))}
      />
      {way === 'lines' && <CreditedLines {...byLine} error={make.error} />}
      {way === 'amount' && (
        <MoneyInput
          shared={{ label: t('orders.amount'), error: messageOf(make.error, 'amount') }}
          value={amount}
          set={setAmount}
          currency_id={record[COMPANY_CURRENCY]}
        />
      )}
      <TextInput
        label={t('ui.reason')}
        withAsterisk
        maxLength={255}
        value={reason}
        error={messageOf(make.error, 'reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {messageOf(make.error, 'is_another') && (
        <Checkbox
          label={messageOf(make.error, 'is_another')}
          checked={is_another}
          onChange={(event) => setAnother(event.currentTarget.checked)}
        />
      )}
    </StepDialog>
  )
}

/** The quantities to credit, by line. */
function useCreditedLines(credit: Credit) {
  const [quantities, setQuantities] = useState<Readonly<Record<number, string>>>(() => proposed(credit))
  const lines = credit.lines.filter(({ quantity_left }) => Number(quantity_left) > 0)
  const details = lines.flatMap(({ document_detail_id }) => {
    const quantity = quantities[document_detail_id]
    return quantity ? [{ document_detail_id, quantity }] : []
  })
  return { lines, details, quantities, setQuantities }
}

type CreditedLinesProps = ReturnType<typeof useCreditedLines> & { error: unknown }

function CreditedLines({ lines, details, quantities, setQuantities, error }: CreditedLinesProps) {
  const { t } = useTranslation()
  const { language } = useFormat()
  return (
    <Stack gap="xs">
      {lines.map(({ document_detail_id, product_title, unit_title, quantity_left }) => {
        const place = details.findIndex((detail) => detail.document_detail_id === document_detail_id)
        return (
          <NumberField
            key={document_detail_id}
            label={t('orders.credit.quantity', {
              product: product_title,
              left: quantityText(quantity_left, unit_title, language),
            })}
            value={quantities[document_detail_id] ?? ''}
            error={messageOf(error, `details.${place}.quantity`)}
            onChange={(value) => setQuantities({ ...quantities, [document_detail_id]: value })}
          />
        )
      })}
    </Stack>
  )
}

/** Excess of the billed over the delivered quantity by line. */
function proposed({ lines }: Credit): Record<number, string> {
  return Object.fromEntries(
    lines
      .filter(({ quantity_over }) => Number(quantity_over) > 0)
      .map(({ document_detail_id, quantity_over }) => [document_detail_id, trimDecimalZeros(quantity_over)]),
  )
}
