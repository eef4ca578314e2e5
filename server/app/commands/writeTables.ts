import fs from 'node:fs'
import path from 'node:path'
import { registry } from '#core/registry.ts'
import { tablesFile } from './tablesFile.ts'
import { withMigratedDatabase } from './withMigratedDatabase.ts'

// Writes the types of all tables, read from a database created by `db/migrations`: `npm run db:tables`.
const file = path.join(import.meta.dirname, '../../platform/database/tables.ts')
await withMigratedDatabase(async (db) => {
  fs.writeFileSync(file, await tablesFile(db, Object.values(registry)))
})
