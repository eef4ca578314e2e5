import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TaxText } from '#web/domains/finance/taxes/TaxText.tsx'
import type { DocumentTax } from '#web/domains/finance/taxes/useDocumentTaxes.ts'
import { useMoney } from '#web/resources/kinds/useMoney.ts'

/** The taxes on a line, on demand. */
export function LineTaxes({ taxes, currency_id }: { taxes: readonly DocumentTax[]; currency_id: unknown }) {
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
