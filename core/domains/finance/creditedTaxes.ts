import { keysOf } from '#core/platform/keysOf.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { sumOf } from '#core/platform/numbers/exact.ts'
import { ADDED, type CalculatedTax, calculateTaxes, sumTaxesBy } from './calculateTaxes.ts'

/** A stored tax of an invoice's line; a credit note has taxes without a line. */
export type StoredTax = Omit<CalculatedTax, 'line'> & { readonly document_detail_id: number | null }

/** Lines and amounts that a credit note credits. Figures are below zero. */
export interface Credited {
  /** The credited lines of the invoice. */
  readonly lines: readonly { document_detail_id: number; quantity: string; line_total: string }[]
  /** The discount of the credit note, with an amount that is credited without goods. */
  readonly discount_amount: string
  readonly charges: string
  /** The whole rest is credited. */
  readonly isRest: boolean
}

/**
 * The taxes of a credit note, below zero, at the rates and certificates of its invoice: on the credited lines, or on an amount without
 * goods, which lowers taxes in percent only. The note that credits the rest takes back the remainder of every tax, so that all credit notes
 * together equal the invoice to the cent.
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
  const lineOf = (id: number) => findOrThrow(invoice.lines, (line) => line.document_detail_id === id)
  const { lines, discount_amount, charges } = credited
  if (lines.length > 0) {
    const taxed = lines.map(({ document_detail_id: id, quantity, line_total: amount }) => ({
      ...{ amount, quantity, liters: lineOf(id).liters, taxes: taxesOf(id) },
    }))
    const calculated = calculateTaxes(taxed, { discount: discount_amount, charges }, places)
    return calculated.map(({ line, ...tax }) => ({
      ...tax,
      document_detail_id: itemAt(lines, line).document_detail_id,
    }))
  }
  // The goods stay unchanged, and are worth less by the amount.
  const whole = sumOf(invoice.lines.map(({ line_total }) => line_total))
  const taxed = invoice.lines.map(({ document_detail_id: id, line_total: amount }) => ({
    ...{ amount, quantity: '0', liters: null, taxes: taxesOf(id) },
  }))
  const calculated = calculateTaxes(
    taxed,
    { discount: whole.plus(discount_amount).toFixed(), charges: '0' },
    places,
  )
  return calculated.map(({ line: _, ...tax }) => ({ ...tax, document_detail_id: null }))
}

/** Taxes of an invoice that earlier credit notes left uncredited, by code, rate and certificate, below zero. */
function restOf(taxes: readonly StoredTax[], earlier: readonly StoredTax[]): StoredTax[] {
  const names = keysOf(ADDED)
  return sumTaxesBy([...taxes, ...earlier], ({ certificate }) => certificate)
    .filter((tax) => names.some((name) => Number(tax[name] ?? 0) !== 0))
    .map((tax) => ({
      ...tax,
      ...Object.fromEntries(names.map((name) => [name, negated(tax[name])])),
      document_detail_id: null,
    }))
}

function negated(figure: string | null): string | null {
  if (figure === null || Number(figure) === 0) return figure
  return figure.startsWith('-') ? figure.slice(1) : `-${figure}`
}
