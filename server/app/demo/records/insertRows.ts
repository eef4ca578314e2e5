import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Values } from '#core/platform/values.ts'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Inserts rows that all have the columns of the first one, in one statement; existing rows do not change.
 * @returns the first column of each, which is its id
 */
export async function insertRows(db: Database, table: string, rows: readonly Values[]): Promise<number[]> {
  if (rows.length === 0) return []
  const columns = sql.join(Object.keys(firstOf(rows)).map((name) => sql.ref(name)))
  const { rows: created } = await sql<object>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing returning *`.execute(db)
  return created.map((row) => Number(Object.values(row)[0]))
}

/** The ids of a table's rows by name. */
export async function readIds(
  db: Database,
  table: string,
  id: string,
  name: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select ${sql.ref(id)} as id, ${sql.ref(name)}::text as name from ${sql.table(table)} order by 1 desc`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.name, Number(row.id)]))
}
