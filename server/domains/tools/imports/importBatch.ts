import type { FieldMapping, RefusedRow } from '#core/domains/tools/data_import_logs.ts'
import type { Issue } from '#core/platform/issue.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { notPermitted, Refusal } from '#server/platform/refusal.ts'
import { changesOfRow, isWritten, readMany } from '#server/resources/imports/compareRecord.ts'
import type { MadeRecord } from '#server/resources/imports/importedRow.ts'
import { keyOfRow, type Match, matchRecords } from '#server/resources/imports/matchRecords.ts'
import { faultOf } from '#server/resources/oneOfMany.ts'
import { permitOn } from '#server/resources/permitOn.ts'
import { type ContactChange, contactChanges, makeContacts } from './contactsOfRows.ts'
import type { ImportSubject } from './importColumns.ts'
import { type FileFacts, type PreparedRow, prepareRows, type TextRow } from './prepareRows.ts'
import { allIssues, errorTeller, type RowFault } from './rowErrors.ts'
import { rowsNamedTwice } from './rowsNamedTwice.ts'
import { alone, changeOne, createAll, type Kind } from './rowWork.ts'

type Values = Readonly<Record<string, unknown>>

/** What a batch is done with. */
export interface BatchWork {
  import_id: number
  subject: ImportSubject
  file: FileFacts
  mappings: readonly FieldMapping[]
  kindNamed: (name: string) => Kind
}

/** What became of the rows of a batch. */
export interface BatchResult {
  made: number
  changed: number
  same: number
  refused: RefusedRow[]
  records: MadeRecord[]
  restoredZips: number
}

/** A row, and what is to be done for it. */
interface PlannedRow extends PreparedRow {
  fault?: RowFault
  /** The record that it is. */
  id?: number
  current?: Values
  /** What of that record changes. */
  changes?: Values
  /** It says what another row of the file has said. */
  isRepeated?: boolean
  contacts: ContactChange[]
  record?: MadeRecord
}

/**
 * Does some rows of a file of one kind, in the caller's transaction: those that are new are created, those that are there already
 * are changed where they differ. A row that is refused leaves nothing behind and is reported; the others go on.
 */
export async function importBatch(
  context: Context,
  work: BatchWork,
  texts: readonly TextRow[],
): Promise<BatchResult> {
  const { subject, file, mappings } = work
  const kind = work.kindNamed(subject.kinds[0]!.name)
  const prepared = await prepareRows(context, subject, file, mappings, texts)
  const rows: PlannedRow[] = prepared.rows.map((row) => ({ ...row, contacts: [] }))
  await planRows(context, work, kind, rows)
  await createNew(context, kind, rows.filter(isNew))
  await changeKnown(context, kind, rows.filter(isChanged))
  await makeContacts(withinReach(context, kind.resource, rows), work.kindNamed, kind.resource, rows)
  const tell = errorTeller(context, subject, mappings)
  const refused: RefusedRow[] = []
  for (const row of rows) if (row.fault) refused.push(await tell(row, row.fault))
  const good = rows.filter(({ fault }) => !fault)
  return {
    made: good.filter(({ id, isRepeated }) => id === undefined && !isRepeated).length,
    changed: good.filter((row) => row.id !== undefined && (row.changes || row.contacts.length > 0)).length,
    same: good.filter(
      (row) => row.isRepeated || (row.id !== undefined && !row.changes && row.contacts.length === 0),
    ).length,
    refused,
    // Also of a row whose contacts were refused: what it has made is to be undone.
    records: rows.flatMap(({ record, contacts }) => [
      ...(record ? [record] : []),
      ...contacts.flatMap((contact) => (contact.record ? [contact.record] : [])),
    ]),
    restoredZips: prepared.restoredZips,
  }
}

/** Who has made companies acts within them from then on. */
function withinReach(context: Context, resource: Resource, rows: readonly PlannedRow[]): Context {
  const { companies } = context.actor
  if (companies === 'all' || resource.id !== 'company_id') return context
  const made = rows.flatMap(({ record, id }) => (record && id === undefined ? [record.id] : []))
  return { ...context, actor: { ...context.actor, companies: [...companies, ...made] } }
}

const isNew = (row: PlannedRow) => !row.fault && !row.isRepeated && row.id === undefined
const isChanged = (row: PlannedRow) => !row.fault && row.changes !== undefined

