import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { RowIssue } from '#server/resources/imports/importedRow.ts'
import { LINES } from './importColumns.ts'
import type { PreparedRow, TextRow } from './prepareRows.ts'

/** A record of a file's rows: usually one row; for a record with lines each row is one of them. */
export interface RowsOfRecord extends Omit<PreparedRow, 'issues'> {
  issues: RowIssue[]
  rows: readonly TextRow[]
  /** The row of each of its lines. */
  lineRows: readonly number[]
}

const PREFIX = `${LINES}.`

/** Whether the rows of a file are lines of records. */
export function hasLines(mappings: readonly FieldMapping[]): boolean {
  return mappings.some(({ table_field }) => table_field.startsWith(PREFIX))
}

const keyOf = (text: string | undefined) => (text ?? '').trim().toLowerCase()

/** The values of a row itself, without the defaults of all rows. */
function ownValuesBy(mappings: readonly FieldMapping[]) {
  const standards = new Map(mappings.map((mapping) => [mapping.table_field, mapping.default]))
  return ({ texts }: Pick<TextRow, 'texts'>, name: string) =>
    texts[name] === standards.get(name) ? '' : (texts[name] ?? '')
}

/** Groups rows by record: rows with the same key belong together, a row without a key stands alone. */
export function rowsOfRecords<R extends Pick<TextRow, 'texts'>>(
  { matchBy }: Resource,
  rows: readonly R[],
  mappings: readonly FieldMapping[],
): R[][] {
  const ownValue = ownValuesBy(mappings)
  const records: { keys: string[]; rows: R[] }[] = []
  const byFirst = new Map<string, typeof records>()
  for (const row of rows) {
    const fields = matchBy.find(([first]) => first !== undefined && keyOf(ownValue(row, first)) !== '')
    const keys = (fields ?? []).map((name) => keyOf(ownValue(row, name)))
    const first = JSON.stringify([fields?.[0], keys[0]])
    const known = fields ? (byFirst.get(first) ?? []) : []
    const record = known.find((item) =>
      keys.every((key, index) => key === '' || [key, ''].includes(itemAt(item.keys, index))),
    )
    if (record) {
      record.rows.push(row)
      record.keys = record.keys.map((key, index) => key || itemAt(keys, index))
    } else {
      const result = { keys, rows: [row] }
      records.push(result)
      byFirst.set(first, [...known, result])
    }
  }
  return records.map((record) => record.rows)
}

/** A record with one row. */
export const recordOfRow = (row: PreparedRow): RowsOfRecord => ({ ...row, rows: [row], lineRows: [] })

/**
 * Joins the rows of one record into the record with its lines: empty cells of a later row have the values of earlier ones, and different
 * values are errors. A row without line values, or with defaults only, is not a line.
 */
export function joinRows(rows: readonly PreparedRow[], mappings: readonly FieldMapping[]): RowsOfRecord {
  const ownValue = ownValuesBy(mappings)
  const statedIn = new Map<string, number>()
  const record: { texts: Record<string, string>; body: Record<string, unknown> } = { texts: {}, body: {} }
  const issues: RowIssue[] = []
  const lines: object[] = []
  const lineRows: number[] = []
  for (const item of rows) {
    const { row, texts, body } = item
    for (const [name, text] of Object.entries(texts)) {
      if (name.startsWith(PREFIX)) continue
      const before = statedIn.get(name)
      const isOwn = ownValue(item, name) !== ''
      if (before === undefined && (isOwn || !(name in record.texts))) {
        record.texts[name] = text
        if (isOwn) statedIn.set(name, row)
      } else if (before !== undefined && isOwn && keyOf(record.texts[name]) !== keyOf(text))
        issues.push({ field: name, rule: 'differs_from_row', params: { row: before }, row })
    }
    const line: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(body)) {
      if (name.startsWith(PREFIX)) line[name.slice(PREFIX.length)] = value
      else if ((statedIn.get(name) ?? row) === row || !(name in record.body)) record.body[name] = value
    }
    if (Object.keys(line).some((name) => ownValue(item, PREFIX + name) !== '')) {
      lines.push(line)
      lineRows.push(row)
    }
    issues.push(...item.issues.map((issue) => ({ ...issue, row })))
  }
  if (lines.length > 0) record.body[LINES] = lines
  return { row: firstOf(rows).row, ...record, issues, rows, lineRows }
}

/** The row and column of an error: `details.1.quantity` is the quantity of the second line. */
export function placedIssue({ lineRows }: Pick<RowsOfRecord, 'lineRows'>, issue: RowIssue): RowIssue {
  const [, at, name] = new RegExp(`^${LINES}\\.(\\d+)\\.(.+)$`).exec(issue.field) ?? []
  const row = at === undefined ? undefined : lineRows[Number(at)]
  return row === undefined ? issue : { ...issue, field: PREFIX + name, row }
}
