import { sql } from 'kysely'
import type { FieldMapping, RefusedRow } from '#core/domains/tools/data_import_logs.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Values } from '#core/platform/values.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { notPermitted, Refusal } from '#server/platform/refusal.ts'
import { type DetailRow, readDetailsOfMany } from '#server/resources/changes/details.ts'
import { changesOfRow, isWritten, readMany } from '#server/resources/imports/compareRecord.ts'
import type { CreatedRecord } from '#server/resources/imports/importedRow.ts'
import { keyOfRow, type Match, matchRecords } from '#server/resources/imports/matchRecords.ts'
import { refusalOrThrow } from '#server/resources/lists/oneOfMany.ts'
import { permitOn } from '#server/resources/rights/permitOn.ts'
import { changedLines } from './changedLines.ts'
import { type ContactChange, contactChanges, makeContacts } from './contactsOfRows.ts'
import { earlierRows, firstRows, namesOfRow, ownReferences, waitsFor } from './earlierRows.ts'
import { LINES } from './importColumns.ts'
import { type ImportKey, keysOfRows, namesOfRows, rowsNamedTwice } from './importKeys.ts'
import { type PreparedRow, prepareRows, type TextRow } from './prepareRows.ts'
import { hasLines, joinRows, type RowsOfRecord, recordOfRow, rowsOfRecords } from './recordsOfRows.ts'
import { allIssues, errorReporter, type RowError } from './rowErrors.ts'
import { alone, type BatchWork, changeOne, type Kind } from './rowWork.ts'

/** The results of a batch. Records with lines count as records, refusals as rows. */
export interface BatchResult {
  made: number
  changed: number
  same: number
  refused: RefusedRow[]
  records: CreatedRecord[]
  restoredZips: number
  /** The keys of its rows. */
  keys: ImportKey[]
}

/** A record of the file, and the work to be done for it. */
interface PlannedRow extends RowsOfRecord {
  fault?: RowError
  /** The existing record. */
  id?: number
  current?: Values
  /** The changes of that record. */
  changes?: Values
  /** It repeats another row of the file. */
  isRepeated?: boolean
  /** It belongs to an earlier batch of the file, and exists for others to refer to. */
  isEarlier?: boolean
  contacts: ContactChange[]
  record?: CreatedRecord
}

/**
 * Imports some rows of a file of one kind, in the caller's transaction: new ones are created, existing ones are changed where they differ.
 * A refused row has no effect and is reported; the others are imported. A row that refers to an earlier row's record comes after it.
 */
export async function importBatch(
  context: Context,
  work: BatchWork,
  texts: readonly TextRow[],
): Promise<BatchResult> {
  const kind = work.kindNamed(firstOf(work.subject.kinds).name)
  const columns = ownReferences(work)
  let restoredZips = 0
  const read = async (within: Context, some: readonly TextRow[]): Promise<PlannedRow[]> => {
    const prepared = await prepareRows(within, work.subject, work.file, work.mappings, some)
    restoredZips += prepared.restoredZips
    return recordsOf(kind.resource, work.mappings, prepared.rows, some)
  }
  const own = await read(context, texts)
  const [zips, keys] = [restoredZips, keysOfRecords(context, kind.resource, own)]
  const names =
    columns.length === 0
      ? []
      : namesOfRows(
          context,
          own.map((row) => namedRow(kind.resource, row)),
        )
  await markRepeated(context, work, kind.resource, own, keys)
  const hasEarlier = work.isTrial && columns.length > 0
  const earlier = hasEarlier ? await earlierRows(context, work, own, (some) => read(context, some)) : []
  const before = (await read(context, earlier)).map((row) => ({ ...row, isEarlier: true as const }))
  const done: PlannedRow[] = []
  let within = context
  for (let open: PlannedRow[] = [...before, ...own]; open.length > 0; ) {
    const byName = columns.length === 0 ? new Map<string, number>() : firstRows(kind.resource, open)
    const isWaiting = (row: PlannedRow) => !row.fault && !row.isRepeated && waitsFor(columns, byName, row)
    const ready = open.filter((row) => !isWaiting(row))
    await planRows(within, work, kind, ready.filter(isOpen))
    await storeRows(within, work, kind, ready)
    done.push(...ready)
    within = withinReach(within, kind.resource, ready)
    open = await readAgain(open.filter(isWaiting), (some) => read(within, some))
  }
  return { ...(await resultOf(context, work, done)), restoredZips: zips, keys: [...keys, ...names] }
}

