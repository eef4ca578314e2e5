import { CONFIGURATION_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** Sort order of a list: custom, by value, or by name. */
export const OPTION_ORDERS = [0, 1, 2] as const

/** Options lists that users maintain. The product finds its own ones by slug. */
export const options_categories = defineResource({
  name: 'options_categories',
  single: 'options_category',
  id: 'category_id',
  module: 'configuration',
  loginTypes: CONFIGURATION_LOGIN_TYPES,
  scope: 'shared',
  staysSmall: true,
  fields: {
    category: { kind: 'text', required: true, max: 45 },
    slug: { kind: 'text', max: 65, unique: true },
    system_list: { kind: 'flag', required: true, default: 0, computed: true },
    sort_by: { kind: 'choice', required: true, default: 0, of: OPTION_ORDERS },
    status: { kind: 'flag', required: true, default: 1 },
  },
  title: 'category',
  matchBy: [['category']],
  list: ['category', 'slug', 'system_list', 'status'],
  search: ['category', 'slug'],
  filters: { status: null, system_list: null },
  archive: { status: 0 },
})
