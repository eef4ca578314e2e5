import { registry } from '#core/registry.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { draftChanges } from '#server/resources/changes/draftChanges.ts'
import { withMigratedDatabase } from './withMigratedDatabase.ts'

// Prints the draft of a migration: what a database created by `db/migrations` lacks compared to the definitions. `npm run db:draft`
// compares all tables, `npm run db:draft -- tags devices` only the named kinds. Review it, add what only the database knows
// (indexes, checks), and save it as the next file in db/migrations.
const names = process.argv.slice(2)
const kinds: readonly Resource[] = Object.values(registry)
const unknown = names.filter((name) => !kinds.some((kind) => kind.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(', ')}. Kinds of record: ${Object.keys(registry).join(', ')}\n`,
  )
  process.exit(1)
}
await withMigratedDatabase(async (db) => {
  const selected = names.length === 0 ? kinds : kinds.filter(({ name }) => names.includes(name))
  let differs = false
  for (const table of new Set(selected.map(tableOf))) {
    const statements = await draftChanges(
      db,
      kinds.filter((kind) => tableOf(kind) === table),
    )
    if (statements.length === 0) continue
    differs = true
    process.stdout.write(`-- ${table}\n${statements.join('\n')}\n\n`)
  }
  if (!differs) process.stderr.write('The tables are what the definitions say.\n')
})
