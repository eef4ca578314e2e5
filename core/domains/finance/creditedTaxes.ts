import { Exact } from '#core/platform/exact.ts'
import { type CountedTax, countTaxes } from './countTaxes.ts'

/** A stored tax of an invoice's line; a credit note has taxes without a line. */
export type StoredTax = Omit<CountedTax, 'line'> & { readonly document_detail_id: number | null }

/** What a credit note takes back of an invoice. Figures are below zero. */
export interface Credited {
  /** The credited lines of the invoice. */
  readonly lines: readonly { document_detail_id: number; quantity: string; line_total: string }[]
  /** The discount of the credit note, with an amount that is credited without goods. */
  readonly discount_amount: string
  readonly charges: string
  /** Everything that is left is credited. */
  readonly isRest: boolean
}

/** Figures of a tax that add up. */
const FIGURES = ['taxable_amount', 'exempt_amount', 'taxable_liters', 'exempt_liters', 'tax'] as const

/**
 * The taxes of a credit note, below zero, at the rates and certificates of its invoice: on the credited lines, or on an amount without
 * goods, which lowers taxes in percent only. The note that credits the rest takes back what is left of every tax, so that all credit notes
 * together are the invoice to the cent.
 * @param invoice the lines of the invoice and their taxes
 * @param earlier the taxes of its earlier credit notes
 * @param places decimals of the currency
 */
export function creditedTaxes(
  invoice: {
    readonly lines: readonly { document_detail_id: number; line_total: string; liters: string | null }[]
    readonly taxes: readonly StoredTax[]
  },
  earlier: readonly StoredTax[],
  credited: Credited,
  places: number,
): StoredTax[] {
  if (credited.isRest) return restOf(invoice.taxes, earlier)
  const taxesOf = (id: number) => invoice.taxes.filter((tax) => tax.document_detail_id === id)
  const lineOf = (id: number) => invoice.lines.find((line) => line.document_detail_id === id)!
  const { lines, discount_amount, charges } = credited
  if (lines.length > 0) {
    const taxed = lines.map(({ document_detail_id: id, quantity, line_total: amount }) => ({
      ...{ amount, quantity, liters: lineOf(id).liters, taxes: taxesOf(id) },
    }))
    const counted = countTaxes(taxed, { discount: discount_amount, charges }, places)
    return counted.map(({ line, ...tax }) => ({
      ...tax,
      document_detail_id: lines[line]!.document_detail_id,
    }))
  }
  // The goods stay as they are, and are worth less by the amount.
  const whole = invoice.lines.reduce((sum, { line_total }) => sum.plus(line_total), new Exact(0))
  const taxed = invoice.lines.map(({ document_detail_id: id, line_total: amount }) => ({
    ...{ amount, quantity: '0', liters: null, taxes: taxesOf(id) },
  }))
  const counted = countTaxes(taxed, { discount: whole.plus(discount_amount).toFixed(), charges: '0' }, places)
  return counted.map(({ line: _, ...tax }) => ({ ...tax, document_detail_id: null }))
}

/** What earlier credit notes left of the taxes of an invoice, by code, rate and certificate, below zero. */
function restOf(taxes: readonly StoredTax[], earlier: readonly StoredTax[]): StoredTax[] {
  const rest = new Map<string, StoredTax>()
  for (const tax of [...taxes, ...earlier]) {
    const key = [tax.tax_code_id, new Exact(tax.rate).toFixed(), tax.certificate].join('\n')
    const found = rest.get(key)
    const figures = FIGURES.map((name): [string, string | null] => {
      const [left, more] = [found?.[name] ?? null, tax[name]]
      if (more === null) return [name, left]
      const value = new Exact(left ?? 0).minus(more)
      return [name, (value.isZero() ? value.abs() : value).toFixed(name.endsWith('liters') ? 12 : 3)]
    })
    rest.set(key, { ...(found ?? tax), ...Object.fromEntries(figures), document_detail_id: null })
  }
  return [...rest.values()].filter((tax) => FIGURES.some((name) => Number(tax[name] ?? 0) !== 0))
}
