import { sql } from 'kysely'
import { getOrThrow } from '#core/platform/lists/getOrThrow.ts'
import type { Context } from '#server/platform/context.ts'

type KeyContext = Pick<Context, 'db' | 'encryptor'>

/** A key of a row: its record, or a name by which other rows refer to it. */
export interface ImportKey {
  row: number
  key: string
  /** Equal for rows of the same record with the same content. */
  content: string
}

interface NamedRow {
  row: number
  texts: readonly Readonly<Record<string, string>>[]
  /** The key of its record; undefined for a row without one. */
  key: string | undefined
}

/** A keyed hash, as keys can be as short as a number. */
const hashOf = ({ encryptor }: KeyContext, text: string) =>
  encryptor.digest(text, 'import_keys').toString('hex')

/** The records of a file's rows. */
export function keysOfRows(context: KeyContext, rows: readonly NamedRow[]): ImportKey[] {
  return rows.flatMap(({ row, key, texts }) =>
    key === undefined
      ? []
      : [
          {
            ...{ row, key: hashOf(context, key) },
            content: hashOf(context, JSON.stringify(texts.map((text) => Object.entries(text).sort()))),
          },
        ],
  )
}

/** The names by which other rows refer to the records of rows. */
export function namesOfRows(
  context: KeyContext,
  rows: readonly { row: number; names: readonly string[] }[],
): ImportKey[] {
  return rows.flatMap(({ row, names }) =>
    names.map((name) => ({ row, key: hashOf(context, nameKey(name)), content: '' })),
  )
}

const nameKey = (name: string) => `named ${name}`

/** The rows whose record an earlier row of the same file has named, and whether both have the same content. */
export async function rowsNamedTwice(
  { db }: KeyContext,
  import_id: number,
  own: readonly ImportKey[],
): Promise<Map<number, { row: number; isSame: boolean }>> {
  if (own.length === 0) return new Map()
  const { rows: stored } = await sql<ImportKey>`
    select distinct on (key) key, row, content from import_keys
    where import_id = ${import_id} and key = any(${own.map(({ key }) => key)}::text[]) order by key, row`.execute(
    db,
  )
  const first = new Map<string, ImportKey>()
  for (const item of [...stored, ...own]) {
    const known = first.get(item.key)
    if (!known || item.row < known.row) first.set(item.key, item)
  }
  return new Map(
    own.flatMap(({ row, key, content }) => {
      const earlier = getOrThrow(first, key)
      return earlier.row === row ? [] : [[row, { row: earlier.row, isSame: earlier.content === content }]]
    }),
  )
}

/** The batches and rows of the file that contain a record of one of these names, as far as the file was tested. */
export async function rowsOfNames(
  context: KeyContext,
  import_id: number,
  names: readonly string[],
): Promise<{ batch: number; row: number }[]> {
  const keys = names.map((name) => hashOf(context, nameKey(name)))
  const { rows } = await sql<{ batch: number; row: number }>`select distinct batch, row from import_keys
    where import_id = ${import_id} and key = any(${keys}::text[])`.execute(context.db)
  return rows
}

/** Stores the keys of rows with the import: its batches run one after the other, on any server. */
export async function saveKeys(
  { db }: KeyContext,
  import_id: number,
  batch: number,
  keys: readonly ImportKey[],
): Promise<void> {
  if (keys.length === 0) return
  await sql`insert into import_keys (import_id, batch, key, row, content)
    select ${import_id}::bigint, ${batch}::integer, key, row, content
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as one (key text, row integer, content text)
    on conflict do nothing`.execute(db)
}
