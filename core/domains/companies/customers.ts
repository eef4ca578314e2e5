import { issueIf } from '#core/platform/issue.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { BILLING_RHYTHMS, INVOICE_PER } from './billingWishes.ts'
import { companyFields, companyForm, ORGANISATION_TYPE } from './companyFields.ts'

const [first, terms, shipping, ...rest] = companyForm

export const customers = defineResource({
  name: 'customers',
  single: 'customer',
  id: 'company_id',
  within: { table: 'companies', where: { organisation_type_id: ORGANISATION_TYPE.customer } },
  module: 'companies',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  // Columns that packing lists can show.
  besides: ['packing_list_fields_options'],
  fields: {
    ...companyFields,
    payment_term_id: { ...companyFields.payment_term_id, required: true },
    shipping_number: { kind: 'text', max: 65 },
    /** Maximum balance before the office is warned. */
    credit_limit: { kind: 'money', currency: 'currency_id' },
    /** The customer cannot order; the office can, with a reason. */
    credit_hold: { kind: 'flag', required: true, default: 0 },
    credit_hold_reason: { kind: 'text', max: 255 },
    /** Which deliveries share an invoice, and how often it is billed. */
    invoice_per: { kind: 'choice', required: true, default: 'order', of: INVOICE_PER },
    billing_rhythm: { kind: 'choice', required: true, default: 'delivery', of: BILLING_RHYTHMS },
    /** Where its invoices are mailed; default: its primary e-mail address. */
    billing_email: { kind: 'text', format: 'email', max: 100 },
  },
  title: 'company',
  matchBy: [['account_number'], ['company']],
  list: ['company', 'parent_id', 'website', 'payment_term_id', 'status'],
  search: ['company', 'company_short', 'website', 'account_number'],
  filters: { status: 1 },
  pageSize: 0,
  form: [
    first,
    {
      ...terms,
      fields: [
        ...terms.fields,
        ...(['credit_limit', 'credit_hold', 'credit_hold_reason'] as const),
        ...(['invoice_per', 'billing_rhythm', 'billing_email'] as const),
      ],
    },
    { ...shipping, fields: ['shipping_number', ...shipping.fields] },
    ...rest,
  ],
  archive: { status: 0 },
  check: ({ credit_limit, credit_hold, credit_hold_reason }) => [
    ...issueIf(Number(credit_limit ?? 0) < 0, { field: 'credit_limit', rule: 'not_negative' }),
    ...issueIf(credit_hold === 1 && !credit_hold_reason, { field: 'credit_hold_reason', rule: 'required' }),
  ],
})
