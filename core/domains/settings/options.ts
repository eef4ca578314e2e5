import { CONFIGURATION_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The values of an options list. Removed values stay for the records that use them. */
export const options = defineResource({
  name: 'options',
  single: 'option',
  id: 'option_id',
  module: 'configuration',
  loginTypes: CONFIGURATION_LOGIN_TYPES,
  scope: 'shared',
  staysSmall: true,
  visibility: { isOpen: true },
  // The sort order of its list.
  besides: ['sort_by'],
  fields: {
    category_id: { kind: 'reference', required: true, to: 'options_categories' },
    option: { kind: 'text', required: true, max: 65 },
    value: { kind: 'text', max: 65 },
    slug: { kind: 'text', max: 65 },
    class: { kind: 'text', max: 36 },
    sort_order: { kind: 'integer', required: true, default: 0, min: 0, max: 999 },
    status: { kind: 'flag', required: true, default: 1 },
  },
  title: 'option',
  matchBy: [['option', 'category_id']],
  list: ['option', 'category_id', 'value', 'slug', 'sort_order', 'status'],
  search: ['option', 'value', 'slug'],
  filters: { category_id: null, status: null, slug: null, sort_by: null, with_trashed: null },
  sort: 'sort_order',
  pageSize: 0,
  archive: { status: 0 },
})
