import { sql } from 'kysely'
import { joinPlaceRows, type PlaceRow } from '#core/domains/devices/joinPlaceRows.ts'
import { PLACES } from '#core/domains/devices/places.ts'
import type { FieldMapping, RefusedCell, RefusedRow } from '#core/domains/tools/data_import_logs.ts'
import type { Issue } from '#core/platform/issue.ts'
import type { Rule } from '#core/platform/textKeys.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/isReference.ts'
import { isSecret } from '#core/resources/readableFields.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { describeIssue, refusalOfError } from '#server/resources/answers.ts'
import type { Sheet } from '#server/resources/files/parseSheet.ts'
import type { FindReference, MadeRecord, MakeRow, RowOutcome } from '#server/resources/imports/importedRow.ts'
import { placeNameSql, placeSql } from '#server/resources/placeNameSql.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { cellValue, type ImportSubject, isFoundLater } from './importColumns.ts'

/** A row of a file as it is made: its texts by the columns, and what is wrong before anything is tried. */
interface ReadRow extends PlaceRow {
  issues: Issue[]
}

/** Which records of a kind a file makes, and which of them were there. */
export interface ImportSummary {
  kind: string
  made: number
  found: number
}

export interface ImportWork {
  subject: ImportSubject
  make: MakeRow
  sheet: Sheet
  /** Rows that are left out; what they say of what they share with others counts all the same. */
  leaveOut: ReadonlySet<number>
  mappings: readonly FieldMapping[]
  /** Hears how many rows have been done. */
  onProgress: (done: number) => Promise<void>
}

const TOLD_EVERY = 50

/**
 * Makes what each row tells, in the caller's transaction, by the same creations that forms use. A row that is
 * refused leaves nothing behind and is told; the others go on.
 */
export async function importRows(
  context: Context,
  work: ImportWork,
): Promise<{ made: MadeRecord[]; refused: RefusedRow[]; summary: ImportSummary[] }> {
  const { subject, make, mappings } = work
  const outcomes: RowOutcome[] = []
  const refused: RefusedRow[] = []
  const findReference = referenceFinder(context)
  const rows = readRows(work).filter(({ row }) => !work.leaveOut.has(row))
  for (const [at, row] of rows.entries()) {
    await sql`savepoint one_of_many`.execute(context.db)
    try {
      const body = await bodyOf(work, row, findReference)
      outcomes.push(await make(context, body, findReference))
      await sql`release savepoint one_of_many`.execute(context.db)
    } catch (error) {
      const refusal = refusalOfError(error)
      if (!refusal || refusal.status >= 500) throw error
      await sql`rollback to savepoint one_of_many`.execute(context.db)
      const { language } = context.actor
      const { issues = [], params } = refusal.options
      const errors: RefusedCell[] = issues.map((issue) => ({
        field: issue.field,
        position: mappings.find(({ table_field }) => table_field === issue.field)?.position ?? null,
        message: (describeIssue(language, issue) as { message: string }).message,
      }))
      const whole = { field: '', position: null, message: translate(language, refusal.text, params) }
      refused.push({ row: row.row, errors: errors.length > 0 ? errors : [whole] })
    }
    if ((at + 1) % TOLD_EVERY === 0) await work.onProgress(at + 1)
  }
  const made = outcomes.flatMap((outcome) => outcome.made)
  return { made, refused, summary: summaryOf(subject, outcomes) }
}

/** What each row says by the columns. Rows of places that share something tell it together. */
function readRows({ subject, sheet, mappings }: ImportWork): ReadRow[] {
  const rows = sheet.rows.map(({ row, cells }) => ({
    row,
    texts: Object.fromEntries(
      mappings.map(({ position, table_field }) => [table_field, cells[position] ?? '']),
    ),
  }))
  return subject.name === PLACES ? joinPlaceRows(rows) : rows.map((row) => ({ ...row, issues: [] }))
}

/** How many of each kind a file of several makes, and how many it names that were there. */
function summaryOf({ kinds }: ImportSubject, outcomes: readonly RowOutcome[]): ImportSummary[] {
  if (kinds.length === 1) return []
  return kinds.map(({ name }) => {
    const idsOf = (which: 'made' | 'found') =>
      new Set(
        outcomes.flatMap((outcome) =>
          outcome[which].flatMap(({ kind, id }: { kind?: string; id: number }) =>
            kind === name ? [id] : [],
          ),
        ),
      )
    const made = idsOf('made')
    return { kind: name, made: made.size, found: [...idsOf('found')].filter((id) => !made.has(id)).length }
  })
}

/** What a row describes, by the columns; an empty cell says nothing. */
async function bodyOf(
  { subject, sheet }: ImportWork,
  { texts, issues: known }: ReadRow,
  findReference: FindReference,
): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {}
  const issues = [...known]
  for (const column of subject.columns) {
    const { name, field } = column
    const text = texts[name] ?? ''
    if (text === '') continue
    if (!isReference(field) || isFoundLater(column)) {
      body[name] = cellValue(column, text, sheet.hasDecimalComma)
      // What is typed twice in a form stands once in a file.
      if (isSecret(field)) body[`confirm_${name}`] = body[name]
      continue
    }
    const found = await findReference(name, field.to, text)
    if (typeof found === 'number') body[name] = found
    else issues.push(found)
  }
  if (issues.length > 0) throw invalid(issues)
  return body
}

/** Finds what a cell calls by its title, by its number, or as people and files call it, among what the importer may see; each is looked up once. */
export function referenceFinder(context: Context): FindReference {
  const known = new Map<string, number | Rule>()
  return async (name, to, text) => {
    const key = `${to} ${text}`
    if (!known.has(key)) known.set(key, await idOrRule(context, resourceOf(to), text))
    const found = known.get(key)!
    return typeof found === 'number' ? found : { field: name, rule: found }
  }
}

async function idOrRule(context: Context, target: Resource, text: string): Promise<number | Rule> {
  const id = sql<string>`${sql.ref(`${target.name}.${target.id}`)}`
  const named = await rowsOf(context, target)
    .where(sql<boolean>`lower(${sql.ref(`${target.name}.${target.title}`)}::text) = lower(${text})`)
    .select(id.as('id'))
    .limit(2)
    .execute()
  if (named.length === 1) return Number(named[0]!['id'])
  if (/^\d{1,15}$/.test(text)) {
    const numbered = await rowsOf(context, target)
      .where(sql<boolean>`${id} = ${Number(text)}`)
      .select(id.as('id'))
      .executeTakeFirst()
    if (numbered) return Number(text)
  }
  if (named.length > 1) return 'ambiguous'
  return idByPlaceOrRule(context, target, text)
}

/** Of what goes by a code: the one that people call so. Only of those whose place the text begins with the contents are read. */
async function idByPlaceOrRule(context: Context, target: Resource, text: string): Promise<number | Rule> {
  const name = placeNameSql(context.actor, target, target.name)
  if (!name) return 'not_found'
  const place = placeSql(target, target.name)
  const called = await rowsOf(context, target)
    .where(sql<boolean>`starts_with(lower(${text}), lower(${place})) and lower(${name}) = lower(${text})`)
    .select(sql<string>`${sql.ref(`${target.name}.${target.id}`)}`.as('id'))
    .limit(2)
    .execute()
  if (called.length > 1) return 'ambiguous'
  return called[0] ? Number(called[0]['id']) : 'not_found'
}