const namedRow = (resource: Resource, row: PlannedRow) => ({ row: row.row, names: namesOfRow(resource, row) })

/** @param sent the rows as sent: their meaning can change later */
function recordsOf(
  resource: Resource,
  mappings: readonly FieldMapping[],
  rows: readonly PreparedRow[],
  sent: readonly TextRow[],
): PlannedRow[] {
  const records = hasLines(mappings)
    ? rowsOfRecords(resource, rows, mappings).map((some) => joinRows(some, mappings))
    : rows.map(recordOfRow)
  const byRow = new Map(sent.map((row) => [row.row, row]))
  return records.map((record) => ({
    ...{ ...record, contacts: [] },
    rows: record.rows.map(({ row }) => getOrThrow(byRow, row)),
  }))
}

/** Reads rows again once their references exist. */
async function readAgain(
  rows: readonly PlannedRow[],
  read: (texts: readonly TextRow[]) => Promise<PlannedRow[]>,
): Promise<PlannedRow[]> {
  const earlier = new Set(rows.filter(({ isEarlier }) => isEarlier).map(({ row }) => row))
  const again = await read(rows.flatMap((row) => row.rows))
  return again.map((row) => (earlier.has(row.row) ? { ...row, isEarlier: true } : row))
}

/** The results of the rows of a batch. */
async function resultOf(
  context: Context,
  { subject, mappings }: BatchWork,
  rows: readonly PlannedRow[],
): Promise<Pick<BatchResult, 'made' | 'changed' | 'same' | 'refused' | 'records'>> {
  const errorsOf = errorReporter(context, subject, mappings)
  const refused: RefusedRow[] = []
  const own = rows.filter(({ isEarlier }) => !isEarlier).sort((one, other) => one.row - other.row)
  for (const row of own) if (row.fault) refused.push(...(await errorsOf(row, row.fault)))
  const good = own.filter(({ fault }) => !fault)
  const isSame = (row: PlannedRow) =>
    row.isRepeated || (row.id !== undefined && !row.changes && row.contacts.length === 0)
  return {
    made: good.filter(({ id, isRepeated }) => id === undefined && !isRepeated).length,
    changed: good.filter((row) => row.id !== undefined && !isSame(row)).length,
    same: good.filter(isSame).length,
    refused,
    records: good.flatMap(({ record, contacts }) => [
      ...(record ? [record] : []),
      ...contacts.flatMap((contact) => (contact.record ? [contact.record] : [])),
    ]),
  }
}

/** The creator of companies acts within them from then on. */
function withinReach(context: Context, resource: Resource, rows: readonly PlannedRow[]): Context {
  const { companies } = context.actor
  if (companies === 'all' || resource.id !== 'company_id') return context
  const created = rows.flatMap(({ record, id }) => (record && id === undefined ? [record.id] : []))
  return { ...context, actor: { ...context.actor, companies: [...companies, ...created] } }
}

const isOpen = (row: PlannedRow) => !row.fault && !row.isRepeated
const isNew = (row: PlannedRow) => isOpen(row) && row.id === undefined
const isChanged = (row: PlannedRow) => isOpen(row) && row.changes !== undefined

