import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { sheetFormat } from '#core/platform/numbers/money.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import type { Resource } from '#core/resources/definition.ts'
import { isAmount } from '#core/resources/fields/currencyKeysOf.ts'
import { isNumeric } from '#core/resources/fields/isNumeric.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { isUnitPrice, isUnknown } from '#core/resources/fields/isUnitPrice.ts'
import { nameKey } from '#core/resources/fields/nameKey.ts'
import { titleKey } from '#core/resources/fields/titleKey.ts'
import { listedKind } from '#core/resources/listedKind.ts'
import { readsPlainLabels } from '#core/resources/statuses/statusLabel.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { streamRows } from '#server/platform/database/database.ts'
import type { Input } from '#server/platform/http/handle.ts'
import { translate } from '#server/platform/translate.ts'
import { columnLabels } from '#server/resources/columns.ts'
import { serverKindOf } from '#server/resources/kinds/serverKinds.ts'
import { orderedRows } from '#server/resources/lists/list.ts'
import { listQueryOf } from '#server/resources/lists/listQuery.ts'
import { matchingRows, type QueryFilters } from '#server/resources/lists/matchingRows.ts'
import { countAll } from '#server/resources/lists/total.ts'
import { marksOf, readMarksFor } from '#server/resources/names/currencyMarks.ts'
import { displayValue, type Reader } from '#server/resources/names/display.ts'
import type { ComputedFields } from '#server/resources/operations.ts'
import { moverOf } from '#server/resources/rights/moverOf.ts'
import { withUserFields } from '#server/resources/userFields/userFields.ts'
import { columnsOfRequest, definitionOf, everyColumn, streamWithComputed } from './computedFields.ts'
import { type Cell, sendXlsx } from './xlsx.ts'

type Row = Record<string, unknown>

/** Rows per fetch. */
const BATCH = 500

/** Returns a filtered and sorted list as a file; it is streamed, in constant memory. */
export async function exportList(
  context: Context,
  kind: Resource,
  { filters, computed }: { filters: QueryFilters; computed: ComputedFields },
  { query, reply }: Input<StandardCalls<Resource>['export']>,
): Promise<undefined> {
  const resource = withUserFields(kind)
  const listQuery = listQueryOf(resource, query)
  const { actor } = context
  const names =
    columnsOfRequest(context, resource, computed, query.columns) ?? everyColumn(actor, resource, computed)
  const matching = matchingRows(context, resource, listQuery, filters)
  const total = await countAll(context, matching)
  const found = streamRows(context.db, (db) => {
    const own = { ...context, db }
    const ordered = orderedRows(own, resource, matchingRows(own, resource, listQuery, filters), listQuery)
    return ordered.$castTo<Readonly<Record<string, unknown>>>().stream(BATCH)
  })
  const rows = streamWithComputed(context, found, computed, names)
  const ownerOf = (name: string) => definitionOf(resource, computed, name)
  const columns = names.map((name) => ({ name, resource: ownerOf(name) }))
  const valueTexts = textsOf(actor, columns)
  const head = columnLabels(actor, resource, names, ownerOf)
  const file = `${resource.name}-${context.now.toISOString().slice(0, 10)}.${query.format}`
  void reply.header('content-disposition', `attachment; filename="${file}"`)
  // A streamed file has no content length: this lets a client show its progress.
  void reply.header('x-total-records', total)
  if (query.format === 'csv') {
    const lines = Readable.from(csvLines(rows, columns, { actor, valueTexts }))
    // The byte order mark makes spreadsheets read the file as UTF-8.
    const csv = stringify({ header: true, columns: head, bom: true })
    pipeline(lines, csv, () => {})
    void reply.type('text/csv; charset=utf-8').send(csv)
    return
  }
  const reader = { actor, valueTexts, marks: await readMarksFor(context, resource) }
  const cells = sheetRows(rows, columns, reader)
  const title = translate(actor.language, `records.${resource.name}.label`)
  sendXlsx(reply, title, head, cells)
}

/** A column of the file, and the definition of its field. */
interface Column {
  name: string
  resource: Resource
}

/** The reader of the file, and the texts of repeated values. */
export interface Writer {
  actor: Actor
  valueTexts: ReadonlyMap<string, ReadonlyMap<unknown, string>>
}

/** The texts for yes, no, choices and countries of a field: an import accepts the same ones. */
function textsOf({ language }: Actor, columns: readonly Column[]): Writer['valueTexts'] {
  return new Map(
    columns.flatMap(({ name, resource }): [string, ReadonlyMap<unknown, string>][] => {
      const field = resource.fields[name]
      const texts = field && serverKindOf(field).valueTexts?.({ resource, name, field }, language)
      return texts ? [[name, texts]] : []
    }),
  )
}

async function* csvLines(
  rows: AsyncIterable<Row>,
  columns: readonly Column[],
  writer: Writer,
): AsyncIterable<string[]> {
  for await (const row of rows)
    yield columns.map(({ name, resource }) => escapeFormula(exportedText(writer, resource, name, row)))
}

/** A value as text in a file. */
export function exportedText(
  { actor, valueTexts }: Writer,
  resource: Resource,
  name: string,
  row: Row,
): string {
  if (resource.statuses?.field === name && readsPlainLabels(resource, moverOf(actor)))
    return displayValue({ actor, marks: new Map() }, resource, name, row)
  const valueText = valueTexts.get(name)?.get(row[name])
  if (valueText !== undefined) return valueText
  const field = resource.fields[name]
  if (isUnknown(field, row)) return ''
  if (field && serverKindOf(field).isExportedAsText?.(field))
    return displayValue({ actor, marks: new Map() }, resource, name, row)
  const leads = isReference(field) || listedKind(field)
  // References are written as codes, because several places can have one name.
  const shown = resource.matchBy.some((fields) => fields.includes(name)) ? undefined : row[nameKey(name)]
  const value = leads ? (shown ?? row[titleKey(name)] ?? row[name]) : row[name]
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Text that makes a spreadsheet read a cell as a formula or as several cells: a sign at its beginning, also in full width or after spaces, and a
 * separator at which some readers split before such a sign.
 */
const FORMULA = /^[\t\r]|^\s*[=+\-@|＝＋－＠]|([;|\t]|\r(?!\n))\s*[=+\-@＝＋－＠]/

/** Prefixes a text that a spreadsheet would read as a formula; numbers keep their sign. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
}

async function* sheetRows(
  rows: AsyncIterable<Row>,
  columns: readonly Column[],
  { marks, ...writer }: Writer & Reader,
): AsyncIterable<Cell[]> {
  for await (const row of rows) {
    yield columns.map(({ name, resource }) => {
      const value = sheetValue(writer, resource, name, row)
      const currency = isAmount(resource.fields[name]) && marksOf(marks, resource, name, row)
      return currency && typeof value === 'number'
        ? { value, format: sheetFormat(currency, isUnitPrice(resource.fields[name])) }
        : value
    })
  }
}

function sheetValue(writer: Writer, resource: Resource, name: string, row: Row): string | number | null {
  const text = exportedText(writer, resource, name, row)
  if (text === '') return null
  return isNumeric(resource.fields[name]) && Number.isFinite(Number(text)) ? Number(text) : text
}
