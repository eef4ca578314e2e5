import { sql } from 'kysely'
import { data_import_logs, importStatuses } from '#core/domains/tools/data_import_logs.ts'
import * as calls from '#core/domains/tools/importCalls.ts'
import type { MessageKey } from '#core/platform/textKeys.ts'
import { hasCall, type Resource } from '#core/resources/definition.ts'
import { statusesBefore } from '#core/resources/statuses.ts'
import type { Context } from '#server/platform/context.ts'
import { handleAll } from '#server/platform/handle.ts'
import type { Call } from '#server/platform/http.ts'
import { conflict, invalid, Refusal } from '#server/platform/refusal.ts'
import type { Operations } from '#server/resources/operations.ts'
import { permitOn } from '#server/resources/permitOn.ts'
import {
  acceptMappings,
  claimImportLog,
  findImportLog,
  findOwnImportLog,
  headingsOf,
  type ImportLog,
  isUndoable,
  readImportLog,
  readImportSheet,
  recordFailure,
  recordProgress,
  saveImportFile,
} from './importLog.ts'
import { importRows } from './importRows.ts'
import { undoImportedRecords } from './undoImportedRecords.ts'

interface Kind {
  resource: Resource
  operations: Operations
}

/** The calls that bring records in from a file: send it, say what its columns mean, try it, do it, take it back. */
export function importCalls(kinds: readonly Kind[]): Call[] {
  const byName = new Map(kinds.map((kind) => [kind.resource.name, kind]))
  const answer = async (context: Context, import_id: number, message: MessageKey = 'messages.saved') => ({
    data_import_log: await readImportLog(context, import_id),
    message,
    type: 'success',
  })
  /** The kind of record that is imported, for who may make one. */
  const kindOf = (context: Context, name: string): Kind => {
    const kind = byName.get(name)
    if (!kind || !hasCall(kind.resource, 'create')) throw invalid([{ field: 'resource', rule: 'choice' }])
    permitOn(context, kind.resource, 'create')
    return kind
  }
  return handleAll(data_import_logs.name, calls, {
    sendImportFile: {
      summary:
        'Send a CSV or XLSX file of at most 10 000 000 bytes, as `file` of a form, with records of a kind',
      // The file comes before anything is written: a slow sender holds no connection.
      transaction: false,
      run: async (context, { query, request }) => {
        const { resource } = kindOf(context, query.resource)
        if (!request.isMultipart()) throw new Refusal(415, 'messages.sheet_type')
        const file = await request.file()
        if (file?.fieldname !== 'file') throw invalid([{ field: 'file', rule: 'required' }])
        const content = await file.toBuffer().catch((error: { statusCode?: number }) => {
          throw error.statusCode === 413 ? new Refusal(413, 'messages.file_size') : error
        })
        return answer(context, await saveImportFile(context, resource, nameOf(file.filename), content))
      },
    },
    mapImport: {
      summary: 'Say which field each column means; what was found wrong before is forgotten',
      run: async (context, { params: { import_id }, body }) => {
        const log = await findOwnImportLog(context, import_id)
        const { resource } = kindOf(context, log.resource)
        const headings = headingsOf(context, log)
        const mappings = acceptMappings(resource, body.field_mappings, headings.length)
        const { rows } = await sql`update data_import_logs set field_mappings = ${JSON.stringify(mappings)},
            status = 'new', report = '[]', good_records = null, updated_at = ${context.now}
          where import_id = ${import_id} and status = any(${['new', ...statusesBefore(importStatuses, 'new')]}) returning 1`.execute(
          context.db,
        )
        if (rows.length === 0) throw conflict('messages.import_busy')
        return answer(context, import_id)
      },
    },
    checkImport: {
      summary: 'Try the import without keeping anything, and tell row by row what is wrong',
      transaction: false,
      run: async (context, { params: { import_id } }) => {
        const log = await findOwnImportLog(context, import_id)
        await carryOut(context, log, kindOf(context, log.resource), 'checking')
        return answer(context, import_id, 'messages.import_checked')
      },
    },
    carryOutImport: {
      summary: 'Make a record of every row that was found good: all of them, or none',
      transaction: false,
      run: async (context, { params: { import_id } }) => {
        const log = await findOwnImportLog(context, import_id)
        await carryOut(context, log, kindOf(context, log.resource), 'importing')
        return answer(context, import_id, 'messages.import_done')
      },
    },
    undoImport: {
      summary: 'Take an import back within 24 hours: everything it made, or nothing',
      run: async (context, { params: { import_id } }) => {
        const log = await findImportLog(context, import_id, true)
        const kind = byName.get(log.resource)
        if (!kind) throw new Refusal(404, 'messages.undo_gone')
        if (log.user_id !== context.actor.user_id) {
          permitOn(context, data_import_logs, 'delete')
          permitOn(context, kind.resource, 'delete')
        }
        if (!isUndoable(log, context.now)) throw new Refusal(404, 'messages.undo_gone')
        await undoImportedRecords(context, kind.resource, kind.operations, log.records)
        await sql`update data_import_logs set status = 'undone', undone_at = ${context.now}, records = '[]',
          updated_at = ${context.now} where import_id = ${import_id}`.execute(context.db)
        return answer(context, import_id, 'messages.undone')
      },
    },
  })
}