/** The keys by which each is the same record as another row. */
function keysOfRecords(context: Context, resource: Resource, rows: readonly PlannedRow[]): ImportKey[] {
  return keysOfRows(
    context,
    rows.map(({ row, body, rows: sent }) => ({
      ...{ row, texts: sent.map(({ texts }) => texts) },
      key: keyOfRow(context, resource, ownFields(body)),
    })),
  )
}

/** A record that an earlier row has named is done with that row, or refused if this one differs. */
async function markRepeated(
  context: Context,
  { import_id }: BatchWork,
  resource: Resource,
  rows: readonly PlannedRow[],
  keys: readonly ImportKey[],
): Promise<void> {
  const twice = await rowsNamedTwice(context, import_id, keys)
  for (const row of rows) {
    const other = twice.get(row.row)
    if (!other) continue
    if (other.isSame) row.isRepeated = true
    else
      row.fault = [
        {
          field: keyField(resource, ownFields(row.body)),
          rule: 'same_record_as_row',
          params: { row: other.row },
        },
      ]
  }
}

/** Determines which rows are new, which exist and differ, and the errors of the others. */
async function planRows(
  context: Context,
  work: BatchWork,
  { resource, operations }: Kind,
  rows: PlannedRow[],
): Promise<void> {
  const own = rows.map(({ body }) => ownFields(body))
  const matches = await matchRecords(context, resource, own)
  const found = await readMany(
    context,
    resource,
    matches.flatMap((match) => match?.ids ?? []),
  )
  for (const [index, row] of rows.entries()) {
    const [id, ...others] = matches[index]?.ids ?? []
    const current = id !== undefined && others.length === 0 ? found.get(id) : undefined
    if (current) row.current = current
  }
  await operations.completeRows(context, rows)
  const lines = await linesOf(context, resource, rows, [...found.keys()])
  for (const [index, row] of rows.entries()) {
    const match = matches[index]
    if (match) planKnown(context, resource, row, match, { found, lines })
    else planNew(context, resource, row)
  }
  await contactChanges(context, work.kindNamed, resource, rows)
}

/** The lines of existing records, if the file has lines. */
async function linesOf(
  context: Context,
  { details, id }: Resource,
  rows: readonly PlannedRow[],
  ids: readonly number[],
): Promise<Map<number, DetailRow[]>> {
  if (!details || ids.length === 0 || rows.every(({ lineRows }) => lineRows.length === 0)) return new Map()
  return readDetailsOfMany(context, details, { column: id, ids })
}

/** The fields of the record itself, without those of related records. */
const ownFields = (body: Values) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !name.includes('.')))

const keyField = ({ matchBy, title }: Resource, body: Values) =>
  matchBy.flatMap(([first]) => first ?? []).find((name) => body[name] !== undefined) ?? title

function planNew(context: Context, resource: Resource, row: PlannedRow): void {
  const issues = allIssues(context, resource, row)
  // A number that the product assigns itself refers to an existing record, or nothing.
  const assigned = resource.matchBy.flatMap(([first]) => first ?? [])
  for (const name of Object.keys(row.body))
    if (resource.fields[name]?.computed && assigned.includes(name))
      issues.push({ field: name, rule: 'not_found' })
  if (issues.length > 0) row.fault = issues
}

function planKnown(
  context: Context,
  resource: Resource,
  row: PlannedRow,
  { fields, ids }: Match,
  { found, lines }: { found: ReadonlyMap<number, Values>; lines: ReadonlyMap<number, DetailRow[]> },
): void {
  const judged = ids.flatMap((id) => {
    const current = found.get(id)
    return current ? [{ id, current, ...judgeKnown(context, resource, row, current, fields) }] : []
  })
  // Prefers the identical one of several candidates.
  const same = judged.find(({ changes, fault }) => !fault && Object.keys(changes ?? {}).length === 0)
  const [one = same] = judged.length === 1 ? judged : []
  if (!one) {
    row.fault = [{ field: firstOf(fields), rule: judged.length === 0 ? 'not_found' : 'ambiguous' }]
    return
  }
  row.id = one.id
  row.current = one.current
  if (one.fault) {
    row.fault = one.fault
    return
  }
  const stated: unknown = row.body[LINES]
  const changed =
    Array.isArray(stated) &&
    resource.details &&
    changedLines(resource.details, stated, lines.get(one.id) ?? [])
  const changes = { ...one.changes, ...(changed && { [LINES]: changed.lines }) }
  if (Object.keys(changes).length > 0) row.changes = changes
  // A refusal of a line is reported at its row.
  if (changed) row.lineRows = changed.from.map((at) => row.lineRows[at] ?? row.row)
}

