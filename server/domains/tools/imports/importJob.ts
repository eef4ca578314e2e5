import { sql } from 'kysely'
import { PLACES } from '#core/domains/devices/places.ts'
import { data_import_logs } from '#core/domains/tools/data_import_logs.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { actingAs } from '#server/domains/access/users/actingAs.ts'
import type { Context } from '#server/platform/context.ts'
import { lockByName } from '#server/platform/database/locks.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { reportChanges } from '#server/resources/changes/reportChanges.ts'
import { refusalOrThrow } from '#server/resources/lists/oneOfMany.ts'
import { namedTables } from '#server/resources/names/namedTables.ts'
import { permitOn } from '#server/resources/rights/permitOn.ts'
import { type BatchResult, importBatch } from './importBatch.ts'
import { saveKeys } from './importKeys.ts'
import { importKindNamed, subjectFor } from './importKinds.ts'
import {
  type BatchOutcome,
  encrypted,
  findImportLog,
  type ImportBatch,
  type ImportLog,
  madeOfKind,
  type Outcome,
  readBatches,
  readOutcomes,
  storedPreview,
} from './importLog.ts'
import { forgetPlaces, placesBatch, placeTexts, summaryOf } from './placesBatch.ts'
import { textsOfRows } from './prepareRows.ts'
import type { BatchWork } from './rowWork.ts'
import { undoBatch } from './undoBatch.ts'

/**
 * Continues an import by some of its rows, as its sender: their results, the progress, and the event for the rest are one transaction. If
 * the server dies, the import stays at its last batch.
 */
export async function carryOnImport(context: Context, { import_id }: { import_id: number }): Promise<void> {
  const found = await sql`select 1 from data_import_logs where import_id = ${import_id}`.execute(context.db)
  if (found.rows.length === 0) return
  const log = await findImportLog(context, import_id, true)
  if (!['checking', 'importing', 'undoing'].includes(log.status)) return
  const { acting_user_id: user_id, acting_company_id: company_id, impersonator_id } = log
  const acting =
    user_id === null ? undefined : await actingAs(context, { user_id, company_id, impersonator_id })
  if (!acting || !mayContinue(acting, log)) await finish(context, import_id, 'failed')
  else if (await doSome(acting, log)) await emit(context, 'import.due', [{ import_id }])
}

/** The sender can lose the right to such records while their file is imported. */
function mayContinue(acting: Context, { resource, status }: ImportLog): boolean {
  if (status === 'undoing') return true
  try {
    permitOn(acting, data_import_logs, 'create')
    subjectFor(acting, resource)
    return true
  } catch (error) {
    refusalOrThrow(error)
    return false
  }
}

/** @returns whether there is more to do */
async function doSome(acting: Context, log: ImportLog): Promise<boolean> {
  if (log.status === 'undoing') return undoSome(acting, log)
  const isTrial = log.status === 'checking'
  const context = { ...acting, isTrial }
  const subject = subjectFor(context, log.resource)
  const [batch] = await readBatches(context, log.import_id, {
    where: isTrial ? sql`state = 'new'` : sql`state = 'checked'`,
    limit: 1,
  })
  if (!batch) {
    await finishPass(context, log, subject.kinds)
    return false
  }
  const preview = storedPreview(context, log)
  const work: BatchWork = {
    ...{ import_id: log.import_id, batch: batch.batch, isTrial },
    ...{ subject, file: preview, mappings: log.field_mappings },
    kindNamed: importKindNamed,
  }
  // Imports of one kind take turns, so that the second finds the records of the first.
  await lockByName(context.db, 'imports', log.resource)
  const invalid = new Set(isTrial ? [] : batch.outcome.refused.map(({ row }) => row))
  const result = await tryOrDo(context, isTrial, async () => {
    const texts =
      log.resource === PLACES
        ? await placeTexts(context, work, batch)
        : textsOfRows(subject, batch.rows, log.field_mappings)
    const requested = texts.filter(({ row }) => !invalid.has(row))
    return log.resource === PLACES
      ? placesBatch(context, work, requested)
      : importBatch(context, work, requested)
  })
  await markImport(context, log, subject.kinds, isTrial ? [] : result.records)
  if (isTrial) await saveKeys(context, log.import_id, batch.batch, result.keys)
  await saveOutcome(context, log, batch, result, isTrial)
  await noteProgress(context, log.import_id)
  return true
}

/** Runs the work; a trial is rolled back, so that it reports exactly what the import would. */
async function tryOrDo<T>({ db }: Context, isTrial: boolean, work: () => Promise<T>): Promise<T> {
  if (!isTrial) return work()
  await sql`savepoint trial`.execute(db)
  const result = await work()
  await sql`rollback to savepoint trial`.execute(db)
  await sql`release savepoint trial`.execute(db)
  return result
}

async function saveOutcome(
  context: Context,
  log: ImportLog,
  batch: ImportBatch,
  result: BatchResult & { parts?: Outcome['parts'] },
  isTrial: boolean,
): Promise<void> {
  const refused = isTrial ? result.refused : [...batch.outcome.refused, ...result.refused]
  const outcome: Outcome = {
    refused,
    records: isTrial ? [] : result.records,
    ...(result.parts && { parts: result.parts }),
  }
  const invalid = new Set(refused.map(({ row }) => row))
  // Deletes the texts of imported rows, as the file may contain secrets. Rows of places refer to each other and stay.
  const isPartial = !isTrial && log.resource !== PLACES
  const stored = isPartial ? batch.rows.filter(({ row }) => invalid.has(row)) : undefined
  await sql`update import_batches set state = ${isTrial ? 'checked' : 'done'}, new_records = ${result.made},
      changed_records = ${result.changed}, same_records = ${result.same}, refused_records = ${refused.length},
      restored_zips = ${result.restoredZips}, outcome_sealed = ${encrypted(context, outcome)}
      ${stored ? sql`, rows_sealed = ${encrypted(context, stored)}` : sql``}
    where import_id = ${log.import_id} and batch = ${batch.batch}`.execute(context.db)
}

