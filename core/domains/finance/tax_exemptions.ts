import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** Why a purchase is exempt. */
export const EXEMPT_USES = ['farm', 'off_road', 'resale', 'government'] as const
export type ExemptUse = (typeof EXEMPT_USES)[number]

/** Customers' exemption certificates. An empty code or product covers all of them; an ended certificate does not count. */
export const tax_exemptions = defineResource({
  name: 'tax_exemptions',
  single: 'tax_exemption',
  id: 'tax_exemption_id',
  module: 'transaction_documents',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  staysSmall: true,
  fields: {
    /** The seller. */
    company_id: { kind: 'reference', required: true, to: 'companies', own: true },
    customer_id: {
      kind: 'reference',
      required: true,
      to: 'companies',
      ofCompany: { field: 'company_id', reach: 'line' },
    },
    tax_code_id: {
      kind: 'reference',
      to: 'tax_codes',
      ofCompany: { field: 'company_id', reach: 'same' },
    },
    product_id: { kind: 'reference', to: 'tank_products' },
    exempt_use: { kind: 'choice', required: true, of: EXEMPT_USES },
    certificate: { kind: 'text', required: true, max: 65 },
    /** Its last day; without one it does not end. */
    end_date: { kind: 'date' },
  },
  title: 'certificate',
  matchBy: [['customer_id', 'certificate']],
  list: ['customer_id', 'exempt_use', 'certificate', 'end_date', 'tax_code_id', 'product_id', 'company_id'],
  search: ['certificate'],
  filters: { customer_id: null, tax_code_id: null, company_id: null, exempt_use: null },
  form: [
    {
      section: 'certificate',
      fields: ['customer_id', 'exempt_use', 'certificate', 'end_date', 'company_id'],
    },
    { section: 'scope', fields: ['tax_code_id', 'product_id'] },
  ],
})
