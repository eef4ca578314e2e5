import { FOUND_SOURCES, PRICE_PROBLEMS } from '#core/domains/prices/priceSources.ts'
import { issueIf } from '#core/platform/issue.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The lines of a transaction document, read and saved with it. */
export const transaction_document_details = defineResource({
  name: 'transaction_document_details',
  single: 'transaction_document_detail',
  id: 'document_detail_id',
  module: 'transaction_documents',
  loginTypes: STAFF,
  scope: 'shared',
  fields: {
    product_id: { kind: 'reference', required: true, to: 'tank_products' },
    /** The tank of an order that is for one of several tanks with its product; null: any of them. */
    ordered_port_id: { kind: 'reference', to: 'device_ports' },
    quantity: { kind: 'decimal', required: true, digits: 13, scale: 3, above: 0 },
    /** The unit of the quantity; default: the volume unit of the document's company. */
    unit_id: { kind: 'reference', to: 'units_of_measure' },
    /** The exact quantity in litres; null if it is not a volume. */
    quantity_liters: { kind: 'decimal', computed: true, digits: 28, scale: 12 },
    /** Per unit, to 6 decimals: fuel is priced in fractions of a cent. */
    unit_price: { kind: 'money', required: true, default: '0.000000', digits: 16, scale: 6 },
    /** Not priced yet: neither the seller nor an earlier document has a price. */
    unpriced: { kind: 'flag', required: true, computed: true },
    /** Where its price comes from, and why its price rule leads to none. Hidden from users who only order. */
    price_source: { kind: 'choice', computed: true, of: [...FOUND_SOURCES, 'by_hand'] },
    price_problem: { kind: 'choice', computed: true, of: PRICE_PROBLEMS },
    /** Why a person chose another price than the price rule's. */
    price_reason: { kind: 'text', max: 255 },
    line_discount_type: { kind: 'choice', required: true, default: 'A', of: ['A', 'P'] },
    line_discount_amount: { kind: 'money', required: true, default: '0.000' },
    line_discount_percentage: {
      kind: 'decimal',
      required: true,
      default: '0.000',
      digits: 6,
      scale: 3,
      min: 0,
      max: 100,
    },
    line_total: { kind: 'money', required: true, computed: true },
    /** The order line that this invoice line bills. */
    source_detail_id: { kind: 'integer', computed: true, max: 999_999_999_999_999 },
    /** The invoice line that this line of a credit note credits. */
    credited_detail_id: { kind: 'integer', computed: true, max: 999_999_999_999_999 },
    quantity_delivered: { kind: 'decimal', required: true, computed: true, digits: 14, scale: 3 },
  },
  title: 'product_id',
  list: ['product_id', 'quantity', 'unit_price', 'line_total'],
  search: [],
  check: ({ quantity, unit_price, line_discount_type, line_discount_amount }) => [
    ...issueIf(Number(unit_price ?? 0) < 0, { field: 'unit_price', rule: 'not_negative' }),
    ...issueIf(Number(line_discount_amount ?? 0) < 0, {
      field: 'line_discount_amount',
      rule: 'not_negative',
    }),
    ...issueIf(
      line_discount_type !== 'P' &&
        Number(line_discount_amount ?? 0) > Number(quantity ?? 0) * Number(unit_price ?? 0) + 1e-9,
      { field: 'line_discount_amount', rule: 'discount_too_high' },
    ),
  ],
})
