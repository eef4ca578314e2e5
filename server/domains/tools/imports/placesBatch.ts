import { joinPlaceRows } from '#core/domains/devices/joinPlaceRows.ts'
import type { RefusedRow } from '#core/domains/tools/data_import_logs.ts'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { makePlaceOfRow } from '#server/domains/devices/places/importPlaces.ts'
import type { Context } from '#server/platform/context.ts'
import { lockExclusively } from '#server/platform/database/locks.ts'
import { invalid } from '#server/platform/refusal.ts'
import type { SheetRow } from '#server/resources/files/sheet.ts'
import { findReferences } from '#server/resources/imports/findReferences.ts'
import type { CreatedRecord, FindReference, RowOutcome } from '#server/resources/imports/importedRow.ts'
import type { BatchResult } from './importBatch.ts'
import { type ImportBatch, type ImportSummary, type Outcome, readBatches } from './importLog.ts'
import { prepareRows, type TextRow, textsOfRows } from './prepareRows.ts'
import { recordOfRow } from './recordsOfRows.ts'
import { errorReporter, type RowError } from './rowErrors.ts'
import { alone, type BatchWork } from './rowWork.ts'

/** The rows of the last read file: each of its batches needs all of them. */
let joined: { key: string; rows: ReadonlyMap<number, TextRow & { cellText: string }> } | undefined

/** The texts of each row of a batch of a file of places, joined with the rows of the whole file with which it shares records. */
export async function placeTexts(
  context: Context,
  work: BatchWork,
  { rows }: ImportBatch,
): Promise<TextRow[]> {
  const { import_id, subject, mappings } = work
  const key = JSON.stringify([import_id, mappings])
  const isSameRow = ({ row, cells }: SheetRow) => joined?.rows.get(row)?.cellText === cells.join('\n')
  if (joined?.key !== key || !rows.every(isSameRow)) {
    const batches = await readBatches(context, import_id)
    const all = batches.flatMap((batch) => batch.rows).sort((one, other) => one.row - other.row)
    const read = textsOfRows(subject, all, mappings)
    const whole = joinPlaceRows(read).map(
      ({ row, texts, issues }, index): [number, TextRow & { cellText: string }] => [
        row,
        {
          ...{ row, texts: { ...texts }, cellText: itemAt(all, index).cells.join('\n') },
          issues: [...issues, ...itemAt(read, index).issues],
        },
      ],
    )
    joined = { key, rows: new Map(whole) }
  }
  const known = joined.rows
  return rows.flatMap(({ row }) => known.get(row) ?? [])
}

/** Releases the rows of the last read file. */
export function forgetPlaces(): void {
  joined = undefined
}

/** Imports some rows of a file of places: each creates the missing parts of its customer, site, device and tank. */
export async function placesBatch(
  context: Context,
  work: BatchWork,
  texts: readonly TextRow[],
): Promise<BatchResult & { parts: NonNullable<Outcome['parts']> }> {
  // Two files that name the same customer at once would create it twice.
  await lockExclusively(context.db, 'places')
  const { rows, restoredZips } = await prepareRows(context, work.subject, work.file, work.mappings, texts)
  const reportErrors = errorReporter(context, work.subject, work.mappings)
  const find = referenceFinder(context)
  const refused: RefusedRow[] = []
  const outcomes: RowOutcome[] = []
  for (const prepared of rows) {
    const row: { fault?: RowError } = {}
    await alone(context, row, async () => {
      if (prepared.issues.length > 0) throw invalid(prepared.issues)
      outcomes.push(await makePlaceOfRow(context, prepared.body, find))
    })
    if (row.fault) refused.push(...(await reportErrors(recordOfRow(prepared), row.fault)))
  }
  const created = outcomes.filter((outcome) => outcome.made.length > 0)
  const parts: NonNullable<Outcome['parts']> = {}
  for (const { kind, key, isMade } of outcomes.flatMap(({ keys }) => keys)) {
    parts[kind] ??= { made: [], found: [] }
    parts[kind][isMade ? 'made' : 'found'].push(key)
  }
  const records: CreatedRecord[] = outcomes.flatMap((outcome) => outcome.made)
  return {
    ...{
      made: created.length,
      changed: 0,
      same: outcomes.length - created.length,
      refused,
      records,
      restoredZips,
      keys: [],
    },
    parts,
  }
}

/** The numbers of created and of existing records of each kind. */
export function summaryOf(kinds: readonly { name: string }[], outcomes: readonly Outcome[]): ImportSummary[] {
  return kinds.map(({ name }) => {
    const keys = (which: 'made' | 'found') =>
      new Set(outcomes.flatMap(({ parts }) => parts?.[name]?.[which] ?? []))
    const created = keys('made')
    return {
      kind: name,
      made: created.size,
      found: [...keys('found')].filter((key) => !created.has(key)).length,
    }
  })
}

/** Finds one record after the other; each text is looked up once. */
function referenceFinder(context: Context): FindReference {
  const known = new Map<string, Awaited<ReturnType<typeof findReferences>>>()
  return async (name, to, text) => {
    const key = `${to} ${text}`
    if (!known.has(key)) known.set(key, await findReferences(context, resourceOf(to), [text]))
    const found = getOrThrow(known, key).get(text) ?? 'not_found'
    return typeof found === 'number' ? found : { field: name, rule: found }
  }
}
