import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { companyFields } from './companyFields.ts'

/** All kinds of company together: what other records refer to. They are made and changed through their kind. */
export const companies = defineResource({
  name: 'companies',
  single: 'company',
  id: 'company_id',
  module: 'companies',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'company',
  calls: ['list', 'read'],
  fields: {
    ...companyFields,
    organisation_type_id: { kind: 'choice', required: true, of: [1, 2, 3, 4, 5] },
    shipping_number: { kind: 'text', max: 65 },
  },
  title: 'company',
  list: ['company', 'organisation_type_id', 'website', 'status'],
  search: ['company', 'company_short', 'website'],
  filters: { status: null, organisation_type_id: null },
})
