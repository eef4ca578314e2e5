import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Columns of rows; those without a value are null. */
export function columnsOfSet(rows: readonly object[]): RawBuilder<unknown> {
  return sql.join([...new Set(rows.flatMap(Object.keys))].map((name) => sql.ref(name)))
}

/** Rows of a table as the database reads them from one parameter: a fraction of the cost of a parameter for each value. */
export function setOf(table: string, rows: readonly object[]): RawBuilder<unknown> {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`
}

/** Inserts many rows in one statement. */
export async function insertSet(db: Database, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = columnsOfSet(rows)
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${setOf(table, rows)}`.execute(
    db,
  )
}
