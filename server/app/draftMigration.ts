import { registry } from '#core/registry.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { createTable } from '#server/resources/table.ts'

// Prints the draft of a migration for the kinds that are named: `npm run db:draft -- tags devices`. A person reads
// it, adds what only the database knows (indexes, checks), and saves it as the next file in db/migrations.
const names = process.argv.slice(2)
const kinds = (Object.values(registry) as Resource[]).filter(({ name }) => names.includes(name))
if (kinds.length === 0) {
  process.stderr.write(`Name kinds of record: ${Object.keys(registry).join(', ')}\n`)
  process.exit(1)
}
for (const kind of kinds) process.stdout.write(`-- ${tableOf(kind)}\n${createTable(kind)}\n`)
