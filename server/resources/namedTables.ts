import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/database.ts'

/** The same database for what is named at run time: where a definition names table and columns, it vouches for them. */
export function namedTables(db: Database): Kysely<any> {
  return db
}
