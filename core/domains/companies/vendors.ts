import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { companyFields, companyForm, ORGANISATION_TYPE } from './companyFields.ts'

export const vendors = defineResource({
  name: 'vendors',
  single: 'vendor',
  id: 'company_id',
  within: { table: 'companies', where: { organisation_type_id: ORGANISATION_TYPE.vendor } },
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'company',
  fields: companyFields,
  title: 'company',
  matchBy: [['account_number'], ['company']],
  list: ['company', 'company_short', 'website', 'account_number', 'status'],
  search: ['company', 'company_short', 'website', 'account_number'],
  filters: { status: null },
  form: companyForm,
  archive: { status: 0 },
})
