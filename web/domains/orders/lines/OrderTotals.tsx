import { Fragment } from 'react'
import { type CalculatedTax, sumTaxes, taxTotal } from '#core/domains/finance/calculateTaxes.ts'
import { CHARGES, chargePurpose } from '#core/domains/orders/charges.ts'
import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import { isSold, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import {
  type DocumentFigures,
  type DocumentTotals,
  documentTotals,
  type LineFigures,
  lineTotal,
} from '#core/domains/orders/totals.ts'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { TaxText } from '#web/domains/finance/taxes/TaxText.tsx'
import { type DocumentTax, useDocumentTaxes } from '#web/domains/finance/taxes/useDocumentTaxes.ts'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { useEnteredTaxes, useFoundCharges } from '../useEnteredTaxes.ts'
import styles from './OrderLines.module.css'

type Tax = DocumentTax | CalculatedTax

/** Sums that are unknown until every line has a price. */
const SUMS = ['subtotal', 'total_amount', 'grand_total', 'balance', 'document_grand_total']

interface OrderTotalsProps {
  form: RecordForm<typeof transaction_documents>
  record: OrderRecord | null
  isReadOnly: boolean
}

/** The totals of lines and charges with their taxes, computed as the server does. */
export function OrderTotals({ form, record, isReadOnly }: OrderTotalsProps) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const { lines, isNotPriced, paid, taxes, figures, areKnown, totals } = useTotals(form, record)
  // Nothing to sum yet.
  if (record === null && lines.length === 0 && Number(totals.grand_total) === 0) return null
  const total = areKnown ? 'grand_total' : 'total_amount'
  const isForeign = Number(form.values.exchange_rate || 1) !== 1
  const purpose = isReadOnly && record ? chargePurpose(record) : null
  const rows: [name: string, amount: string][] = [
    ['subtotal', totals.subtotal],
    ['discount', String(-Number(totals.discount_amount))],
    ...CHARGES.map((name): [string, string] => [name, String(figures[name] ?? '')]),
    // Without taxes it is the total below, without discount and charges the subtotal above.
    ...(taxes.length > 0 && totals.total_amount !== totals.subtotal
      ? [['total_amount', totals.total_amount] as [string, string]]
      : []),
  ]
  const sums: [name: string, amount: string][] = [
    [total, totals.grand_total],
    ...(paid !== 0 && areKnown ? [['balance', totals.balance] as [string, string]] : []),
    ...(isForeign ? [['document_grand_total', totals.document_grand_total] as [string, string]] : []),
  ]
  const labelOf = (name: string) =>
    (name === 'handling_charge' && purpose) || t(`records.transaction_documents.fields.${name}`)
  const row = ([name, amount]: [name: string, amount: string]) => (
    <Row key={name} name={labelOf(name)} isTotal={name === total}>
      {isNotPriced && SUMS.includes(name)
        ? t('orders.not_priced')
        : money(
            Number.isFinite(Number(amount)) ? amount : '0',
            form.values[name === 'document_grand_total' ? 'currency_id' : COMPANY_CURRENCY],
          )}
    </Row>
  )
  return (
    <dl className={styles.totals} data-read={isReadOnly || undefined} aria-live="polite">
      {rows
        .filter(([name, amount]) => (name === 'subtotal' && purpose === null) || Number(amount) !== 0)
        .map(row)}
      {taxes.map((tax) => (
        <Fragment key={`${tax.tax_code_id} ${tax.tax_name} ${tax.rate}`}>
          <dt>
            <bdi>{tax.tax_name}</bdi>
            <TaxText tax={tax} currency_id={form.values[COMPANY_CURRENCY]} />
          </dt>
          <dd>{money(tax.tax, form.values[COMPANY_CURRENCY])}</dd>
        </Fragment>
      ))}
      {sums.filter(([name, amount]) => name === total || Number(amount) !== 0).map(row)}
    </dl>
  )
}

/** The totals as entered or as stored; while the taxes are being computed, those without taxes. */
function useTotals(form: OrderTotalsProps['form'], record: OrderRecord | null) {
  const { placesOf } = useMoney()
  const lines = form.values['details'] as readonly LineFigures[]
  const places = {
    company: placesOf(form.values[COMPANY_CURRENCY]),
    document: placesOf(form.values.currency_id),
  }
  const paid =
    record?.balance != null ? Number(record.grand_total ?? record.total_amount) - Number(record.balance) : 0
  const stored = useDocumentTaxes(record)
  const isSale = isSold((form.values.document_type ?? 'sales_order') as DocumentType)
  const isNotPriced =
    isSale && lines.some((line) => 'product_id' in line && line.product_id != null && isUnpriced(line))
  const entered = useEnteredTaxes(form, record && Number(record.document_id), places, isSale)
  useFoundCharges(form, entered)
  const taxes = sumTaxes<Tax>(entered?.taxes ?? (entered === null ? stored : []))
  const figures = { ...form.values, ...entered?.charges }
  // An amount credited without goods is part of a credit note's discount, which never changes.
  const totals =
    record?.document_type === 'credit_note'
      ? (record as unknown as DocumentTotals)
      : documentTotals(
          lines.map((line) => lineTotal(line, places.company)),
          figures as DocumentFigures,
          paid.toFixed(3),
          places,
          entered === null ? String(record?.tax_total ?? '0') : taxTotal(entered?.taxes ?? []),
        )
  return { lines, isNotPriced, paid, taxes, figures, areKnown: entered !== undefined, totals }
}

function Row({ name, isTotal, children }: { name: string; isTotal: boolean; children: string }) {
  const fontWeight = isTotal ? 700 : undefined
  return (
    <>
      <dt style={{ fontWeight }}>{name}</dt>
      <dd style={{ fontWeight }}>{children}</dd>
    </>
  )
}
