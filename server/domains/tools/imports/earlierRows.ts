import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import { namesOf } from '#server/resources/imports/findReferences.ts'
import type { ImportColumn } from './importColumns.ts'
import { rowsOfNames } from './importKeys.ts'
import { readBatches } from './importLog.ts'
import { type TextRow, textsOfRows } from './prepareRows.ts'
import type { RowsOfRecord } from './recordsOfRows.ts'
import type { BatchWork } from './rowWork.ts'

type NamingRow = Pick<RowsOfRecord, 'row' | 'texts' | 'issues'>

const keyOf = (text: string | undefined) => (text ?? '').trim().toLowerCase()

/** The columns that refer to another record of the same kind, such as the company above. */
export function ownReferences({
  subject,
  mappings,
}: Pick<BatchWork, 'subject' | 'mappings'>): ImportColumn[] {
  const kind = firstOf(subject.kinds)
  const isMapped = ({ name }: ImportColumn) => mappings.some(({ table_field }) => table_field === name)
  return subject.columns.filter(
    (column) =>
      column.part === null &&
      isReference(column.field) &&
      tableOf(resourceOf(column.field.to)) === tableOf(kind) &&
      isMapped(column),
  )
}

/** The names by which other rows can refer to a row's record. */
export function namesOfRow(resource: Resource, { texts }: Pick<TextRow, 'texts'>): string[] {
  return [...new Set(namesOf(resource).map((name) => keyOf(texts[name])))].filter((name) => name !== '')
}

/** The missing records that a row refers to. */
function namesMissing(columns: readonly ImportColumn[], { texts, issues }: NamingRow): string[] {
  return columns
    .filter(({ name }) => issues.some(({ field, rule }) => field === name && rule === 'not_found'))
    .map(({ name }) => keyOf(texts[name]))
}

/** Whether a row refers to the record of an earlier row of its file that is not created yet. */
export function waitsFor(
  columns: readonly ImportColumn[],
  byName: ReadonlyMap<string, number>,
  row: NamingRow,
): boolean {
  return namesMissing(columns, row).some((name) => (byName.get(name) ?? Number.POSITIVE_INFINITY) < row.row)
}

/** The first row of each name. */
export function firstRows(resource: Resource, rows: readonly Pick<TextRow, 'row' | 'texts'>[]) {
  const byName = new Map<string, number>()
  for (const row of rows)
    for (const name of namesOfRow(resource, row))
      byName.set(name, Math.min(row.row, byName.get(name) ?? row.row))
  return byName
}

/**
 * The rows of earlier batches of the file that create what these rows refer to, with their own references: a trial has rolled those back.
 * @param read the values of rows
 */
export async function earlierRows(
  context: Context,
  work: BatchWork,
  rows: readonly NamingRow[],
  read: (texts: readonly TextRow[]) => Promise<NamingRow[]>,
): Promise<TextRow[]> {
  const columns = ownReferences(work)
  const byName = firstRows(firstOf(work.subject.kinds), rows)
  const looked = new Set<string>()
  const found: TextRow[] = []
  let open = rows
  while (open.length > 0) {
    const names = open
      .filter((row) => !waitsFor(columns, byName, row))
      .flatMap((row) => namesMissing(columns, row))
      .filter((name) => !looked.has(name))
    if (names.length === 0) break
    for (const name of names) looked.add(name)
    const texts = await textsOf(context, work, await rowsOfNames(context, work.import_id, names))
    const more = texts.filter(({ row }) => !found.some((item) => item.row === row))
    found.push(...more)
    open = await read(more)
  }
  return found
}

async function textsOf(
  context: Context,
  { import_id, subject, mappings, batch: own }: BatchWork,
  places: readonly { batch: number; row: number }[],
): Promise<TextRow[]> {
  const requested = places.filter(({ batch }) => batch !== own)
  if (requested.length === 0) return []
  const batches = await readBatches(context, import_id, {
    where: sql`batch = any(${[...new Set(requested.map(({ batch }) => batch))]}::int[]) and state = 'checked'`,
  })
  const rows = new Set(requested.map(({ row }) => row))
  return batches.flatMap(({ rows: stored, outcome }) => {
    const refused = new Set(outcome.refused.map(({ row }) => row))
    const good = stored.filter(({ row }) => rows.has(row) && !refused.has(row))
    return textsOfRows(subject, good, mappings)
  })
}
