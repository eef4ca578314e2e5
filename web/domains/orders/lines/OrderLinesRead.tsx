import { Text } from '@mantine/core'
import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import { isSold, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { lineTotal } from '#core/domains/orders/totals.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { TaxText } from '#web/domains/finance/taxes/TaxText.tsx'
import { useDocumentTaxes } from '#web/domains/finance/taxes/useDocumentTaxes.ts'
import type { OrderLine, OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { WhyPrice } from '#web/domains/prices/why/WhyPrice.tsx'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { type DataColumn, DataTable } from '#web/ui/DataTable.tsx'
import { LineProgress } from './LineProgress.tsx'

/** The saved lines of a document: product, quantity, price and total. */
export function OrderLinesRead({ record }: { record: OrderRecord }) {
  const { t } = useTranslation()
  const { language, apart } = useFormat()
  const lines = record.details ?? []
  const { labelOf, discountOf, priceOf, totalOf } = useLineTexts(record)
  const isOrder = record.document_type === 'sales_order'
  const priceColumn: DataColumn<OrderLine> = {
    title: labelOf('unit_price'),
    isFigure: true,
    isWide: true,
    cell: (line) => (
      <>
        <bdi>{priceOf(line)}</bdi>
        {Boolean(line.price_source || line.price_problem) && (
          <WhyPrice
            document_detail_id={Number(line.document_detail_id)}
            product={String(line.product_title ?? '')}
          />
        )}
      </>
    ),
  }
  return (
    <DataTable
      label={t('records.transaction_document_details.label')}
      rows={lines}
      keyOf={(line) => String(line.document_detail_id)}
      labelOf={(line) => t('orders.line', { number: lines.indexOf(line) + 1 })}
      columns={[
        {
          title: labelOf('product_id'),
          cell: (line) => (
            <>
              <Text size="sm" fw={600} component="bdi">
                {String(line.product_title ?? '')}
              </Text>
              {line['place_title'] != null && (
                <Text size="xs" c="dimmed" component="div">
                  <bdi>{String(line['place_title'])}</bdi>
                </Text>
              )}
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                <bdi>{priceOf(line)}</bdi>
              </Text>
              {discountOf(line) && (
                <Text size="xs" c="dimmed">
                  {discountOf(line)}
                </Text>
              )}
              {isOrder && <LineProgress line={line} />}
              <LineTaxes record={record} line={line} />
            </>
          ),
        },
        {
          title: labelOf('quantity'),
          isFigure: true,
          cell: (line) => (
            <bdi>{apart(quantityText(String(line.quantity ?? '0'), signOf(line), language))}</bdi>
          ),
        },
        priceColumn,
        {
          title: labelOf('line_total'),
          isFigure: true,
          cell: (line) => (
            <Text fw={600} inherit>
              {totalOf(line)}
            </Text>
          ),
        },
      ]}
    />
  )
}

/** The unit of a line as the server names it: customers may not read the list of units. */
const signOf = (line: OrderLine) => String(line['unit_title'] ?? '')

/** The figures of the lines as text; without a price, the reason why it is missing. */
function useLineTexts(record: OrderRecord) {
  const { t } = useTranslation()
  const { money, price, placesOf } = useMoney()
  const { quantity } = useFormat()
  const currency_id = record[COMPANY_CURRENCY]
  const labelOf = (name: string) => t(`records.transaction_document_details.fields.${name}`)
  const isNotPriced = (line: OrderLine) => isSold(record.document_type as DocumentType) && isUnpriced(line)
  return {
    labelOf,
    discountOf: (line: OrderLine) => {
      const isPercent = line.line_discount_type === 'P'
      const amount = String(line[isPercent ? 'line_discount_percentage' : 'line_discount_amount'] ?? '0')
      if (Number(amount) === 0) return null
      return `${labelOf('line_discount_amount')} ${isPercent ? quantity(Number(amount), '%', 2) : money(amount, currency_id)}`
    },
    priceOf: (line: OrderLine) => {
      if (isNotPriced(line))
        return line.price_problem
          ? t(`records.transaction_document_details.choices.price_problem.${line.price_problem}`)
          : t('orders.not_priced')
      const sign = signOf(line)
      return `${price(String(line.unit_price ?? '0'), currency_id)}${sign && ` / ${sign}`}`
    },
    totalOf: (line: OrderLine) =>
      isNotPriced(line)
        ? t('orders.not_priced')
        : money(String(line.line_total ?? lineTotal(line, placesOf(currency_id))), currency_id),
  }
}

/** The taxes on a line, on demand. */
function LineTaxes({ record, line }: { record: OrderRecord; line: OrderLine }) {
  const { t } = useTranslation()
  const { money } = useMoney()
  const currency_id = record[COMPANY_CURRENCY]
  const taxes = useDocumentTaxes(record).filter((tax) => tax.document_detail_id === line.document_detail_id)
  if (taxes.length === 0) return null
  return (
    <Text size="xs" c="dimmed" component="details">
      <summary>{t('records.transaction_documents.fields.tax_total')}</summary>
      {taxes.map((tax) => (
        <div key={tax.tax_code_id}>
          <bdi>{tax.tax_name}</bdi> {money(tax.tax, currency_id)}
          <TaxText tax={tax} currency_id={currency_id} />
        </div>
      ))}
    </Text>
  )
}
