import { issueIf } from '#core/platform/issue.ts'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** A share of the price, or an amount per unit of volume. */
export const TAX_BASES = ['percent', 'per_unit'] as const

/** Base of a percentage: the goods, or also the freight and other charges of the document. */
export const TAX_SCOPES = ['goods', 'goods_and_freight'] as const

/** Where a tax is rounded, once: its sum on a document, or on each line. */
export const TAX_ROUNDINGS = ['document', 'line'] as const

/** The taxes that a seller charges. Rates, rules and certificates are separate records. */
export const tax_codes = defineResource({
  name: 'tax_codes',
  single: 'tax_code',
  id: 'tax_code_id',
  module: 'transaction_documents',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  staysSmall: true,
  fields: {
    name: { kind: 'text', required: true, max: 65 },
    printed_name: { kind: 'text', required: true, max: 65 },
    /** The seller. */
    company_id: { kind: 'reference', required: true, to: 'companies', own: true },
    /** Who levies it, for the return: a country, state, county, city or district. */
    jurisdiction: { kind: 'text', max: 65 },
    basis: { kind: 'choice', required: true, default: 'percent', of: TAX_BASES },
    unit_id: { kind: 'reference', to: 'units_of_measure', narrowed: { measure: 'volume' } },
    currency_id: { kind: 'reference', to: 'currencies' },
    applies_to: { kind: 'choice', required: true, default: 'goods', of: TAX_SCOPES },
    rounding: { kind: 'choice', required: true, default: 'document', of: TAX_ROUNDINGS },
    is_active: { kind: 'flag', required: true, default: 1 },
  },
  title: 'name',
  matchBy: [['name', 'company_id']],
  list: ['name', 'printed_name', 'jurisdiction', 'basis', 'applies_to', 'company_id', 'is_active'],
  search: ['name', 'printed_name', 'jurisdiction'],
  filters: { company_id: null, basis: null, is_active: 1 },
  archive: { is_active: 0 },
  form: [
    { section: 'tax', fields: ['name', 'printed_name', 'company_id', 'jurisdiction', 'is_active'] },
    { section: 'basis', fields: ['basis', 'unit_id', 'currency_id', 'applies_to', 'rounding'] },
  ],
  check: ({ basis, unit_id, currency_id }) => [
    ...issueIf(basis === 'per_unit' && unit_id == null, { field: 'unit_id', rule: 'required' }),
    ...issueIf(basis === 'per_unit' && currency_id == null, { field: 'currency_id', rule: 'required' }),
  ],
})