/** Finds out which rows are new, which are there and differ, and what is wrong with the others. */
async function planRows(
  context: Context,
  work: BatchWork,
  { resource }: Kind,
  rows: PlannedRow[],
): Promise<void> {
  const own = rows.map(({ body }) => ownFields(body))
  const matches = await matchRecords(context, resource, own)
  const found = await readMany(
    context,
    resource,
    matches.flatMap((match) => match?.ids ?? []),
  )
  const twice = await rowsNamedTwice(
    context,
    work.import_id,
    rows.map((row, at) => ({ row: row.row, texts: row.texts, key: keyOfRow(context, resource, own[at]!) })),
  )
  for (const [at, row] of rows.entries()) {
    if (twice[at]) {
      if (twice[at].isSame) row.isRepeated = true
      else
        row.fault = [
          { field: keyField(resource, own[at]!), rule: 'same_record_as_row', params: { row: twice[at].row } },
        ]
      continue
    }
    const match = matches[at]
    if (match) planKnown(context, resource, row, match, found)
    else planNew(context, resource, row)
  }
  await contactChanges(context, work.kindNamed, resource, rows)
}

/** The fields of the record itself, without those of what hangs from it. */
const ownFields = (body: Values) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !name.includes('.')))

const keyField = ({ matchBy = [], title }: Resource, body: Values) =>
  matchBy.find((fields) => fields.every((name) => body[name] !== undefined))?.[0] ?? title

function planNew(context: Context, resource: Resource, row: PlannedRow): void {
  const issues = allIssues(context, resource, row)
  // A number that the product gives itself names what is there, or nothing.
  for (const name of Object.keys(row.body))
    if (resource.fields[name]?.computed) issues.push({ field: name, rule: 'not_found' })
  if (issues.length > 0) row.fault = issues
}

function planKnown(
  context: Context,
  resource: Resource,
  row: PlannedRow,
  { fields, ids }: Match,
  found: ReadonlyMap<number, Values>,
): void {
  const judged = ids.flatMap((id) => {
    const current = found.get(id)
    return current ? [{ id, current, ...judgeKnown(context, resource, row, current, fields) }] : []
  })
  // Of several that it may be, the one that says just the same.
  const same = judged.find(({ changes, fault }) => !fault && Object.keys(changes ?? {}).length === 0)
  const [one = same] = judged.length === 1 ? judged : []
  if (!one) {
    row.fault = [{ field: fields[0]!, rule: judged.length === 0 ? 'not_found' : 'ambiguous' }]
    return
  }
  row.id = one.id
  row.current = one.current
  if (one.fault) row.fault = one.fault
  else if (Object.keys(one.changes ?? {}).length > 0) row.changes = one.changes!
}

function judgeKnown(
  context: Context,
  resource: Resource,
  { body, texts, issues }: PlannedRow,
  current: Values,
  fields: readonly string[],
): { changes?: Values; fault?: RowFault } {
  // A name that several have is the record's own where the cell says just what a file of ours says of it.
  const wrong = issues.filter(({ field }) => !isWritten(context, resource, field, current, texts[field]))
  let fault: Issue[] | Refusal = [...wrong]
  try {
    const changes = changesOfRow(context, resource, current, {
      body: withoutKeys(ownFields(body), fields),
      texts,
    })
    // What was put away and stands in a file again is wanted again.
    const back = Object.entries(resource.archive ?? {}).filter(
      ([name, value]) =>
        current[name] === value && texts[name] === undefined && resource.fields[name]?.default !== value,
    )
    const whole = {
      ...changes,
      ...Object.fromEntries(back.map(([name]) => [name, resource.fields[name]?.default])),
    }
    if (wrong.length === 0) return { changes: whole }
  } catch (error) {
    const refusal = faultOf(error)
    const more = refusal.options.issues ?? []
    fault = wrong.length === 0 && more.length === 0 ? refusal : [...wrong, ...more]
  }
  return { fault }
}

/** What a record was found by is the same, in whatever letters it is written. */
const withoutKeys = (body: Values, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))

async function createNew(context: Context, kind: Kind, rows: PlannedRow[]): Promise<void> {
  const outcomes = await createAll(
    context,
    kind,
    rows.map(({ body }) => ownFields(body)),
  )
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome instanceof Refusal) rows[at]!.fault = outcome
    else rows[at]!.record = outcome
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
  await kind.operations.lockFirst?.(
    context,
    rows.map(({ id }) => id!),
  )
  for (const row of rows) {
    await alone(context, row, async () => {
      row.record = await changeOne(context, kind, row.id!, row.changes!)
    })
  }
}
