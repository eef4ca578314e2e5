import { addressFields, addressNames, zipIssues } from '#core/domains/people/addressSnapshot.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { type Issue, issueIf } from '#core/platform/issue.ts'
import { ALL_LOGIN_TYPES, DISTRIBUTORS, VENDORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { statusField } from '#core/resources/statuses/statuses.ts'
import { DOCUMENT_STATUS, DOCUMENT_TYPES, documentStatuses } from './documentStatus.ts'
import { ORDER_DECIDERS, ORDERING_LOGIN_TYPES } from './ordering.ts'
import { transaction_document_details } from './transaction_document_details.ts'

/** The id of a record whose kind is not in the registry. */
const foreignId = { kind: 'integer', min: 1, max: 999_999_999_999_999, isKey: true } as const
const money = { kind: 'money', required: true, default: '0.000', currency: COMPANY_CURRENCY } as const
/** A sum of prices, unknown while a line has no price. */
const ofPrices = { unknownIf: 'unpriced' } as const
/** Amount in the company's currency; the document's own currency has its own field. */
const figure = { kind: 'money', required: true, computed: true, currency: COMPANY_CURRENCY } as const
const ownFigure = { kind: 'money', required: true, computed: true } as const

/** Quotes, sales orders, purchase orders, invoices and credit notes. Figures without prefix are in the company's currency. */
export const transaction_documents = defineResource({
  name: 'transaction_documents',
  single: 'transaction_document',
  id: 'document_id',
  module: 'transaction_documents',
  loginTypes: [...ORDERING_LOGIN_TYPES, ...VENDORS],
  scope: 'company',
  // An invoice over orders to several devices is seen by users who see all of them.
  devicesBy: { field: 'device_id', others: { table: 'invoice_orders', column: 'invoice_id' } },
  hasWebhooks: true,
  visibility: {
    // A vendor sees the purchase orders that were sent to them.
    addressed: {
      to: 'vendor_id',
      loginTypes: VENDORS,
      unless: { status_id: [DOCUMENT_STATUS.new, DOCUMENT_STATUS.draft, DOCUMENT_STATUS.approved] },
    },
    soldBy: DISTRIBUTORS,
    // Only users who decide about documents see drafts, and unsent invoices and quotes.
    givenOut: {
      loginTypes: ALL_LOGIN_TYPES.filter(
        (loginType) => !ORDER_DECIDERS.includes(loginType) || isOneOf(DISTRIBUTORS, loginType),
      ),
      once: 'given_out',
      unless: { status_id: [DOCUMENT_STATUS.draft] },
    },
  },
  details: transaction_document_details,
  statuses: documentStatuses,
  besides: ['locked'],
  fields: {
    document_number: { kind: 'text', required: true, max: 24, computed: true },
    document_type: { kind: 'choice', required: true, default: 'sales_order', of: DOCUMENT_TYPES },
    company_id: { kind: 'reference', to: 'companies' },
    /** Who sells: the nearest distributor above the company, else the business itself. */
    seller_id: { kind: 'reference', required: true, to: 'companies', computed: true },
    device_id: {
      kind: 'reference',
      required: true,
      to: 'devices',
      ofCompany: { field: 'company_id', reach: 'below' },
    },
    /** The place of delivery; default for a new document: the site of its device. */
    site_id: { kind: 'reference', to: 'sites', ofCompany: { field: 'company_id', reach: 'same' } },
    status_id: statusField(documentStatuses),
    approved: { kind: 'flag', required: true, default: 0 },
    document_date: { kind: 'date' },
    due_date: {
      kind: 'date',
      required: true,
      isDue: true,
      notBefore: { field: 'document_date', rule: 'before_document' },
    },
    /** The customer's wished delivery date. */
    wished_date: { kind: 'date' },
    payment_term_id: { kind: 'reference', required: true, to: 'payment_terms' },
    currency_id: { kind: 'reference', required: true, to: 'currencies' },
    exchange_rate: {
      kind: 'decimal',
      required: true,
      default: '1.0000000000',
      digits: 19,
      scale: 10,
      above: 0,
    },
    customer_po: { kind: 'text', max: 36 },
    work_order_no: { kind: 'text', max: 20 },
    /** Its number in another program, such as the source of an import. */
    external_number: { kind: 'text', max: 40 },
    shipping_carrier_id: { kind: 'reference', to: 'shipping_carriers' },
    department_id: { kind: 'reference', to: 'departments' },
    vendor_id: { kind: 'reference', to: 'vendors' },
    shipping_address_id: foreignId,
    billing_address_id: foreignId,
    ...addressFields('ship'),
    ...addressFields('bill'),
    discount_type: { kind: 'choice', required: true, default: 'A', of: ['A', 'P'] },
    discount: money,
    freight: money,
    customs: money,
    expedite_fee: money,
    handling_charge: money,
    subtotal: { ...figure, ...ofPrices },
    discount_amount: figure,
    total_amount: { ...figure, ...ofPrices },
    tax_total: { ...figure, ...ofPrices },
    /** The total with taxes; payments and the balance refer to it. */
    grand_total: { ...figure, ...ofPrices },
    /** Amount still to be paid on an invoice; for a credit note its rest, below zero; null for other types. */
    balance: { kind: 'money', computed: true, currency: COMPANY_CURRENCY, ...ofPrices },
    document_subtotal: { ...ownFigure, ...ofPrices },
    document_discount: ownFigure,
    document_freight: ownFigure,
    document_customs: ownFigure,
    document_expedite_fee: ownFigure,
    document_handling_charge: ownFigure,
    document_total_amount: { ...ownFigure, ...ofPrices },
    document_tax_total: { ...ownFigure, ...ofPrices },
    document_grand_total: { ...ownFigure, ...ofPrices },
    document_balance: { kind: 'money', computed: true, ...ofPrices },
    /** A line has no price, neither from the seller nor an earlier document. */
    unpriced: { kind: 'flag', required: true, default: 0, computed: true },
    comments: { kind: 'long_text', max: 65_535 },
    /** Why the office took the order although the customer is on credit hold. */
    credit_reason: { kind: 'text', max: 255, editorsOnly: true, sellersOnly: true },
    source_document_id: { kind: 'reference', to: 'transaction_documents', computed: true },
    /** The rest of a partly delivered order was cancelled. */
    closed_short: { kind: 'flag', required: true, default: 0, computed: true },
    close_reason: { kind: 'text', max: 255, computed: true },
    /** It was sent, or a consequence of that, such as a payment, was recorded. */
    given_out: { kind: 'flag', required: true, default: 0, computed: true },
    archived: { kind: 'flag', required: true, default: 0 },
  },
  title: 'document_number',
  naming: { numberedBy: 'seller_id' },
  // Sellers number their documents independently.
  matchBy: [['document_number', 'seller_id'], ['document_number'], ['external_number', 'document_type']],
  foundByImport: ['device_id'],
  list: [
    'document_number',
    'document_type',
    'company_id',
    'device_id',
    'status_id',
    'document_date',
    'due_date',
    'grand_total',
    'balance',
    'customer_po',
  ],
  search: [
    'document_number',
    'external_number',
    'customer_po',
    'work_order_no',
    'comments',
    'company_id',
    'device_id',
  ],
  filters: {
    document_type: null,
    status_id: null,
    company_id: null,
    device_id: null,
    site_id: null,
    vendor_id: null,
    shipping_carrier_id: null,
    archived: 0,
    dashboard: null,
  },
  sort: '-document_id',
  form: [
    {
      section: 'order',
      fields: [
        'company_id',
        'device_id',
        'document_type',
        'site_id',
        'vendor_id',
        'department_id',
        'document_date',
        'due_date',
        'wished_date',
        'payment_term_id',
        'shipping_carrier_id',
        'customer_po',
        'work_order_no',
        'external_number',
        'approved',
        'credit_reason',
      ],
    },
    {
      section: 'charges',
      fields: [
        'discount_type',
        'discount',
        'freight',
        'customs',
        'expedite_fee',
        'handling_charge',
        'currency_id',
        'exchange_rate',
      ],
    },
    {
      section: 'shipping',
      fields: ['shipping_address_id', ...addressNames('ship')],
    },
    {
      section: 'billing',
      fields: ['billing_address_id', ...addressNames('bill')],
    },
    { section: 'comments', fields: ['comments'] },
  ],
  archive: { archived: 1 },
  check: (document) => [
    ...(['freight', 'customs', 'expedite_fee', 'handling_charge', 'discount'] as const)
      .filter((name) => Number(document[name] ?? 0) < 0 && document.document_type !== 'credit_note')
      .map((field): Issue => ({ field, rule: 'not_negative' })),
    ...issueIf(document.discount_type === 'P' && Number(document.discount ?? 0) > 100, {
      field: 'discount',
      rule: 'percent_too_high',
    }),
    ...issueIf(document.vendor_id != null && document.document_type !== 'purchase_order', {
      field: 'vendor_id',
      rule: 'purchase_only',
    }),
    ...zipIssues(document, 'ship'),
    ...zipIssues(document, 'bill'),
  ],
})
