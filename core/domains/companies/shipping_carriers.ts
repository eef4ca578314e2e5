import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { companyFields, companyForm, ORGANISATION_TYPE } from './companyFields.ts'

export const shipping_carriers = defineResource({
  name: 'shipping_carriers',
  single: 'shipping_carrier',
  id: 'company_id',
  within: { table: 'companies', where: { organisation_type_id: ORGANISATION_TYPE.shipping_carrier } },
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'company',
  visibility: { hasSelectableNames: true },
  fields: companyFields,
  title: 'company',
  matchBy: [['account_number'], ['company']],
  list: ['company', 'company_short', 'website', 'account_number', 'status'],
  search: ['company', 'company_short', 'website', 'account_number'],
  filters: { status: null },
  form: companyForm,
  archive: { status: 0 },
})
