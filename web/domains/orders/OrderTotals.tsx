import { useTranslation } from 'react-i18next'
import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import { isSold, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import {
  CHARGES,
  type DocumentFigures,
  type DocumentTotals,
  documentTotals,
  type LineFigures,
  lineTotal,
} from '#core/domains/orders/totals.ts'
import { COMPANY_CURRENCY } from '#core/resources/currencyKey.ts'
import type { RecordForm } from '#web/resources/form/useRecordForm.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import styles from './OrderLines.module.css'

/** Sums that are unknown until every line has a price. */
const SUMS = ['subtotal', 'total_amount', 'balance', 'document_total_amount']

/** The totals of lines and charges, computed as the server does. */
export function OrderTotals({ form, record }: { form: RecordForm; record: AnyRecord | null }) {
  const { t } = useTranslation()
  const { money, placesOf } = useMoney()
  const lines = form.values['details'] as readonly LineFigures[]
  const places = {
    company: placesOf(form.values[COMPANY_CURRENCY]),
    document: placesOf(form.values['currency_id']),
  }
  const paid = record?.['balance'] != null ? Number(record['total_amount']) - Number(record['balance']) : 0
  // An amount credited without goods is part of a credit note's discount, which never changes.
  const totals =
    record?.['document_type'] === 'credit_note'
      ? (record as unknown as DocumentTotals)
      : documentTotals(
          lines.map((line) => lineTotal(line, places.company)),
          form.values as DocumentFigures,
          paid.toFixed(3),
          places,
        )
  const isNotPriced =
    isSold((form.values['document_type'] ?? 'sales_order') as DocumentType) &&
    lines.some((line) => 'product_id' in line && line.product_id != null && isUnpriced(line))
  const isForeign = Number(form.values['exchange_rate'] || 1) !== 1
  const rows: [name: string, amount: string][] = [
    ['subtotal', totals.subtotal],
    ['discount', String(-Number(totals.discount_amount))],
    ...CHARGES.map((name): [string, string] => [name, String(form.values[name] ?? '')]),
    ['total_amount', totals.total_amount],
    ...(paid !== 0 ? [['balance', totals.balance] as [string, string]] : []),
    ...(isForeign ? [['document_total_amount', totals.document_total_amount] as [string, string]] : []),
  ]
  return (
    <dl className={styles.totals} aria-live="polite">
      {rows
        .filter(([name, amount]) => name === 'total_amount' || name === 'subtotal' || Number(amount) !== 0)
        .map(([name, amount]) => (
          <Row
            key={name}
            name={t(`records.transaction_documents.fields.${name}`)}
            isTotal={name === 'total_amount'}
          >
            {isNotPriced && SUMS.includes(name)
              ? t('orders.not_priced')
              : money(
                  Number.isFinite(Number(amount)) ? amount : '0',
                  form.values[name === 'document_total_amount' ? 'currency_id' : COMPANY_CURRENCY],
                )}
          </Row>
        ))}
    </dl>
  )
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
