import { z } from 'zod'
import { forms } from '#core/domains/tools/forms.ts'
import { sql_tables } from '#core/domains/tools/sql_tables.ts'
import { Id } from '#core/platform/id.ts'
import type { Call } from '#server/platform/http.ts'
import { listRecords } from '#server/resources/list.ts'
import { listQueryOf } from '#server/resources/listQuery.ts'
import { listFieldsWithRelationships } from './dataDictionary.ts'
import { generateFrontend } from './generateFrontend.ts'
import { syncTables } from './syncTables.ts'
import { listKnownFields } from './userDefinedFields.ts'

const { module, loginTypes } = sql_tables

/** The calls of the developer tools beside those that every kind of record has. */
export const toolCalls: Call[] = [
  {
    method: 'GET',
    path: '/sql/sync',
    tag: sql_tables.name,
    summary: "Bring the data dictionary to what the database's own catalogue says; what people wrote stays",
    access: { module: 'developer_tools', action: 'update', loginTypes },
    transaction: true,
    answer: z.object({
      sql_tables: z.array(z.looseObject({})),
      added: z.int(),
      changed: z.int(),
      removed: z.int(),
      message: z.string(),
      type: z.string(),
    }),
    run: async (context) => {
      const report = await syncTables(context)
      const { rows } = await listRecords(context, sql_tables, listQueryOf(sql_tables, { page_size: '0' }))
      return { sql_tables: rows, ...report, message: 'messages.tables_synced', type: 'success' }
    },
  },
  {
    method: 'GET',
    path: '/generate/frontend',
    tag: forms.name,
    summary: 'The forms that you can fill in, as JSON Schema with how each field is filled in',
    access: 'session',
    answer: z.object({
      forms: z.array(z.looseObject({ form_id: z.int(), schema: z.looseObject({}), ui: z.looseObject({}) })),
    }),
    run: async (context) => ({ forms: await generateFrontend(context) }),
  },
  {
    method: 'GET',
    path: '/user_defined_fields/known',
    tag: 'user_fields',
    summary: 'The fields that this installation has added to the kinds of record that you may read',
    access: 'session',
    answer: z.object({
      user_defined_fields: z.array(z.looseObject({ resource: z.string(), name: z.string() })),
    }),
    run: async (context) => ({ user_defined_fields: await listKnownFields(context) }),
  },
  {
    method: 'GET',
    path: '/sql/tables/:table_id/fields_with_raltionships',
    tag: sql_tables.name,
    summary: 'The fields of a table, each with what it points at',
    access: { module, action: 'read', loginTypes },
    params: z.object({ table_id: Id }),
    answer: z.object({ sql_fields: z.array(z.looseObject({ relationships: z.array(z.looseObject({})) })) }),
    run: async (context, { params }) => ({
      sql_fields: await listFieldsWithRelationships(context, params.table_id),
    }),
  },
]
