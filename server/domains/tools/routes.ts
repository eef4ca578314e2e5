import * as calls from '#core/domains/tools/calls.ts'
import { forms } from '#core/domains/tools/forms.ts'
import * as codeCalls from '#core/domains/tools/scanCalls.ts'
import { sql_tables } from '#core/domains/tools/sql_tables.ts'
import { listKnownFields as listKnownFieldsCall } from '#core/resources/calls/userFieldCalls.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { handle, handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { listRecords } from '#server/resources/lists/list.ts'
import { listQueryOf } from '#server/resources/lists/listQuery.ts'
import { listFieldsWithRelationships } from './dataDictionary.ts'
import { findScanned } from './findScanned.ts'
import { generateFrontend } from './generateFrontend.ts'
import { syncTables } from './syncTables.ts'
import { listKnownFields } from './userDefinedFields.ts'

/** The calls of the developer tools in addition to the standard ones. */
export const toolCalls: Call[] = [
  handle(sql_tables.name, calls.syncDictionary, {
    summary: "Update the data dictionary from the database's own catalogue; notes by users stay",
    transaction: true,
    run: async (context) => {
      const report = await syncTables(context)
      const { rows } = await listRecords(context, sql_tables, listQueryOf(sql_tables, { page_size: '0' }))
      return { sql_tables: rows, ...report, message: 'messages.tables_synced', type: 'success' }
    },
  }),
  handle(forms.name, calls.listGeneratedForms, {
    summary: 'The forms that you can fill in, as JSON Schema with how each field is filled in',
    run: async (context) => ({ forms: await generateFrontend(context) }),
  }),
  handle('user_fields', listKnownFieldsCall, {
    summary: 'The user-defined fields of the kinds of record that you may read',
    run: async (context) => ({ user_defined_fields: await listKnownFields(context) }),
  }),
  handle(sql_tables.name, calls.listTableFields, {
    summary: 'The fields of a table, with the targets of references',
    run: async (context, { params }) => ({
      sql_fields: await listFieldsWithRelationships(context, params.table_id),
    }),
  }),
]

/** The call of every scanner: users find records that they may read. */
export function scanCalls({ encryptor, publicUrl }: { encryptor: Encryptor; publicUrl: string }): Call[] {
  return handleAll('search', codeCalls, {
    findScanned: {
      summary:
        'Find the record of a scanned QR code or barcode; 422 if the code is not of that kind, 404 if no record has it',
      run: async (context, { params, query, request }) => {
        const hosts = [request.host, new URL(publicUrl).host]
        return {
          match: await findScanned(context, { kind: params.kind, code: query.code, hosts, encryptor }),
        }
      },
    },
  })
}
