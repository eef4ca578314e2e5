import { sql } from 'kysely'
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
import type { Sheet, SheetRow } from '#server/resources/files/parseSheet.ts'
import type { Operations } from '#server/resources/operations.ts'
import { placeNameSql, placeSql } from '#server/resources/placeNameSql.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { withUserFields } from '#server/resources/userFields.ts'
import { cellValue } from './importColumns.ts'

export interface MadeRecord {
  id: number
  updated_at: string
}

export interface ImportWork {
  resource: Resource
  operations: Pick<Operations, 'create'>
  sheet: Sheet
  mappings: readonly FieldMapping[]
  /** Hears how many rows have been done. */
  onProgress: (done: number) => Promise<void>
}

const TOLD_EVERY = 50

/**
 * Makes a record of each row, in the caller's transaction, by the same creation that a form uses. A row that is
 * refused leaves nothing behind and is told; the others go on.
 */
export async function importRows(
  context: Context,
  { resource, operations, sheet, mappings, onProgress }: ImportWork,
): Promise<{ made: MadeRecord[]; refused: RefusedRow[] }> {
  const made: MadeRecord[] = []
  const refused: RefusedRow[] = []
  const findReference = referenceFinder(context)
  for (const [at, row] of sheet.rows.entries()) {
    await sql`savepoint one_of_many`.execute(context.db)
    try {
      const body = await bodyOf({ resource, sheet, mappings }, row, findReference)
      const record: Record<string, unknown> = await operations.create(context, body)
      made.push({ id: Number(record[resource.id]), updated_at: String(record['updated_at']) })
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
    if ((at + 1) % TOLD_EVERY === 0) await onProgress(at + 1)
  }
  return { made, refused }
}

type FindReference = (name: string, to: string, text: string) => Promise<number | Issue>

/** The record that a row describes; an empty cell says nothing. */
async function bodyOf(
  { resource, sheet, mappings }: Pick<ImportWork, 'resource' | 'sheet' | 'mappings'>,
  { cells }: SheetRow,
  findReference: FindReference,
): Promise<object> {
  const body: Record<string, unknown> = {}
  const issues: Issue[] = []
  for (const { position, table_field: name } of mappings) {
    const text = cells[position] ?? ''
    if (text === '') continue
    const field = withUserFields(resource).fields[name]!
    if (!isReference(field)) {
      body[name] = cellValue(resource, name, text, sheet.hasDecimalComma)
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
