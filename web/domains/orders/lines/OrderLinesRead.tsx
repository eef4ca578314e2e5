import { Text } from '@mantine/core'
import type { DocumentType } from '#core/domains/orders/documentStatus.ts'
import { isSold, isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { lineTotal } from '#core/domains/orders/totals.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { TaxText } from '#web/domains/finance/taxes/TaxText.tsx'
import { type DocumentTax, useDocumentTaxes } from '#web/domains/finance/taxes/useDocumentTaxes.ts'
import type { OrderLine, OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { WhyPrice } from '#web/domains/prices/why/WhyPrice.tsx'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import { type DataColumn, DataTable } from '#web/ui/DataTable.tsx'
import { LineProgress } from './LineProgress.tsx'
import { useUnits } from './useUnits.ts'

/** The saved lines of a document: product, quantity, price and total. */
export function OrderLinesRead({ record }: { record: OrderRecord }) {
  const { t } = useTranslation()
  const { money, price, placesOf } = useMoney()
  const { quantity, signOf } = useUnits()
  const decides = mayDecideOrders(useUser().login_type_id)
  const lines = record.details ?? []
  const currency_id = record[COMPANY_CURRENCY]
  const taxes = useDocumentTaxes(record)
  const labelOf = (name: string) => t(`records.transaction_document_details.fields.${name}`)
  const isOrder = record.document_type === 'sales_order'
  const discountOf = (line: OrderLine) => {
    const isPercent = line.line_discount_type === 'P'
    const amount = String(line[isPercent ? 'line_discount_percentage' : 'line_discount_amount'] ?? '0')
    if (Number(amount) === 0) return null
    return `${labelOf('line_discount_amount')} ${isPercent ? `${Number(amount)} %` : money(amount, currency_id)}`
  }
  const isNotPriced = (line: OrderLine) => isSold(record.document_type as DocumentType) && isUnpriced(line)
  const whyNot = (line: OrderLine) =>
    line.price_problem
      ? t(`records.transaction_document_details.choices.price_problem.${line.price_problem}`)
      : t('orders.not_priced')
  const priceOf = (line: OrderLine) => {
    if (isNotPriced(line)) return whyNot(line)
    const sign = signOf(line.unit_id)
    return `${price(String(line.unit_price ?? '0'), currency_id)}${sign && ` / ${sign}`}`
  }
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
              {decides && (
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  <bdi>{priceOf(line)}</bdi>
                </Text>
              )}
              {decides && discountOf(line) && (
                <Text size="xs" c="dimmed">
                  {discountOf(line)}
                </Text>
              )}
              {isOrder && <LineProgress line={line} />}
              <LineTaxes
                taxes={taxes.filter((tax) => tax.document_detail_id === line.document_detail_id)}
                currency_id={currency_id}
              />
            </>
          ),
        },
        {
          title: labelOf('quantity'),
          isFigure: true,
          cell: (line) => <bdi>{quantity(String(line.quantity ?? '0'), line.unit_id)}</bdi>,
        },
        ...(decides ? [priceColumn] : []),
        {
          title: labelOf('line_total'),
          isFigure: true,
          cell: (line) => (
            <Text fw={600} inherit>
              {isNotPriced(line)
                ? t('orders.not_priced')
                : money(String(line.line_total ?? lineTotal(line, placesOf(currency_id))), currency_id)}
            </Text>
          ),
        },
      ]}
    />
  )
}

/** The taxes on a line, on demand. */
function LineTaxes({ taxes, currency_id }: { taxes: readonly DocumentTax[]; currency_id: unknown }) {
  const { t } = useTranslation()
  const { money } = useMoney()
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
