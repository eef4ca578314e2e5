import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const currencies = defineResource({
  name: 'currencies',
  single: 'currency',
  id: 'currency_id',
  module: 'configuration',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    code: { kind: 'text', required: true, max: 10, unique: true },
    name: { kind: 'text', required: true, max: 100 },
    prefix: { kind: 'text', max: 10 },
    suffix: { kind: 'text', max: 10 },
    precision: { kind: 'integer', default: 2, min: 0, max: 99 },
    decimal: { kind: 'text', default: '.', max: 1 },
    thousands: { kind: 'text', default: ',', max: 1 },
    mask: { kind: 'text', max: 24 },
    is_active: { kind: 'flag', required: true, default: 1 },
  },
  title: 'code',
  matchBy: [['code']],
  list: ['code', 'name', 'prefix', 'suffix', 'precision', 'is_active'],
  search: ['code', 'name'],
  filters: { is_active: null },
  pageSize: 20,
  check: ({ decimal, thousands }) =>
    decimal != null && decimal !== '' && decimal === thousands
      ? [{ field: 'thousands', rule: 'same_marks' }]
      : [],
})
