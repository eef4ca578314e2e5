import { HOURS_RULES } from '#core/domains/dispatch/hours/hoursRules.ts'
import type { Fields } from '#core/resources/field.ts'

/** The kinds of company that share one table, by `organisation_type_id`. */
export const ORGANISATION_TYPE = {
  customer: 1,
  distributor: 2,
  manufacturer: 3,
  shipping_carrier: 4,
  vendor: 5,
} as const

export const SHIP_LABEL_TYPES = ['normal', 'small', 'none'] as const

/** Columns of a packing list's lines; the default is all of them. */
export const PACKING_LIST_FIELDS = [
  'product_name',
  'quantity_ordered',
  'quantity_delivered',
  'compartment',
  'customer_po',
  'document_id',
  'ship_location_label',
  'ship_address1',
  'estimated_delivery_date',
  'fuel_surcharge',
] as const

/** Fields of every kind of company. */
export const companyFields = {
  organisation_type_id: { kind: 'choice', required: true, of: [1, 2, 3, 4, 5], computed: true },
  company: { kind: 'text', required: true, max: 100 },
  company_short: { kind: 'text', max: 100 },
  parent_id: { kind: 'reference', to: 'companies' },
  website: { kind: 'text', format: 'url', max: 255 },
  correspondence_method: {
    kind: 'choice',
    required: true,
    default: 'electronic',
    of: ['electronic', 'mail'],
  },
  currency_code: { kind: 'text', required: true, default: 'USD', min: 3, max: 3 },
  currency_id: { kind: 'reference', required: true, default: 3, to: 'currencies' },
  payment_term_id: { kind: 'reference', to: 'payment_terms' },
  /** Printed on the documents of its sales. */
  tax_number: { kind: 'text', max: 40 },
  /** How its customers pay: its bank and account, printed on its invoices. */
  payment_text: { kind: 'long_text', max: 1000 },
  /** Defaults to the parent company's. Determines the unit of new lines. */
  unit_of_measure: { kind: 'choice', of: [1, 2] },
  /** Hours-of-service rule of its drivers. Defaults to the parent company's. */
  hours_rule: { kind: 'choice', of: HOURS_RULES },
  /** Emergency phone, staffed day and night, as printed on the shipping paper. Defaults to the parent company's. */
  emergency_phone: { kind: 'phone', max: 16 },
  /** Percent of the plan. Defaults to the parent company's. */
  delivery_tolerance: { kind: 'decimal', digits: 5, scale: 2, min: 0, max: 100, unit: '%' },
  turn_around_days: { kind: 'integer', min: 0, max: 999, unit: 'd' },
  has_nda: { kind: 'flag', required: true, default: 0 },
  has_contract: { kind: 'flag', required: true, default: 0 },
  ship_label_type: { kind: 'choice', required: true, default: 'normal', of: SHIP_LABEL_TYPES },
  stripe_id: { kind: 'text', max: 36 },
  zoho_customer_id: { kind: 'text', max: 36 },
  packing_list_fields: { kind: 'word_list', max: 255, suggests: PACKING_LIST_FIELDS },
  logo_id: { kind: 'image', computed: true },
  logo: { kind: 'text', max: 100, computed: true },
  notes: { kind: 'long_text', max: 16_777_215 },
  status: { kind: 'flag', required: true, default: 1 },
  account_number: { kind: 'text', max: 65 },
} as const satisfies Fields

/** The form of every kind of company; kinds with more fields add them to the first section. */
export const companyForm = [
  { section: 'company', fields: ['company', 'company_short', 'parent_id', 'website', 'status'] },
  {
    section: 'terms',
    fields: [
      'account_number',
      'currency_id',
      'unit_of_measure',
      'payment_term_id',
      'tax_number',
      'payment_text',
      'turn_around_days',
      'correspondence_method',
      'has_nda',
      'has_contract',
    ],
  },
  {
    section: 'shipping',
    fields: ['hours_rule', 'delivery_tolerance', 'emergency_phone', 'ship_label_type', 'packing_list_fields'],
  },
  { section: 'references', fields: ['stripe_id', 'zoho_customer_id'] },
  { section: 'notes', fields: ['notes'] },
] as const
