import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '#core/registry.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { expectedColumns } from './table.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Found {
  name: string
  type: string
  nullable: boolean
}

const tables = [...new Set((Object.values(registry) as Resource[]).map(tableOf))]

test.each(tables)('the table %s is what the definitions say', async (table) => {
  const found = await columnsOf(table)
  for (const [name, columns] of expectedColumns(table)) {
    const column = found.get(name)
    expect(column, `${table}.${name} is missing`).toBeDefined()
    for (const { type, nullable } of columns) {
      expect(fits(column!.type, type), `${table}.${name}: ${column!.type}, the definition says ${type}`).toBe(
        true,
      )
      // Kinds that share a table may ask for more than it does.
      if (!nullable && columns.every((one) => !one.nullable)) {
        expect(column!.nullable, `${table}.${name} must not be null`).toBe(false)
      }
    }
  }
})

test('every unique field has its index, by the name from which a refusal finds its field', async () => {
  const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes`.execute(server.db)
  const names = new Set(rows.map(({ name }) => name))
  for (const resource of Object.values(registry) as Resource[]) {
    for (const [field, { unique }] of Object.entries(resource.fields)) {
      if (unique) expect(names).toContain(`${tableOf(resource)}_${field}`)
    }
  }
})

async function columnsOf(table: string): Promise<Map<string, Found>> {
  const { rows } = await sql<Found>`
    select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(
    server.db,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const SPELLINGS: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  'character varying': 'varchar',
}

/** Names of choices and small numbers may be stored narrower than the draft would. */
function fits(found: string, expected: string): boolean {
  const [name = '', size = ''] = found.split('(')
  const type = `${SPELLINGS[name] ?? name}${size && `(${size}`}`
  if (type === expected) return true
  if (expected === 'varchar(40)') return type.startsWith('varchar')
  return expected === 'smallint' && (type === 'integer' || type === 'smallint')
}
