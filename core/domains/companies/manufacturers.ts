import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { companyFields, companyForm, ORGANISATION_TYPE } from './companyFields.ts'

const { required: _code, ...currency_code } = companyFields.currency_code
const { required: _currency, ...currency_id } = companyFields.currency_id
const { required: _nda, ...has_nda } = companyFields.has_nda
const { required: _contract, ...has_contract } = companyFields.has_contract

/** A manufacturer may exist without any trade: currency and flags are optional. */
export const manufacturers = defineResource({
  name: 'manufacturers',
  single: 'manufacturer',
  id: 'company_id',
  within: { table: 'companies', where: { organisation_type_id: ORGANISATION_TYPE.manufacturer } },
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'company',
  fields: { ...companyFields, currency_code, currency_id, has_nda, has_contract },
  title: 'company',
  matchBy: [['account_number'], ['company']],
  list: ['company', 'company_short', 'website', 'account_number', 'status'],
  search: ['company', 'company_short', 'website', 'account_number'],
  filters: { status: null },
  form: companyForm,
  archive: { status: 0 },
})
