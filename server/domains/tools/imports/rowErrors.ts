import { sql } from 'kysely'
import type { FieldMapping, RefusedCell, RefusedRow } from '#core/domains/tools/data_import_logs.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { describeIssue } from '#server/resources/answers.ts'
import { acceptNew } from '#server/resources/changes/validate.ts'
import type { RowIssue } from '#server/resources/imports/importedRow.ts'
import { refusalOrThrow } from '#server/resources/lists/oneOfMany.ts'
import { fieldSql, rowsOf } from '#server/resources/rows.ts'
import { choicesOf, type ImportColumn, type ImportSubject } from './importColumns.ts'
import type { TextRow } from './prepareRows.ts'
import { placedIssue, type RowsOfRecord } from './recordsOfRows.ts'

/** The errors of one row, or of the rows of one record. */
export type RowError = Refusal | readonly RowIssue[]

/** All errors of a new record at once: unreadable values, missing references, and the rules of its kind for the rest. */
export function allIssues(context: Context, resource: Resource, record: RowsOfRecord): RowIssue[] {
  const { body, issues } = record
  if (issues.length === 0) return []
  const placeOf = ({ field, row = record.row }: RowIssue) => `${row} ${field}`
  const known = new Set(issues.map(placeOf))
  const own = Object.fromEntries(Object.entries(body).filter(([name]) => !name.includes('.')))
  try {
    acceptNew(context, resource, own)
    return [...issues]
  } catch (error) {
    const { issues: more = [] } = refusalOrThrow(error).options
    const placed = more.map((issue) => placedIssue(record, issue))
    return [...issues, ...placed.filter((issue) => !known.has(placeOf(issue)))]
  }
}

function refusedWhole(language: string, { row, rows }: RowsOfRecord, problem: RowError): RefusedRow[] {
  const { text = 'messages.incorrect_value' as const, options } =
    problem instanceof Refusal ? problem : { options: {} }
  const message = translate(language, text, options.params)
  const first = { row, errors: [{ field: '', position: null, message }] }
  return [first, ...rows.slice(1).map((item) => refusedWith(language, item, row))]
}

/** Allowed values of a column where a rule refuses a value. */
function choicesIn(context: Context) {
  const titles = new Map<string, string[] | undefined>()
  return async ({ field, ...column }: ImportColumn, rule: string): Promise<string[] | undefined> => {
    if (!isReference(field)) return choicesOf(context.actor, { ...column, field })
    if (rule !== 'not_found') return undefined
    if (!titles.has(field.to)) titles.set(field.to, await fewTitles(context, resourceOf(field.to)))
    return titles.get(field.to)
  }
}

/** Describes errors of a record's rows, by their columns, with the values there. */
export function errorReporter(context: Context, subject: ImportSubject, mappings: readonly FieldMapping[]) {
  const { language } = context.actor
  const columns = new Map(subject.columns.map((column) => [column.name, column]))
  const choices = choicesIn(context)
  return async (record: RowsOfRecord, problem: RowError): Promise<RefusedRow[]> => {
    const issues: readonly RowIssue[] = problem instanceof Refusal ? (problem.options.issues ?? []) : problem
    if (issues.length === 0) return refusedWhole(language, record, problem)
    const placed = issues.map((issue) => placedIssue(record, issue))
    const byRow = groupBy(placed, ({ row = record.row }) => row)
    const first = Math.min(...byRow.keys())
    const refused: RefusedRow[] = []
    for (const row of record.rows) {
      const own = byRow.get(row.row)
      refused.push(own ? await errorsOf(row, own) : refusedWith(language, row, first))
    }
    return refused
  }
  async function errorsOf({ row, texts }: TextRow, issues: readonly RowIssue[]): Promise<RefusedRow> {
    const errors: RefusedCell[] = []
    for (const issue of issues) {
      const column = columns.get(issue.field)
      const text = column && !isSecret(column.field) ? texts[issue.field] : undefined
      const described = column?.field.kind === 'country' ? { ...issue, rule: 'country' as const } : issue
      const offered = column ? await choices(column, issue.rule) : undefined
      errors.push({
        field: issue.field,
        position: mappings.find(({ table_field }) => table_field === issue.field)?.position ?? null,
        message: describeIssue(language, described).message,
        ...(text !== undefined && { value: text.slice(0, 200) }),
        ...(offered && { choices: offered }),
      })
    }
    return { row, errors }
  }
}

/** A row without errors can belong to a record that is refused because of another row. */
function refusedWith(language: string, { row }: TextRow, other: number): RefusedRow {
  const message = translate(language, 'rules.refused_with_row', { row: other })
  return { row, errors: [{ field: '', position: null, message }] }
}

/** Maximum length of a helpful list. */
const MAX_TITLES = 12

/** The titles of records of a kind, if they are few. */
async function fewTitles(context: Context, target: Resource): Promise<string[] | undefined> {
  const title = sql<string>`${fieldSql(target, target.title)}::text`
  const rows = await rowsOf(context, target)
    .select(title.as('title'))
    .orderBy(title)
    .limit(MAX_TITLES + 1)
    .execute()
  return rows.length > 0 && rows.length <= MAX_TITLES ? rows.map((row) => String(row.title)) : undefined
}
