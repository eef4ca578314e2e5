import { Decimal } from 'decimal.js'
import {
  type CalculatedTax,
  calculateTaxes,
  type TaxedLine,
  taxTotal,
} from '#core/domains/finance/calculateTaxes.ts'
import { addressNames } from '#core/domains/people/addressSnapshot.ts'
import { CHARGES } from './charges.ts'
import { type DecimalPlaces, type DocumentFigures, type DocumentTotals, documentTotals } from './totals.ts'

/** Fields of a document on which its taxes depend, in addition to its lines. */
export const TAXED_FIELDS: readonly string[] = [
  ...[
    'company_id',
    'device_id',
    'document_date',
    'currency_id',
    'exchange_rate',
    'discount_type',
    'discount',
  ],
  ...CHARGES,
  ...addressNames('ship'),
]

/** The figures of a document with the taxes of its lines, in the company's currency. Used for stored, trial and doorstep invoices alike. */
export function taxedTotals(
  lines: readonly TaxedLine[],
  document: DocumentFigures,
  places: DecimalPlaces,
): { totals: DocumentTotals; taxes: CalculatedTax[] } {
  const amounts = lines.map(({ amount }) => amount)
  const { subtotal, discount_amount: discount, total_amount } = documentTotals(amounts, document, '0', places)
  const charges = new Decimal(total_amount).plus(discount).minus(subtotal).toFixed()
  const taxes = calculateTaxes(lines, { discount, charges }, places.company)
  return { taxes, totals: documentTotals(amounts, document, '0', places, taxTotal(taxes)) }
}
