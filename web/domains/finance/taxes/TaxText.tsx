import { Text } from '@mantine/core'
import { taxedQuantity } from '#core/domains/finance/calculateTaxes.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'
import type { DocumentTax } from './useDocumentTaxes.ts'
import { useTaxRate } from './useTaxRate.ts'

/** How a tax came about: "$0.244 / gal × 500 gal", or the certificate of an exempt line. */
export function TaxText({
  tax,
  currency_id,
}: {
  tax: Omit<DocumentTax, 'document_detail_id'>
  currency_id: unknown
}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { money } = useMoney()
  const rateText = useTaxRate()
  const { basis, unit_title, unit_liters } = tax
  const part = (liters: string | null, amount: string) =>
    basis === 'percent'
      ? money(amount, currency_id)
      : `${number(Number(taxedQuantity(liters, unit_liters) ?? 0), 3)} ${unit_title ?? ''}`
  const isTaxed = Number(basis === 'percent' ? tax.taxable_amount : tax.taxable_liters) !== 0
  const isExempt = Number(tax.exempt_amount) !== 0 || Number(tax.exempt_liters ?? 0) !== 0
  return (
    <Text size="xs" c="dimmed" component="span" display="block">
      {(isTaxed || !isExempt) && (
        <bdi dir="ltr">
          {rateText(tax, currency_id)} × {part(tax.taxable_liters, tax.taxable_amount)}
        </bdi>
      )}
      {isTaxed && isExempt && ' · '}
      {isExempt &&
        t('finance.exempt', {
          part: part(tax.exempt_liters, tax.exempt_amount),
          use: tax.exempt_use ? t(`records.tax_exemptions.choices.exempt_use.${tax.exempt_use}`) : '',
          certificate: tax.certificate ?? '',
        })}
    </Text>
  )
}