/** The last part of a path, as some browsers send one, without signs that cannot be stored. */
function nameOf(given: string): string {
  const name = given.split(/[\\/]/).at(-1)!.replace(/\p{C}/gu, '').trim()
  if (name === '') throw invalid([{ field: 'file', rule: 'required' }])
  if (name.length > 255) throw invalid([{ field: 'file', rule: 'too_long' }])
  return name
}

/** Thrown to leave nothing of a trial behind. */
class OnlyTried extends Error {}

/** Does the rows of a file in one transaction; a trial is rolled back. How far it is, others see meanwhile. */
async function carryOut(
  context: Context,
  log: ImportLog,
  { resource, operations }: Kind,
  status: 'checking' | 'importing',
): Promise<void> {
  const { import_id, field_mappings: mappings } = log
  const sheet = await readImportSheet(context, log)
  if (mappings.length === 0) throw invalid([{ field: 'field_mappings', rule: 'required' }])
  await claimImportLog(context, import_id, status)
  const isTrial = status === 'checking'
  const wrong = new Set(isTrial ? [] : log.report.map(({ row }) => row))
  const rows = sheet.rows.filter(({ row }) => !wrong.has(row))
  let report: object[] = []
  try {
    await context.db.transaction().execute(async (db) => {
      const { made, refused } = await importRows(
        { ...context, db },
        {
          resource,
          operations,
          mappings,
          sheet: { ...sheet, rows },
          onProgress: (done) => recordProgress(context, import_id, done),
        },
      )
      report = refused
      if (isTrial) throw new OnlyTried()
      if (refused.length > 0) throw conflict('messages.import_moved_on', { count: refused.length })
      const ids = made.map(({ id }) => id)
      if ('import_id' in resource.fields)
        await sql`update ${sql.table(resource.name)} set import_id = ${import_id}
          where ${sql.ref(resource.id)} = any(${ids})`.execute(db)
      // What the file says is in its records now; it may hold what nobody else may read.
      await sql`update data_import_logs set status = 'imported', records = ${JSON.stringify(made)},
          total_records_imported = ${made.length}, progress = ${made.length}, preview_sealed = null,
          sheet_sealed = null, report = '[]',
          imported_at = now(), updated_at = now()
        where import_id = ${import_id}`.execute(db)
    })
  } catch (error) {
    if (!(error instanceof OnlyTried)) {
      await recordFailure(context, import_id)
      throw error
    }
    await context.db
      .updateTable('data_import_logs')
      .set({
        status: 'checked',
        report: JSON.stringify(report),
        good_records: rows.length - report.length,
        progress: rows.length,
        updated_at: sql`now()`,
      })
      .where('import_id', '=', import_id)
      .execute()
  }
}
