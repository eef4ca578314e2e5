import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import writeXlsxFile from 'write-excel-file/node'
import { sheetFormat } from '#core/platform/money.ts'
import { type Resource, readableFields } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import type { CallInput } from '#server/platform/http.ts'
import { marksFor, marksOf } from './currencyMarks.ts'
import { fieldLabel, isOwnUnitSystem } from './display.ts'
import { type Filters, matchingRows, orderedRows } from './list.ts'
import { type GivenQuery, listQueryOf } from './listQuery.ts'
import { titleKey } from './rows.ts'

type Row = Record<string, unknown>

/** Excel's own limit, less the heading. */
const LARGEST_SHEET = 1_048_575

/** Answers a list, filtered and sorted as asked, as a file; CSV is streamed in constant memory. */
export async function exportList(
  context: Context,
  resource: Resource,
  filters: Filters,
  { query, reply }: CallInput,
): Promise<undefined> {
  const asked = listQueryOf(resource, query as GivenQuery)
  const names = columnNames(context, resource)
  const rows = orderedRows(context, resource, matchingRows(context, resource, asked, filters), asked)
  const head = names.map((name) => fieldLabel(context.actor, resource, name))
  const name = `${resource.name}-${context.now.toISOString().slice(0, 10)}.${query.format}`
  void reply.header('content-disposition', `attachment; filename="${name}"`)
  if (query.format === 'csv') {
    const lines = Readable.from(csvLines(rows.stream(500) as AsyncIterable<Row>, names, resource))
    // The mark at the start makes spreadsheets read the file as UTF-8.
    void reply
      .type('text/csv; charset=utf-8')
      .send(lines.pipe(stringify({ header: true, columns: head, bom: true })))
    return
  }
  const marks = await marksFor(context, resource)
  const found = (await rows.limit(LARGEST_SHEET).execute()) as Row[]
  const sheet = [
    head.map((value) => ({ value, fontWeight: 'bold' as const })),
    ...found.map((row) =>
      names.map((field) => {
        const amount = resource.fields[field]?.kind === 'money' && marksOf(marks, resource, field, row)
        return { value: sheetValue(resource, field, row), ...(amount && { format: sheetFormat(amount) }) }
      }),
    ),
  ]
  void reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .send(await writeXlsxFile(sheet as never).toBuffer())
}

function columnNames({ actor }: Context, resource: Resource): string[] {
  return readableFields(resource)
    .map(([name]) => name)
    .filter((name) => isOwnUnitSystem(actor, name))
}

async function* csvLines(
  rows: AsyncIterable<Row>,
  names: string[],
  resource: Resource,
): AsyncIterable<string[]> {
  for await (const row of rows) yield names.map((name) => harmless(textOf(resource, name, row)))
}

function textOf(resource: Resource, name: string, row: Row): string {
  const value = resource.fields[name]?.kind === 'reference' ? (row[titleKey(name)] ?? row[name]) : row[name]
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A text that a spreadsheet would take for a formula gets a mark in front; numbers keep their sign. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}

function sheetValue(resource: Resource, name: string, row: Row): string | number | null {
  const kind = resource.fields[name]?.kind
  const text = textOf(resource, name, row)
  if (text === '') return null
  return (kind === 'decimal' || kind === 'money' || kind === 'integer') && Number.isFinite(Number(text))
    ? Number(text)
    : text
}
