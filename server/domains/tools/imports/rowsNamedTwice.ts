import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

interface NamedRow {
  row: number
  texts: Readonly<Record<string, string>>
  /** What makes it the same record as another row; nothing for a row that tells no key. */
  key: string | undefined
}

/**
 * Which rows name a record that an earlier row of the same file has named, and whether they say the same of it. What rows name is
 * kept with the import: its parts are done one after the other, by any server.
 */
export async function rowsNamedTwice(
  { db, seal }: Pick<Context, 'db' | 'seal'>,
  import_id: number,
  rows: readonly NamedRow[],
): Promise<({ row: number; isSame: boolean } | undefined)[]> {
  // By a key, for what rows name can be as short as a number.
  const hashOf = (text: string) => seal.digest(text, 'import_keys').toString('hex')
  const named = rows.map(({ row, key, texts }) => ({
    row,
    key: key === undefined ? undefined : hashOf(key),
    content: hashOf(JSON.stringify(Object.entries(texts).sort())),
  }))
  const keyed = named.filter(({ key }) => key !== undefined)
  if (keyed.length === 0) return rows.map(() => undefined)
  await sql`insert into import_keys (import_id, key, row, content)
    select ${import_id}::bigint, key, row, content
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb) as one (key text, row integer, content text)
    order by row
    on conflict do nothing`.execute(db)
  const { rows: first } = await sql<{ key: string; row: number; content: string }>`
    select key, row, content from import_keys
    where import_id = ${import_id} and key = any(${keyed.map(({ key }) => key!)}::text[])`.execute(db)
  const byKey = new Map(first.map((one) => [one.key, one]))
  return named.map(({ key, row, content }) => {
    const earlier = key === undefined ? undefined : byKey.get(key)
    return !earlier || earlier.row === row
      ? undefined
      : { row: earlier.row, isSame: earlier.content === content }
  })
}
