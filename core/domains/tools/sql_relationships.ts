import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** A reference from a column to a column of another table: a foreign key, or one added by people. */
export const sql_relationships = defineResource({
  name: 'sql_relationships',
  single: 'sql_relationship',
  path: '/sql/relationships',
  id: 'relation_id',
  module: 'configuration',
  writeModule: 'developer_tools',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  fields: {
    field_id: { kind: 'reference', required: true, to: 'sql_fields' },
    relation_type: { kind: 'choice', required: true, of: [1, 2, 3] },
    reference_column_id: { kind: 'reference', required: true, to: 'sql_fields' },
    foreign_object_name: { kind: 'text', required: true, max: 100 },
    foreign_model_name: { kind: 'text', required: true, max: 65 },
    is_user_def: { kind: 'flag', required: true, default: 1 },
    date_sync: { kind: 'instant', computed: true },
  },
  title: 'foreign_object_name',
  matchBy: [['foreign_object_name', 'field_id']],
  list: [
    'field_id',
    'relation_type',
    'foreign_model_name',
    'reference_column_id',
    'foreign_object_name',
    'is_user_def',
  ],
  search: ['foreign_object_name', 'foreign_model_name'],
  filters: { field_id: null, relation_type: null, is_user_def: null },
})
