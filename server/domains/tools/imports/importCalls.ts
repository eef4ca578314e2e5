import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { data_import_logs, importStatuses } from '#core/domains/tools/data_import_logs.ts'
import * as calls from '#core/domains/tools/importCalls.ts'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import { statusesBefore } from '#core/resources/statuses/statuses.ts'
import { makeImportedKeys } from '#server/domains/devices/places/importedKeys.ts'
import type { Context } from '#server/platform/context.ts'
import { type Handlers, handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { conflict, invalid, Refusal, tooLarge } from '#server/platform/refusal.ts'
import { bytesOf, firstFile } from '#server/resources/files/formParts.ts'
import { permitOn } from '#server/resources/rights/permitOn.ts'
import { subjectNamed } from './importColumns.ts'
import { acceptMappings, gatherRecords, readAgain, saveImportFile } from './importFile.ts'
import { offerImportKinds, permitToMake, subjectFor } from './importKinds.ts'
import {
  beginWork,
  findImportLog,
  findOwnImportLog,
  isUndoable,
  madeOfKind,
  recordsOf,
  storedPreview,
} from './importLog.ts'
import { readImportLog } from './importResponse.ts'
import { sendTemplate } from './importTemplate.ts'
import { sendRefusedRows, takeCorrectedRows } from './refusedRows.ts'
import type { Kind } from './rowWork.ts'

/** Maximum bytes of a file. */
const MAX_FILE_BYTES = 40_000_000

async function answer(context: Context, import_id: number) {
  const data_import_log = await readImportLog(context, import_id)
  return { data_import_log, message: 'messages.saved', type: 'success' } as const
}

const handlers: Handlers<typeof calls> = {
  readImportTemplate: {
    summary: 'An import template with the headings of a kind of record; that of places has two example rows',
    writesReply: true,
    run: async (context, { query, reply }) => {
      const subject = subjectFor(context, query.resource)
      return sendTemplate(context, subject, query.format, reply)
    },
  },
  sendImportFile: {
    summary:
      'Send a CSV or XLSX file of at most 40 000 000 bytes, as `file` of a form, with records of a kind; `places` are customers, sites, devices and tanks',
    // The file is read before anything is written: a slow sender holds no connection.
    transaction: false,
    run: async (context, { query, request }) => {
      const subject = subjectFor(context, query.resource)
      const { name, content } = await fileOf(request)
      return answer(context, await saveImportFile(context, subject, name, content))
    },
  },
  mapImport: {
    largestBody: 256 * 1024,
    summary: 'Set the field of each column, or the sheet and row to read; earlier errors are discarded',
    run: async (context, { params: { import_id }, body }) => {
      const log = await findOwnImportLog(context, import_id, true)
      const subject = subjectFor(context, log.resource)
      if (!['new', ...statusesBefore(importStatuses, 'new')].includes(log.status) || log.imported_at !== null)
        throw conflict('messages.import_busy')
      if (log.status === 'checking') throw conflict('messages.import_busy')
      if (body.sheet !== undefined || body.heading_row !== undefined)
        await readAgain(context, subject, import_id, { sheet: body.sheet, headingRow: body.heading_row })
      if (body.field_mappings) {
        const { headings } = storedPreview(context, await findOwnImportLog(context, import_id))
        const mappings = acceptMappings(subject, body.field_mappings, headings.length)
        await sql`update data_import_logs set field_mappings = ${JSON.stringify(mappings)}
          where import_id = ${import_id}`.execute(context.db)
      }
      await forgetTrial(context, import_id)
      return answer(context, import_id)
    },
  },
  checkImport: {
    summary:
      'Check the import without storing anything: `status` is `checked` when it has ended, and the rows are counted',
    run: async (context, { params: { import_id } }) => {
      const log = await findOwnImportLog(context, import_id, true)
      const subject = subjectFor(context, log.resource)
      storedPreview(context, log)
      if (log.field_mappings.length === 0) throw invalid([{ field: 'field_mappings', rule: 'required' }])
      await beginWork(context, import_id, 'checking')
      if (log.imported_at === null) await forgetTrial(context, import_id, 'checking')
      await gatherRecords(context, subject, import_id, log.field_mappings)
      return answer(context, import_id)
    },
  },
  carryOutImport: {
    summary: 'Store every valid row; `status` is `imported` when it has ended. A stopped import continues',
    run: async (context, { params: { import_id } }) => {
      const log = await findOwnImportLog(context, import_id, true)
      subjectFor(context, log.resource)
      storedPreview(context, log)
      await beginWork(context, import_id, 'importing')
      return answer(context, import_id)
    },
  },
  stopImport: {
    summary: 'Stop the work in progress: stored rows stay, and the import can continue or be undone',
    run: async (context, { params: { import_id } }) => {
      await findOwnImportLog(context, import_id, true)
      const { rows } = await sql`update data_import_logs set updated_at = ${context.now},
          status = case when status = 'importing' then 'stopped' when imported_at is not null then 'imported' else 'new' end
        where import_id = ${import_id} and status in ('checking', 'importing') returning 1`.execute(
        context.db,
      )
      if (rows.length === 0) throw conflict('messages.import_busy')
      return answer(context, import_id)
    },
  },
  readRefusedRows: {
    summary: 'The refused rows as sent, with their numbers and errors, to be corrected',
    writesReply: true,
    run: async (context, { params: { import_id }, query, reply }) => {
      const log = await findOwnImportLog(context, import_id)
      return sendRefusedRows(context, log, query.format, reply)
    },
  },
  sendCorrectedRows: {
    summary:
      'Send the corrected file of refused rows as `file` of a form: its rows are checked, and then belong to this import',
    transaction: false,
    run: async (context, { params: { import_id }, request }) => {
      const subject = subjectFor(context, (await findOwnImportLog(context, import_id)).resource)
      const { content } = await fileOf(request)
      return context.db.transaction().execute(async (db) => {
        const within = { ...context, db }
        const log = await findOwnImportLog(within, import_id, true)
        if (!['imported', 'checked', 'stopped'].includes(log.status)) throw conflict('messages.import_busy')
        await takeCorrectedRows(within, log, content)
        await gatherRecords(within, subject, import_id, log.field_mappings)
        await beginWork(within, import_id, 'checking')
        return answer(within, import_id)
      })
    },
  },
  undoImport: {
    summary:
      'Undo an import within 24 hours, record by record; `status` is `undone` when it has ended, and `left` lists records changed since',
    run: async (context, { params: { import_id } }) => {
      const log = await findImportLog(context, import_id, true)
      const subject = subjectNamed(log.resource)
      if (!subject) throw new Refusal(404, 'messages.undo_gone')
      if (log.user_id !== context.actor.user_id) {
        permitOn(context, data_import_logs, 'delete')
        for (const kind of subject.kinds) permitToMake(context, kind, 'delete')
      }
      if (log.status === 'undone') throw conflict('messages.import_undone')
      if (!isUndoable(log, context.now)) throw new Refusal(404, 'messages.undo_gone')
      await beginWork(context, import_id, 'undoing')
      return answer(context, import_id)
    },
  },
  makeImportKeys: {
    summary: 'Give the devices of an import their first keys, shown only once',
    run: async (context, { params: { import_id }, body }) => {
      const log = await findOwnImportLog(context, import_id)
      permitOn(context, devices, 'update')
      if (log.status !== 'imported') throw conflict('messages.import_busy')
      const created = madeOfKind(log, await recordsOf(context, import_id), devices)
      const device_keys = await makeImportedKeys(context, created, body.again)
      return { device_keys, message: 'messages.saved', type: 'success' }
    },
  },
}

/** The calls of imports: upload a file, map its columns, test it, import it, undo it. */
export function importCalls(kinds: readonly Kind[]): Call[] {
  offerImportKinds(kinds)
  return handleAll(data_import_logs.name, calls, handlers)
}

/** Discards the results of a trial: all rows of the file wait to be tested again. */
async function forgetTrial({ db, now }: Context, import_id: number, status = 'new'): Promise<void> {
  await sql`update import_batches set state = 'new', new_records = 0, changed_records = 0, same_records = 0, refused_records = 0,
      restored_zips = 0, outcome_sealed = null where import_id = ${import_id} and state = 'checked'`.execute(
    db,
  )
  await sql`delete from import_keys where import_id = ${import_id}`.execute(db)
  await sql`update data_import_logs set status = ${status}, summary = '[]', good_records = null, new_records = 0,
      changed_records = 0, same_records = 0, refused_records = 0, updated_at = ${now}
    where import_id = ${import_id}`.execute(db)
}

/** The file of a form. @throws Refusal 413, 415, 422 */
async function fileOf(request: Parameters<typeof firstFile>[0]): Promise<{ name: string; content: Buffer }> {
  if (!request.isMultipart()) throw new Refusal(415, 'messages.sheet_type')
  // A file that is far too large is refused before it is received.
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES + 100_000) throw tooLarge()
  const file = await firstFile(request, { fileSize: MAX_FILE_BYTES })
  if (file?.fieldname !== 'file') throw invalid([{ field: 'file', rule: 'required' }])
  return { name: nameOf(file.filename), content: await bytesOf(file) }
}

/** The last part of a path, as some browsers send one, without characters that cannot be stored. */
function nameOf(path: string): string {
  const name = lastOf(path.split(/[\\/]/)).replace(/\p{C}/gu, '').trim()
  if (name === '') throw invalid([{ field: 'file', rule: 'required' }])
  if (name.length > 255) throw invalid([{ field: 'file', rule: 'too_long' }])
  return name
}
