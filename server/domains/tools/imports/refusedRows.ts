import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import type { FieldMapping, RefusedCell } from '#core/domains/tools/data_import_logs.ts'
import type { readRefusedRows } from '#core/domains/tools/importCalls.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { lettersOf } from '#core/resources/imports/words.ts'
import type { Context } from '#server/platform/context.ts'
import type { Input } from '#server/platform/http/handle.ts'
import { conflict, Refusal } from '#server/platform/refusal.ts'
import { translate } from '#server/platform/translate.ts'
import { escapeFormula } from '#server/resources/files/export.ts'
import { readSheet } from '#server/resources/files/readSheet.ts'
import type { SheetRow } from '#server/resources/files/sheet.ts'
import { partOf, ROWS_AT_ONCE, textOfPart } from '#server/resources/files/tableReader.ts'
import { sendXlsx } from '#server/resources/files/xlsx.ts'
import { LANGUAGES } from '#server/resources/imports/languages.ts'
import { saveBatches } from './importFile.ts'
import { encrypted, type ImportLog, readBatches, storedPreview } from './importLog.ts'

type Reply = Input<typeof readRefusedRows>['reply']

/** Returns the refused rows as a file: as sent, with their numbers and errors. */
export async function sendRefusedRows(
  context: Context,
  log: ImportLog,
  format: 'csv' | 'xlsx',
  reply: Reply,
): Promise<undefined> {
  const { headings } = storedPreview(context, log)
  const { language } = context.actor
  const batches = await readBatches(context, log.import_id, { where: sql`refused_records > 0` })
  const head = [rowHeading(language), translate(language, 'messages.import_errors_heading'), ...headings]
  const rows = batches.flatMap(({ rows: stored, outcome }) => {
    const byRow = new Map(stored.map(({ row, cells }) => [row, cells]))
    return outcome.refused.map(({ row, errors }) => {
      const cells = byRow.get(row) ?? []
      const texts = headings.map((_, index) => escapeFormula(cells[index] ?? ''))
      return { row, cells: [String(row), escapeFormula(reasonOf(headings, errors)), ...texts] }
    })
  })
  if (rows.length === 0) throw new Refusal(404, 'messages.not_found')
  const lines = rows.sort((one, other) => one.row - other.row).map(({ cells }) => cells)
  const name = `refused-rows-${log.import_id}.${format}`
  void reply.header('content-disposition', `attachment; filename="${name}"`)
  if (format === 'csv') {
    void reply.type('text/csv; charset=utf-8').send(stringify([head, ...lines], { bom: true }))
    return
  }
  sendXlsx(reply, log.resource, head, lines)
}

const rowHeading = (language: string) => translate(language, 'messages.import_row_heading')

function reasonOf(headings: readonly string[], errors: readonly RefusedCell[]): string {
  return errors
    .map(({ field, position, message, value, choices }) => {
      const column = position === null ? field : (headings[position] ?? field)
      const sentence = [message, ...(choices ? [`(${choices.join(', ')})`] : [])].join(' ')
      return [column, value === undefined ? '' : `"${value}"`, sentence].filter(Boolean).join(': ')
    })
    .join('; ')
}

/**
 * Accepts corrected rows into the import that refused them: from the returned file, by row numbers.
 * @throws Refusal 409 without refused rows, 415 or 422 for any other file
 */
export async function takeCorrectedRows(context: Context, log: ImportLog, content: Buffer): Promise<void> {
  const { import_id } = log
  const { headings } = storedPreview(context, log)
  const batches = await readBatches(context, import_id, { where: sql`refused_records > 0` })
  if (batches.length === 0) throw conflict('messages.import_none_refused')
  const sheet = await readSheet({ bytes: content }, { headingRow: 1 })
  const place = placesOf(sheet.headings, headings, log.field_mappings)
  const requested = new Set(batches.flatMap(({ outcome }) => outcome.refused.map(({ row }) => row)))
  const corrected = new Map<number, SheetRow>()
  for (const { cells, row: at } of sheet.parts.flatMap((part): SheetRow[] => JSON.parse(textOfPart(part)))) {
    const row = Number(cells[place.row])
    if (!requested.has(row) || corrected.has(row))
      throw new Refusal(422, 'messages.import_unknown_row', {
        params: { row: at, number: cells[place.row] ?? '' },
      })
    corrected.set(row, {
      row,
      cells: headings.map((_, position) => cells[place.cells[position] ?? -1] ?? ''),
    })
  }
  for (const { batch, rows, outcome } of batches) {
    const stored = rows.filter(({ row }) => !corrected.has(row))
    const refused = outcome.refused.filter(({ row }) => !corrected.has(row))
    await sql`update import_batches set row_count = row_count - ${rows.length - stored.length},
        refused_records = ${refused.length}, rows_sealed = ${encrypted(context, stored)},
        outcome_sealed = ${encrypted(context, { ...outcome, refused })}
      where import_id = ${import_id} and batch = ${batch}`.execute(context.db)
  }
  // A refused row has stored no keys.
  await sql`delete from import_keys where import_id = ${import_id} and row = any(${[...requested]}::int[])`.execute(
    context.db,
  )
  const last = await sql<{ next: number }>`select max(batch) + 1 as next from import_batches
    where import_id = ${import_id}`.execute(context.db)
  const rows = [...corrected.values()]
  const parts = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, index) =>
    partOf(rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE)),
  )
  await saveBatches(context, import_id, parts, firstOf(last.rows).next)
}

/** The positions of the first file's columns in a corrected file. @throws Refusal 422 naming a missing heading */
function placesOf(
  corrected: readonly string[],
  headings: readonly string[],
  mappings: readonly FieldMapping[],
): { row: number; cells: (number | undefined)[] } {
  const letters = corrected.map(lettersOf)
  const names = LANGUAGES.map((language) => lettersOf(rowHeading(language)))
  const row = letters.findIndex((letter) => names.includes(letter))
  const taken = new Set([row])
  const cells = headings.map((heading) => {
    const at = letters.findIndex((letter, position) => !taken.has(position) && letter === lettersOf(heading))
    if (at < 0) return undefined
    taken.add(at)
    return at
  })
  const lost = mappings.find(({ position }) => position !== null && cells[position] === undefined)
  const place = lost?.position ?? null
  const missing = row < 0 ? rowHeading('en') : place === null ? undefined : headings[place]
  if (missing !== undefined)
    throw new Refusal(422, 'messages.import_heading_missing', { params: { heading: missing } })
  return { row, cells }
}
