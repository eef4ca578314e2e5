import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embeddedPostgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'

/** Runs work on a temporary database created by `db/migrations`. */
export async function withMigratedDatabase(work: (db: Database) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-schema-'))
  const engine = await startEmbeddedPostgres(folder)
  const { db, close } = openDatabase(engine.connection)
  try {
    await migrate(db)
    await work(db)
  } finally {
    await close()
    await engine.stop()
    fs.rmSync(folder, { recursive: true })
  }
}
