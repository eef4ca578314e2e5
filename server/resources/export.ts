import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { sql } from 'kysely'
import { sheetFormat } from '#core/platform/money.ts'
import { type Resource, readableFields } from '#core/resources/definition.ts'
import { titleKey } from '#core/resources/titleKey.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import type { CallInput } from '#server/platform/http.ts'
import { say } from '#server/platform/language.ts'
import { marksFor, marksOf } from './currencyMarks.ts'
import { displayValue, fieldLabel, isOwnUnitSystem, type Reader } from './display.ts'
import { type Filters, matchingRows, orderedRows } from './list.ts'
import { type GivenQuery, listQueryOf } from './listQuery.ts'
import { hiddenFields } from './rows.ts'
import { whole } from './userFields.ts'
import { type Cell, xlsxOf } from './xlsx.ts'

type Row = Record<string, unknown>

/** Rows that are fetched at once. */
const BATCH = 500

/** Answers a list, filtered and sorted as asked, as a file; it is made while it is read, in constant memory. */
export async function exportList(
  context: Context,
  kind: Resource,
  filters: Filters,
  { query, reply }: CallInput,
): Promise<undefined> {
  const resource = whole(kind)
  const asked = listQueryOf(resource, query as GivenQuery)
  const names = columnNames(context, resource)
  const matching = matchingRows(context, resource, asked, filters)
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = orderedRows(context, resource, matching, asked).stream(BATCH) as AsyncIterable<Row>
  const head = names.map((name) => fieldLabel(context.actor, resource, name))
  const file = `${resource.name}-${context.now.toISOString().slice(0, 10)}.${query.format}`
  void reply.header('content-disposition', `attachment; filename="${file}"`)
  // A file that is made as it is read has no length: this is how a client tells how far it is.
  void reply.header('x-total-records', Number(total))
  if (query.format === 'csv') {
    const lines = Readable.from(csvLines(rows, names, resource, context))
    // The mark at the start makes spreadsheets read the file as UTF-8.
    const csv = stringify({ header: true, columns: head, bom: true })
    pipeline(lines, csv, () => {})
    void reply.type('text/csv; charset=utf-8').send(csv)
    return
  }
  const reader = { actor: context.actor, marks: await marksFor(context, resource) }
  const cells = sheetRows(rows, names, resource, reader)
  const title = say(context.actor.language, `records.${resource.name}.label`)
  void reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .send(Readable.from(xlsxOf(title, head, cells), { objectMode: false }))
}

function columnNames({ actor }: Context, resource: Resource): string[] {
  const hidden = hiddenFields(actor, resource)
  return readableFields(resource)
    .map(([name]) => name)
    .filter((name) => isOwnUnitSystem(actor, name) && !hidden.includes(name))
}

async function* csvLines(
  rows: AsyncIterable<Row>,
  names: string[],
  resource: Resource,
  { actor }: Context,
): AsyncIterable<string[]> {
  for await (const row of rows) yield names.map((name) => harmless(textOf(actor, resource, name, row)))
}

function textOf(actor: Actor, resource: Resource, name: string, row: Row): string {
  const field = resource.fields[name]
  if (field?.kind === 'json' && field.shape === 'changes')
    return displayValue({ actor, marks: new Map() }, resource, name, row)
  const leads = field?.kind === 'reference' || (field?.kind === 'json' && field.to)
  const value = leads ? (row[titleKey(name)] ?? row[name]) : row[name]
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A text that a spreadsheet would take for a formula gets a mark in front; numbers keep their sign. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}

async function* sheetRows(
  rows: AsyncIterable<Row>,
  names: string[],
  resource: Resource,
  { actor, marks }: Reader,
): AsyncIterable<Cell[]> {
  for await (const row of rows) {
    yield names.map((name) => {
      const value = sheetValue(actor, resource, name, row)
      const currency = resource.fields[name]?.kind === 'money' && marksOf(marks, resource, name, row)
      return currency && typeof value === 'number' ? { value, format: sheetFormat(currency) } : value
    })
  }
}

function sheetValue(actor: Actor, resource: Resource, name: string, row: Row): string | number | null {
  const kind = resource.fields[name]?.kind
  const text = textOf(actor, resource, name, row)
  if (text === '') return null
  return (kind === 'decimal' || kind === 'money' || kind === 'integer') && Number.isFinite(Number(text))
    ? Number(text)
    : text
}
