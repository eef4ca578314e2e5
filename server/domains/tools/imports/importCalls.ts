import { sql } from 'kysely'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { PLACES } from '#core/domains/devices/places.ts'
import { data_import_logs, importStatuses } from '#core/domains/tools/data_import_logs.ts'
import * as calls from '#core/domains/tools/importCalls.ts'
import type { MessageKey } from '#core/platform/textKeys.ts'
import { hasCall, type Resource, tableOf } from '#core/resources/definition.ts'
import { statusesBefore } from '#core/resources/statuses.ts'
import { makeImportedKeys } from '#server/domains/devices/importedKeys.ts'
import { makePlaceOfRow } from '#server/domains/devices/importPlaces.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { handleAll } from '#server/platform/handle.ts'
import type { Call } from '#server/platform/http.ts'
import { lockExclusively } from '#server/platform/locks.ts'
import { conflict, invalid, Refusal } from '#server/platform/refusal.ts'
import { bytesOf, firstFile } from '#server/resources/files/formParts.ts'
import type { MadeRecord, MakeRow } from '#server/resources/imports/importedRow.ts'
import { namedTables } from '#server/resources/namedTables.ts'
import type { Operations } from '#server/resources/operations.ts'
import { permitOn } from '#server/resources/permitOn.ts'
import { type ImportSubject, subjectNamed } from './importColumns.ts'
import {
  acceptMappings,
  claimImportLog,
  findImportLog,
  findOwnImportLog,
  headingsOf,
  type ImportLog,
  isUndoable,
  madeOfKind,
  readImportLog,
  readImportSheet,
  recordFailure,
  recordProgress,
  saveImportFile,
} from './importLog.ts'
import { importRows } from './importRows.ts'
import { sendTemplate } from './importTemplate.ts'
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
  /** What is imported, for who may make all of it. */
  const subjectOf = (context: Context, name: string): ImportSubject => {
    const subject = subjectNamed(name)
    if (!subject?.kinds.every((kind) => name === PLACES || hasCall(kind, 'create')))
      throw invalid([{ field: 'resource', rule: 'choice' }])
    for (const kind of subject.kinds) permitToMake(context, kind)
    return subject
  }
  const makerOf = ({ name, kinds: [resource] }: ImportSubject): MakeRow => {
    if (name === PLACES) return makePlaceOfRow
    const { operations } = byName.get(resource!.name)!
    return async (context, body) => {
      const record: Record<string, unknown> = await operations.create(context, body)
      const id = Number(record[resource!.id])
      return { made: [{ id, updated_at: String(record['updated_at']) }], found: [] }
    }
  }
  return handleAll(data_import_logs.name, calls, {
    readImportTemplate: {
      summary: 'A file with the headings of a kind of record, of places with two rows as an example',
      writesReply: true,
      run: async (context, { query, reply }) => {
        const subject = subjectOf(context, query.resource)
        return sendTemplate(context, subject, query.format, reply)
      },
    },
    sendImportFile: {
      summary:
        'Send a CSV or XLSX file of at most 10 000 000 bytes, as `file` of a form, with records of a kind; `places` are customers, sites, devices and tanks',
      // The file comes before anything is written: a slow sender holds no connection.
      transaction: false,
      run: async (context, { query, request }) => {
        const subject = subjectOf(context, query.resource)
        if (!request.isMultipart()) throw new Refusal(415, 'messages.sheet_type')
        const file = await firstFile(request)
        if (file?.fieldname !== 'file') throw invalid([{ field: 'file', rule: 'required' }])
        const content = await bytesOf(file)
        return answer(context, await saveImportFile(context, subject, nameOf(file.filename), content))
      },
    },
    mapImport: {
      summary: 'Say which field each column means; what was found wrong before is forgotten',
      run: async (context, { params: { import_id }, body }) => {
        const log = await findOwnImportLog(context, import_id)
        const subject = subjectOf(context, log.resource)
        const headings = headingsOf(context, log)
        const mappings = acceptMappings(subject, body.field_mappings, headings.length)
        const { rows } = await sql`update data_import_logs set field_mappings = ${JSON.stringify(mappings)},
            status = 'new', report = '[]', summary = '[]', good_records = null, updated_at = ${context.now}
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
        const subject = subjectOf(context, log.resource)
        await carryOut(context, log, { subject, make: makerOf(subject) }, 'checking')
        return answer(context, import_id, 'messages.import_checked')
      },
    },
    carryOutImport: {
      summary: 'Make a record of every row that was found good: all of them, or none',
      transaction: false,
      run: async (context, { params: { import_id } }) => {
        const log = await findOwnImportLog(context, import_id)
        const subject = subjectOf(context, log.resource)
        await carryOut(context, log, { subject, make: makerOf(subject) }, 'importing')
        return answer(context, import_id, 'messages.import_done')
      },
    },
    undoImport: {
      summary: 'Take an import back within 24 hours: everything it made, or nothing',
      run: async (context, { params: { import_id } }) => {
        const log = await findImportLog(context, import_id, true)
        const subject = subjectNamed(log.resource)
        if (!subject) throw new Refusal(404, 'messages.undo_gone')
        if (log.user_id !== context.actor.user_id) {
          permitOn(context, data_import_logs, 'delete')
          for (const kind of subject.kinds) permitToMake(context, kind, 'delete')
        }
        if (!isUndoable(log, context.now)) throw new Refusal(404, 'messages.undo_gone')
        const kindOf = ({ kind = log.resource }: MadeRecord) => byName.get(kind)!
        await undoImportedRecords(context, kindOf, log.records)
        await sql`update data_import_logs set status = 'undone', undone_at = ${context.now}, records = '[]',
          updated_at = ${context.now} where import_id = ${import_id}`.execute(context.db)
        return answer(context, import_id, 'messages.undone')
      },
    },
    makeImportKeys: {
      summary: 'Give the devices of an import their first keys, told this once',
      run: async (context, { params: { import_id }, body }) => {
        const log = await findOwnImportLog(context, import_id)
        permitOn(context, devices, 'update')
        if (log.status !== 'imported') throw conflict('messages.import_busy')
        const device_keys = await makeImportedKeys(context, madeOfKind(log, devices as Resource), body.again)
        return { device_keys, message: 'messages.saved', type: 'success' }
      },
    },
  })
}

/** Asks for the right to make records of a kind, or to take them away. A tank is a change of its device. */
function permitToMake(context: Context, kind: Resource, action: 'create' | 'delete' = 'create'): void {
  if (kind.name === device_ports.name) permitOn(context, devices, 'update')
  else permitOn(context, kind, action)
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
  { subject, make }: { subject: ImportSubject; make: MakeRow },
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
  let told: object[] = []
  try {
    await context.db.transaction().execute(async (db) => {
      // Two files that name the same customer at once would make them twice.
      if (subject.name === PLACES) await lockExclusively(db, 'places')
      const { made, refused, summary } = await importRows(
        { ...context, db },
        {
          ...{ subject, make, mappings, sheet, leaveOut: wrong },
          onProgress: (done) => recordProgress(context, import_id, done),
        },
      )
      report = refused
      told = summary
      if (isTrial) throw new OnlyTried()
      if (refused.length > 0) throw conflict('messages.import_moved_on', { count: refused.length })
      const records = await asTheyAre(db, subject, made)
      for (const kind of subject.kinds) {
        if (!('import_id' in kind.fields)) continue
        const ids = madeOfKind({ ...log, records }, kind)
        await sql`update ${sql.table(kind.name)} set import_id = ${import_id}
          where ${sql.ref(kind.id)} = any(${ids})`.execute(db)
      }
      // What the file says is in its records now; it may hold what nobody else may read.
      await sql`update data_import_logs set status = 'imported', records = ${JSON.stringify(records)},
          summary = ${JSON.stringify(summary)},
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
        summary: JSON.stringify(told),
        good_records: rows.length - report.length,
        progress: rows.length,
        updated_at: sql`now()`,
      })
      .where('import_id', '=', import_id)
      .execute()
  }
}

/** What a file of several kinds made, as it is when all of it is there: a tank changes its device. */
async function asTheyAre(db: Database, { kinds }: ImportSubject, made: readonly MadeRecord[]) {
  if (kinds.length === 1) return [...made]
  const moments = new Map<string, string>()
  for (const kind of kinds) {
    const ids = made.flatMap((record) => (record.kind === kind.name ? [record.id] : []))
    const rows = await namedTables(db)
      .selectFrom(tableOf(kind))
      .select([`${kind.id} as id`, 'updated_at'])
      .where(kind.id, '=', sql<number>`any(${ids}::int8[])`)
      .execute()
    for (const { id, updated_at } of rows) moments.set(`${kind.name} ${id}`, String(updated_at))
  }
  return made.map((record) => ({ ...record, updated_at: moments.get(`${record.kind} ${record.id}`)! }))
}
