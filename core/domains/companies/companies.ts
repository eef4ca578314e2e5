import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { companyFields, companyForm, ORGANISATION_TYPE } from './companyFields.ts'

const [first, terms, shipping, ...rest] = companyForm

/** All kinds of company together, for references of other records. */
export const companies = defineResource({
  name: 'companies',
  single: 'company',
  id: 'company_id',
  module: 'companies',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'company',
  fields: {
    ...companyFields,
    organisation_type_id: {
      kind: 'choice',
      required: true,
      default: ORGANISATION_TYPE.customer,
      of: [1, 2, 3, 4, 5],
    },
    shipping_number: { kind: 'text', max: 65 },
  },
  title: 'company',
  matchBy: [['account_number'], ['company']],
  list: ['company', 'organisation_type_id', 'website', 'status'],
  search: ['company', 'company_short', 'website', 'account_number'],
  filters: { status: null, organisation_type_id: null },
  form: [
    { ...first, fields: ['organisation_type_id', ...first.fields] },
    terms,
    { ...shipping, fields: ['shipping_number', ...shipping.fields] },
    ...rest,
  ],
  archive: { status: 0 },
})