/** Records of a kind with an import reference get it. */
async function markImport(
  { db }: Context,
  log: ImportLog,
  kinds: readonly Resource[],
  records: BatchResult['records'],
): Promise<void> {
  for (const kind of kinds) {
    if (!('import_id' in kind.fields)) continue
    const ids = madeOfKind(log, records, kind)
    if (ids.length > 0)
      await sql`update ${sql.table(tableOf(kind))} set import_id = ${log.import_id}
        where ${sql.ref(kind.id)} = any(${ids})`.execute(db)
  }
}

/** Updates the progress, and the results so far. */
async function noteProgress({ db }: Context, import_id: number): Promise<void> {
  await sql`update data_import_logs l set worked_at = now(), progress = s.progress, new_records = s.new_records,
      changed_records = s.changed_records, same_records = s.same_records, refused_records = s.refused_records,
      good_records = s.new_records + s.changed_records + s.same_records, total_records_imported = s.imported,
      imported_at = case when s.done > 0 then coalesce(l.imported_at, now()) else l.imported_at end
    from (select
        coalesce(sum(row_count) filter (where state = any(case (select status from data_import_logs where import_id = ${import_id})
          when 'checking' then '{checked,done}'::text[] else '{done}' end)), 0) as progress,
        coalesce(sum(new_records), 0) as new_records, coalesce(sum(changed_records), 0) as changed_records,
        coalesce(sum(same_records), 0) as same_records, coalesce(sum(refused_records), 0) as refused_records,
        coalesce(sum(new_records + changed_records) filter (where state = 'done'), 0) as imported,
        count(*) filter (where state = 'done') as done
      from import_batches where import_id = ${import_id}) s
    where l.import_id = ${import_id}`.execute(db)
}

/** The end of a trial or an import. */
async function finishPass(context: Context, log: ImportLog, kinds: readonly Resource[]): Promise<void> {
  const { import_id } = log
  const isTrial = log.status === 'checking'
  await noteProgress(context, import_id)
  if (kinds.length > 1) {
    const batches = await readOutcomes(context, import_id)
    const summary = summaryOf(
      kinds,
      batches.map(({ outcome }) => outcome),
    )
    await sql`update data_import_logs set summary = ${JSON.stringify(summary)},
      total_records_imported = ${isTrial ? 0 : summary.reduce((sum, { made }) => sum + made, 0)}
      where import_id = ${import_id}`.execute(context.db)
    forgetPlaces()
    if (!isTrial) await settlePlaces(context, log, kinds, batches)
  }
  await finish(context, import_id, isTrial ? 'checked' : 'imported')
}

async function finish(
  { db, now }: Context,
  import_id: number,
  status: 'checked' | 'imported' | 'failed' | 'undone',
): Promise<void> {
  await sql`update data_import_logs set status = ${status}, worked_at = now(), updated_at = ${now}
      ${status === 'imported' ? sql`, imported_at = now(), file_sealed = null` : sql``}
      ${status === 'undone' ? sql`, undone_at = now()` : sql``}
    where import_id = ${import_id}`.execute(db)
  await reportChanges({ db, now }, data_import_logs.name, status, [import_id])
}

/** The final state of what a file of several kinds created: a tank changes its device. */
async function settlePlaces(
  context: Context,
  log: ImportLog,
  kinds: readonly Resource[],
  batches: readonly BatchOutcome[],
): Promise<void> {
  const records = batches.flatMap(({ outcome }) => outcome.records)
  const moments = new Map<string, string>()
  for (const kind of kinds) {
    const rows = await namedTables(context.db)
      .selectFrom(tableOf(kind))
      .select([`${kind.id} as id`, 'updated_at'])
      .where(kind.id, '=', sql<number>`any(${madeOfKind(log, records, kind)}::int8[])`)
      .execute()
    for (const { id, updated_at } of rows) moments.set(`${kind.name} ${id}`, String(updated_at))
  }
  for (const { batch, outcome } of batches) {
    if (outcome.records.length === 0) continue
    const settled = outcome.records.map((record) => ({
      ...record,
      updated_at: moments.get(`${record.kind} ${record.id}`) ?? record.updated_at,
    }))
    await sql`update import_batches set outcome_sealed = ${encrypted(context, { ...outcome, records: settled })}
      where import_id = ${log.import_id} and batch = ${batch}`.execute(context.db)
  }
}

/** Undoes the last remaining rows of an import. @returns whether there are more */
async function undoSome(context: Context, log: ImportLog): Promise<boolean> {
  const { import_id } = log
  const [batch] = await readOutcomes(context, import_id, {
    where: sql`state = 'done'`,
    order: sql`batch desc`,
    limit: 1,
  })
  if (!batch) {
    await finish(context, import_id, 'undone')
    return false
  }
  const left = await undoBatch(
    context,
    ({ kind = log.resource }) => importKindNamed(kind),
    batch.outcome.records,
  )
  await sql`update import_batches set state = 'undone',
      outcome_sealed = ${encrypted(context, { ...batch.outcome, records: [], left })}
    where import_id = ${import_id} and batch = ${batch.batch}`.execute(context.db)
  await sql`update data_import_logs set worked_at = now(), progress = (select coalesce(sum(row_count), 0)
    from import_batches where import_id = ${import_id} and state = 'undone') where import_id = ${import_id}`.execute(
    context.db,
  )
  return true
}
