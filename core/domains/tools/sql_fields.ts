import type { Issue } from '#core/platform/issue.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** A column of a table: facts of the catalogue, and descriptions by people. */
export const sql_fields = defineResource({
  name: 'sql_fields',
  single: 'sql_field',
  path: '/sql/fields',
  id: 'field_id',
  module: 'configuration',
  writeModule: 'developer_tools',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    table_id: { kind: 'reference', required: true, to: 'sql_tables' },
    position: { kind: 'integer', min: 0, max: 9999 },
    name: { kind: 'text', required: true, max: 100 },
    type: { kind: 'text', required: true, max: 12 },
    length: { kind: 'text', max: 100 },
    default_value: { kind: 'text', max: 100 },
    attributes: { kind: 'text', max: 30 },
    index_type: { kind: 'text', max: 255 },
    alias: { kind: 'text', required: true, max: 100 },
    placeholder: { kind: 'text', max: 255 },
    example: { kind: 'text', max: 255 },
    comments: { kind: 'long_text', max: 255 },
    input_type: { kind: 'text', max: 45 },
    rules: { kind: 'text', max: 255 },
    form_rules: { kind: 'text', max: 255 },
    aggregate: { kind: 'text', max: 20 },
    fillable: { kind: 'flag', required: true, default: 1 },
    protected: { kind: 'flag', required: true, default: 0 },
    is_hidden: { kind: 'flag', required: true, default: 0 },
    is_searchable: { kind: 'flag', required: true, default: 0 },
    date_sync: { kind: 'instant', computed: true },
  },
  title: 'name',
  matchBy: [['name', 'table_id']],
  list: ['table_id', 'position', 'name', 'alias', 'type', 'length', 'index_type', 'is_searchable'],
  search: ['name', 'alias', 'comments'],
  filters: { table_id: null, is_searchable: null, is_hidden: null },
  sort: 'position',
  form: [
    {
      section: 'catalogue',
      fields: ['table_id', 'position', 'name', 'type', 'length', 'default_value', 'attributes', 'index_type'],
    },
    { section: 'meaning', fields: ['alias', 'placeholder', 'example', 'comments'] },
    { section: 'input', fields: ['input_type', 'rules', 'form_rules', 'aggregate'] },
    { section: 'use', fields: ['fillable', 'protected', 'is_hidden', 'is_searchable'] },
  ],
  check: ({ length }): Issue[] =>
    length && !/^\d+(\.\d+)?$/.test(length) ? [{ field: 'length', rule: 'decimal' }] : [],
})

/** Fields that only the catalogue sets. */
export const OF_CATALOGUE = [
  'table_id',
  'position',
  'name',
  'type',
  'length',
  'default_value',
  'attributes',
  'index_type',
] as const satisfies readonly (keyof typeof sql_fields.fields)[]
