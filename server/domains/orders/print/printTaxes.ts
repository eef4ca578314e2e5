import { sumTaxes, type TaxSum, taxedQuantity } from '#core/domains/finance/calculateTaxes.ts'
import { inDocumentCurrency } from '#core/domains/orders/totals.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { percentSign } from '#core/platform/texts/percentSign.ts'
import { listDocumentTaxes } from '#server/domains/finance/listDocumentTaxes.ts'
import type { Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { fieldLabel } from '#server/resources/names/fieldLabel.ts'
import { localeOfActor } from '#server/resources/names/textFormats.ts'
import type { Document } from '../readDocument.ts'

type DocumentTax = Awaited<ReturnType<typeof listDocumentTaxes>>[number]

/** Format amounts and unit prices in the currency of the document. */
interface Formatters {
  money: (amount: string) => string
  price: (amount: string) => string
}

function rateText({ basis, rate, unit_title }: TaxSum, formatters: Formatters, language: string): string {
  const plain = rate.replace(/\.?0+$/, '')
  return basis === 'percent'
    ? `${plain}${percentSign(language)}`
    : `${formatters.price(plain)} / ${unit_title}`
}

/** The use that exempts from a tax, and the number of the certificate. */
function exemptionText({ certificate, exempt_use }: DocumentTax, language: string): string {
  const use = exempt_use && translate(language, `records.tax_exemptions.choices.exempt_use.${exempt_use}`)
  return `${use}, ${translate(language, 'records.tax_exemptions.fields.certificate')} ${certificate}`
}

/**
 * The taxes of a printed document, and its grand total, in its own currency: each tax with its rate and taxable base, exempt parts with
 * their certificate. Nothing if no tax code applies.
 */
export async function printedTaxes(
  context: Context,
  document: Document,
  formatters: Formatters,
): Promise<[string, string][]> {
  const { actor } = context
  const taxes = sumTaxes(await listDocumentTaxes(context, document.document_id))
  if (taxes.length === 0) return []
  const converted = (amount: string) => inDocumentCurrency(amount, document.exchange_rate)
  const baseText = ({ basis, unit_title, unit_liters }: TaxSum, amount: string, liters: string | null) =>
    basis === 'percent'
      ? formatters.money(converted(amount))
      : quantityText(taxedQuantity(liters, unit_liters) ?? '0', unit_title ?? '', localeOfActor(actor))
  const rows = taxes.flatMap((tax): [string, string][] => {
    const rate = rateText(tax, formatters, actor.language)
    const isExempt = Number(tax.exempt_amount) !== 0 || Number(tax.exempt_liters ?? 0) !== 0
    const isTaxed = Number(tax.tax) !== 0 || !isExempt
    const taxed: [string, string] = [
      `${tax.tax_name}, ${rate} × ${baseText(tax, tax.taxable_amount, tax.taxable_liters)}`,
      formatters.money(converted(tax.tax)),
    ]
    const exempt: [string, string] = [
      `${tax.tax_name}, ${baseText(tax, tax.exempt_amount, tax.exempt_liters)} (${exemptionText(tax, actor.language)})`,
      formatters.money('0'),
    ]
    return [...(isTaxed ? [taxed] : []), ...(isExempt ? [exempt] : [])]
  })
  return [
    ...rows,
    [
      fieldLabel(actor, transaction_documents, 'grand_total'),
      formatters.money(document.document_grand_total),
    ],
  ]
}
