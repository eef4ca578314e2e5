import type { FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import type { Issue } from '#core/platform/issue.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Rule } from '#core/platform/texts/textKeys.ts'
import { isReference } from '#core/resources/fields/isReference.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import type { ColumnFacts } from '#core/resources/imports/columnFacts.ts'
import type { CellFault } from '#core/resources/imports/csvLines.ts'
import type { Reading } from '#core/resources/imports/reading.ts'
import type { DecimalSign } from '#core/resources/imports/readNumber.ts'
import { splitExtension } from '#core/resources/imports/readPhone.ts'
import { labeledPhones, splitAddress } from '#core/resources/imports/splitContact.ts'
import { HOME_WORDS, lettersOf, restoredZip } from '#core/resources/imports/words.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { escapeFormula } from '#server/resources/files/export.ts'
import type { SheetRow } from '#server/resources/files/sheet.ts'
import {
  findOwnReferences,
  findReferences,
  type OwnReference,
} from '#server/resources/imports/findReferences.ts'
import { cellValue, type ImportColumn, type ImportSubject, isFoundLater } from './importColumns.ts'

/** Facts of a file other than its rows. */
export interface FileFacts {
  headings: readonly string[]
  facts: readonly ColumnFacts[]
  decimal: DecimalSign
}

/** A row of a file by fields: their texts, and the errors before it is tested. */
export interface TextRow {
  row: number
  texts: Record<string, string>
  issues: Issue[]
}

/** A row with its parsed values. */
export interface PreparedRow extends TextRow {
  body: Record<string, unknown>
}

/** The texts of each row by fields: the cells of its columns, with their mapped meanings, and the defaults of empty ones. */
export function textsOfRows(
  subject: ImportSubject,
  rows: readonly SheetRow[],
  mappings: readonly FieldMapping[],
): TextRow[] {
  const meanings = mappings.map(
    ({ values }) => new Map(Object.entries(values ?? {}).map(([from, to]) => [lettersOf(from), to])),
  )
  return rows.map(({ row, cells, faults }) => {
    const texts: Record<string, string> = {}
    const issues: Issue[] = []
    for (const [index, { position, table_field, default: standard = '' }] of mappings.entries()) {
      const cell = position === null ? '' : withoutMark(cells[position] ?? '')
      const text = cell === '' ? standard : (itemAt(meanings, index).get(lettersOf(cell)) ?? cell)
      if (text !== '') texts[table_field] = text
      const problem = faults?.find((item) => item.position === position && isWrong(item))
      if (problem) issues.push({ field: table_field, rule: problem.rule })
    }
    splitCells(subject, texts)
    return { row, texts, issues }
  })
}

/** An address, or several phones, in one cell are split into their fields. */
function splitCells({ columns }: ImportSubject, texts: Record<string, string>): void {
  const has = (name: string) => columns.some((column) => column.name === name)
  for (const part of ['billing', 'shipping']) {
    const text = texts[`${part}.address1`]
    const split = text && texts[`${part}.city`] === undefined ? splitAddress(text) : undefined
    for (const [name, value] of Object.entries(split ?? {})) texts[`${part}.${name}`] = value
  }
  const phones = labeledPhones(texts['phone.phone_number'] ?? '')
  if (Object.keys(phones).length === 0) return
  delete texts['phone.phone_number']
  for (const [part, number] of Object.entries(phones))
    if (has(`${part}.phone_number`)) texts[`${part}.phone_number`] ??= number
}

const isWrong = ({ rule }: CellFault) => rule === 'formula_without_value' || rule === 'cell_error'

/** The prefix that keeps a spreadsheet from reading a text as a formula belongs to the file, not to the text. */
function withoutMark(cell: string): string {
  return cell.startsWith("'") && escapeFormula(cell.slice(1)) === cell ? cell.slice(1) : cell
}

/** The notation of a column's values: as stated, as they show it, or as the sender writes. */
export function readingOf(
  { facts, decimal }: FileFacts,
  mapping: FieldMapping | undefined,
  actor: Actor,
): Reading {
  const position = mapping?.position ?? null
  const shown = position === null ? undefined : facts[position]
  return {
    decimal: mapping?.decimal ?? shown?.decimal ?? decimal,
    dates: mapping?.dates ?? shown?.dates ?? (actor.units === 'imperial' ? 'mdy' : 'dmy'),
  }
}

/** Whether a column has ids of records: its heading is the field's name in the API. */
function holdsIds(
  { headings }: FileFacts,
  mapping: FieldMapping | undefined,
  { fieldName }: ImportColumn,
): boolean {
  const heading = mapping?.position == null ? '' : (headings[mapping.position] ?? '').trim().toLowerCase()
  return /_id$/.test(heading) || (heading.includes('_') && heading === fieldName)
}

/**
 * The values of the rows in the format of the wire, with the records that they name, found by a few statements for all of them.
 * @returns each row with its errors; and how many ZIP codes got their zeros back
 */
export async function prepareRows(
  context: Context,
  subject: ImportSubject,
  file: FileFacts,
  mappings: readonly FieldMapping[],
  rows: readonly TextRow[],
): Promise<{ rows: PreparedRow[]; restoredZips: number }> {
  const columns = subject.columns.flatMap((column) => {
    const mapping = mappings.find(({ table_field }) => table_field === column.name)
    const isPresent = mapping !== undefined || rows.some(({ texts }) => texts[column.name] !== undefined)
    return isPresent ? [{ column, mapping, reading: readingOf(file, mapping, context.actor) }] : []
  })
  const references = await referencesOf(context, file, columns, rows)
  let restoredZips = 0
  const prepared = rows.map(({ row, texts, issues: known }) => {
    const body: Record<string, unknown> = {}
    const issues = [...known]
    for (const { column, reading } of columns) {
      const text = texts[column.name]
      if (text === undefined || text === '' || issues.some(({ field }) => field === column.name)) continue
      const found = references.get(column.name)?.(texts)
      if (typeof found === 'string') issues.push({ field: column.name, rule: found })
      else body[column.name] = found ?? cellValue(column, text, reading)
      // A file has a secret once where a form asks for it twice.
      if (isSecret(column.field)) body[`confirm_${column.name}`] = text
      if (column.field.kind === 'phone') issues.push(...takeExtension(subject, column, text, body))
      if (column.fieldName === 'zip_code') restoredZips += restoreZip(subject, column, body, texts)
    }
    return { row, texts, issues, body }
  })
  return { rows: prepared, restoredZips }
}

/** The record that a column of a row names, or the broken rule. */
type FindInRow = (texts: TextRow['texts']) => number | Rule | undefined

/** The records that the rows name: preferably of the row's company, if the row names one. */
async function referencesOf(
  context: Context,
  file: FileFacts,
  columns: readonly { column: ImportColumn; mapping: FieldMapping | undefined }[],
  rows: readonly TextRow[],
): Promise<Map<string, FindInRow>> {
  const references = new Map<string, FindInRow>()
  for (const { column, mapping } of columns) {
    const { name, field } = column
    if (!isReference(field) || isFoundLater(column)) continue
    const named = [...new Set(rows.map(({ texts }) => texts[name] ?? ''))].filter((text) => text !== '')
    const byId = holdsIds(file, mapping, column)
    const found = await findReferences(context, resourceOf(field.to), named, byId)
    references.set(name, (texts) => found.get(texts[name] ?? ''))
  }
  for (const { column, mapping } of columns) {
    const found = references.get(column.name)
    const companyOf = references.get(companyField(column))
    if (!found || !companyOf || holdsIds(file, mapping, column)) continue
    references.set(column.name, await ownFirst(context, column, rows, { found, companyOf }))
  }
  return references
}

/** The field with the company of a record to which a column refers. */
const companyField = ({ field, part }: ImportColumn) =>
  part === null && isReference(field) ? (field.ofCompany?.field ?? 'company_id') : ''

async function ownFirst(
  context: Context,
  { name, field }: ImportColumn,
  rows: readonly TextRow[],
  { found, companyOf }: { found: FindInRow; companyOf: FindInRow },
): Promise<FindInRow> {
  const keyOf = (texts: TextRow['texts']) => `${companyOf(texts)} ${texts[name]}`
  const requested = new Map<string, OwnReference>()
  for (const { texts } of rows) {
    const [text, company] = [texts[name], companyOf(texts)]
    if (text && typeof company === 'number') requested.set(keyOf(texts), { text, company })
  }
  if (!isReference(field) || requested.size === 0) return found
  const own = await findOwnReferences(context, resourceOf(field.to), [...requested.values()])
  const byKey = new Map([...requested.keys()].map((key, index) => [key, own[index]]))
  return (texts) => byKey.get(keyOf(texts)) ?? found(texts)
}

/** An extension goes to its field if the kind has one; elsewhere it would be lost. */
function takeExtension(
  { columns }: ImportSubject,
  { name, part }: ImportColumn,
  text: string,
  body: Record<string, unknown>,
): Issue[] {
  const { number, extension } = splitExtension(text)
  if (extension === null) return []
  const room = columns.find((column) => column.part === part && column.fieldName === 'phone_extension')
  if (!room) return [{ field: name, rule: 'no_extension' }]
  body[name] = number
  body[room.name] ??= extension
  return []
}

/** @returns 1 if a ZIP code got its zeros back */
function restoreZip(
  { columns }: ImportSubject,
  { name, part }: ImportColumn,
  body: Record<string, unknown>,
  texts: Readonly<Record<string, string>>,
): number {
  const besides = (fieldName: string) => {
    const column = columns.find((item) => item.part === part && item.fieldName === fieldName)
    return column ? texts[column.name] : undefined
  }
  const country = besides('country_id') ?? ''
  if (country !== '' && !HOME_WORDS.has(lettersOf(country))) return 0
  const whole = restoredZip(String(body[name]), besides('state') ?? '')
  if (whole !== undefined) body[name] = whole
  // Nine digits are a code and its extension.
  const [, code, more] = /^(\d{5})-(\d{4})$/.exec(String(body[name])) ?? []
  const room = columns.find((column) => column.part === part && column.fieldName === 'zip_code_ext')
  if (code && more && room) Object.assign(body, { [name]: code, [room.name]: body[room.name] ?? more })
  return whole === undefined ? 0 : 1
}
