import fs from 'node:fs'
import {
  extendMigrationList,
  MIGRATION_LIST,
  readMigrationList,
} from '#server/platform/database/migrationList.ts'

// `npm run db:list`: adds the checksums of new migrations to the list.
fs.writeFileSync(MIGRATION_LIST, extendMigrationList(readMigrationList()))