function judgeKnown(
  context: Context,
  resource: Resource,
  { body, texts, issues }: PlannedRow,
  current: Values,
  fields: readonly string[],
): { changes?: Values; fault?: RowError } {
  // An ambiguous name is the record's own reference if the cell equals our exported text of it.
  const invalid = issues.filter(({ field }) => !isWritten(context, resource, field, current, texts[field]))
  let problem: RowError = [...invalid]
  try {
    const changes = changesOfRow(context, resource, current, {
      body: withoutKeys(ownFields(body), fields),
      texts,
    })
    // An archived record that is in a file again is restored.
    const back = Object.entries(resource.archive ?? {}).filter(
      ([name, value]) =>
        current[name] === value && texts[name] === undefined && resource.fields[name]?.default !== value,
    )
    const whole = {
      ...changes,
      ...Object.fromEntries(back.map(([name]) => [name, resource.fields[name]?.default])),
    }
    if (invalid.length === 0) return { changes: whole }
  } catch (error) {
    const refusal = refusalOrThrow(error)
    const more = refusal.options.issues ?? []
    problem = invalid.length === 0 && more.length === 0 ? refusal : [...invalid, ...more]
  }
  return { fault: problem }
}

/** The fields that found a record are equal, in any letter case. */
const withoutKeys = (body: Values, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))

/**
 * Stores rows, each completely or not at all: if something that belongs to a row is refused, the others are stored in a second attempt without that row.
 */
async function storeRows(
  context: Context,
  { kindNamed }: BatchWork,
  kind: Kind,
  rows: PlannedRow[],
): Promise<void> {
  for (;;) {
    const requested = rows.filter(isOpen)
    await sql`savepoint rows_of_batch`.execute(context.db)
    await createNew(context, kind, requested.filter(isNew))
    await changeKnown(context, kind, requested.filter(isChanged))
    await makeContacts(withinReach(context, kind.resource, requested), kindNamed, kind.resource, requested)
    const isTorn = requested.some(
      ({ fault, record, contacts }) => fault && (record || contacts.some((contact) => contact.record)),
    )
    if (!isTorn) {
      await sql`release savepoint rows_of_batch`.execute(context.db)
      return
    }
    await sql`rollback to savepoint rows_of_batch`.execute(context.db)
    for (const row of requested) {
      delete row.record
      for (const contact of row.contacts) delete contact.record
    }
  }
}

async function createNew(context: Context, kind: Kind, rows: PlannedRow[]): Promise<void> {
  if (rows.length === 0) return
  const bodies = rows.map(({ body }) => ownFields(body))
  const outcomes = await kind.operations.createMany(context, bodies)
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome instanceof Refusal) itemAt(rows, index).fault = outcome
    else itemAt(rows, index).record = outcome
  }
}

async function changeKnown(context: Context, kind: Kind, rows: PlannedRow[]): Promise<void> {
  if (rows.length === 0) return
  try {
    permitOn(context, kind.resource, 'update')
  } catch {
    for (const row of rows) row.fault = notPermitted()
    return
  }
  await kind.operations.lockFirst(
    context,
    rows.flatMap(({ id }) => id ?? []),
  )
  for (const row of rows) {
    const { id, changes } = row
    if (id === undefined || !changes) continue
    await alone(context, row, async () => {
      row.record = await changeOne(context, kind, id, changes)
    })
  }
}
