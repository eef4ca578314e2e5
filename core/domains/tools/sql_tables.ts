import { STAFF } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** A table of the database: facts of the catalogue, and descriptions by people. */
export const sql_tables = defineResource({
  name: 'sql_tables',
  single: 'sql_table',
  path: '/sql/tables',
  id: 'table_id',
  module: 'configuration',
  writeModule: 'developer_tools',
  loginTypes: STAFF,
  scope: 'shared',
  staysSmall: true,
  besides: ['sql_fields'],
  fields: {
    table_name: { kind: 'text', required: true, max: 255, unique: true },
    comments: { kind: 'long_text', max: 255 },
    date_sync: { kind: 'instant', computed: true },
  },
  title: 'table_name',
  matchBy: [['table_name']],
  list: ['table_name', 'comments', 'date_sync'],
  search: ['table_name', 'comments'],
})
