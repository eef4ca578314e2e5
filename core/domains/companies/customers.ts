import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
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
  },
  title: 'company',
  matchBy: [['account_number'], ['company']],
  list: ['company', 'parent_id', 'website', 'payment_term_id', 'status'],
  search: ['company', 'company_short', 'website', 'account_number'],
  filters: { status: 1 },
  pageSize: 0,
  form: [first, terms, { ...shipping, fields: ['shipping_number', ...shipping.fields] }, ...rest],
  archive: { status: 0 },
})
