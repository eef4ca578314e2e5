import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { checkFormula } from './formula/formula.ts'

/** The only tank type whose volume comes from a table of heights and volumes instead of a formula. */
export const STRAPPING_TABLE = 'strapping_table'

export const tank_types = defineResource({
  name: 'tank_types',
  single: 'tank_type',
  id: 'tank_type_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    tank_type: { kind: 'text', required: true, max: 65 },
    slug: { kind: 'text', format: 'slug', required: true, max: 65, unique: true },
    formula: { kind: 'formula', max: 255 },
    image_url: { kind: 'text', max: 255 },
    comments: { kind: 'long_text', max: 65_535 },
    status: { kind: 'flag', required: true, default: 1 },
  },
  title: 'tank_type',
  matchBy: [['slug'], ['tank_type']],
  list: ['tank_type', 'slug', 'formula', 'status'],
  search: ['tank_type', 'slug', 'formula'],
  filters: { status: null },
  options: ['slug', 'formula'],
  pageSize: 0,
  check: ({ slug, formula }) => {
    if (slug === STRAPPING_TABLE) return []
    if (formula == null || formula === '') return [{ field: 'formula', rule: 'required' }]
    return checkFormula(formula)
      .slice(0, 1)
      .map((problem) => ({ field: 'formula', rule: `formula_${problem}` }))
  },
})
