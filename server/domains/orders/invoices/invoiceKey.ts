import type { INVOICE_PER } from '#core/domains/companies/billingWishes.ts'
import { addressNames } from '#core/domains/people/addressSnapshot.ts'

/** Values that orders on one invoice share: the paper shows each of them once, and taxes depend on the address of delivery. */
const COMMON = [
  ...['company_id', 'seller_id', 'currency_id', 'exchange_rate', 'payment_term_id'],
  ...addressNames('ship'),
  ...addressNames('bill'),
]

/**
 * Orders with the same key share an invoice. An order without the value that its customer groups by has its own key.
 * @param order with the fields of a document
 */
export function invoiceKey(
  order: {
    readonly document_id: number
    readonly site_id: number | null
    readonly customer_po: string | null
  },
  per: (typeof INVOICE_PER)[number],
): string {
  const shared = per === 'site' ? order.site_id : per === 'po' ? order.customer_po?.trim() : null
  if (!shared) return String(order.document_id)
  const values: Readonly<Record<string, unknown>> = order
  return JSON.stringify([per, shared, ...COMMON.map((name) => values[name] ?? null)])
}
