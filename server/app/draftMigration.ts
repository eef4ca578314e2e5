import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { registry } from '#core/registry.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embeddedPostgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { draftChanges } from '#server/resources/draftChanges.ts'

// Prints the draft of a migration: what a database that is made by `db/migrations` lacks of what the definitions say.
// `npm run db:draft` compares all tables, `npm run db:draft -- tags devices` those of the kinds that are named. A person
// reads it, adds what only the database knows (indexes, checks), and saves it as the next file in db/migrations.
const names = process.argv.slice(2)
const kinds = Object.values(registry) as Resource[]
const unknown = names.filter((name) => !kinds.some((kind) => kind.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(', ')}. Kinds of record: ${Object.keys(registry).join(', ')}\n`,
  )
  process.exit(1)
}
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-draft-'))
const engine = await startEmbeddedPostgres(folder)
const { db, close } = openDatabase(engine.connection)
try {
  await migrate(db)
  const asked = names.length === 0 ? kinds : kinds.filter(({ name }) => names.includes(name))
  let differs = false
  for (const table of new Set(asked.map(tableOf))) {
    const statements = await draftChanges(
      db,
      kinds.filter((kind) => tableOf(kind) === table),
    )
    if (statements.length === 0) continue
    differs = true
    process.stdout.write(`-- ${table}\n${statements.join('\n')}\n\n`)
  }
  if (!differs) process.stderr.write('The tables are what the definitions say.\n')
} finally {
  await close()
  await engine.stop()
  fs.rmSync(folder, { recursive: true })
}
