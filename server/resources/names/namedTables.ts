import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

/** The database for tables and columns named at run time by a definition. */
export function namedTables(db: Database): Kysely<any> {
  return db
}
