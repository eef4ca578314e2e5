import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '#core/registry.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { tablesFile } from './commands/tablesFile.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const read = () => fs.readFileSync(path.join(import.meta.dirname, '../platform/database/tables.ts'), 'utf8')

describe('the types of the tables', () => {
  test('match the migrations and the definitions; else: npm run db:tables', async () => {
    expect(read()).toBe(await tablesFile(server.db, Object.values(registry)))
  })

  test('follow a column that is added, nullable, filled by a trigger or of another type', async () => {
    await sql`alter table tags add column shade numeric(4, 1)`.execute(server.db)
    await sql`alter table tags add column seen_at timestamptz not null`.execute(server.db)
    const changed = await tablesFile(server.db, Object.values(registry))
    expect(changed).toContain('    shade: Filled<Decimal<null>>\n    seen_at: Instant\n')
    await sql`create function see_tag() returns trigger language plpgsql as
      $$ begin new.seen_at := now(); return new; end $$`.execute(server.db)
    await sql`create trigger tags_seen before insert on tags for each row execute function see_tag()`.execute(
      server.db,
    )
    expect(await tablesFile(server.db, Object.values(registry))).toContain('    seen_at: Filled<Instant>\n')
  })

  test('refuse a database type that has no mapping', async () => {
    await sql`alter table tags add column place point`.execute(server.db)
    await expect(tablesFile(server.db, [])).rejects.toThrow('what point is: tags.place')
  })
})

test('match the values that the driver reads', async () => {
  const { rows } = await sql<
    Record<string, unknown>
  >`select true as bool, 1::int2 as int2, 1::int4 as int4, 1::int8 as int8,
    1::float4 as float4, 1::float8 as float8, 1::numeric as numeric, 'a'::text as text, 'a'::varchar as varchar,
    'a'::bpchar as bpchar, gen_random_uuid() as uuid, '2026-01-31'::date as date, '12:00'::time as time,
    now() as timestamptz, '{"a":1}'::jsonb as jsonb, 'a'::bytea as bytea, '{a}'::text[] as texts, '{1}'::int4[] as int4s,
    '{1}'::int8[] as int8s, '{1}'::float8[] as float8s`.execute(server.db)
  const [row = {}] = rows
  for (const type of ['int2', 'int4', 'int8', 'float4', 'float8']) expect(row[type]).toBe(1)
  for (const type of ['numeric', 'text', 'varchar', 'bpchar', 'uuid', 'date', 'time', 'timestamptz']) {
    expect(row[type]).toBeTypeOf('string')
  }
  expect(row).toMatchObject({
    ...{ bool: true, jsonb: { a: 1 }, bytea: Buffer.from('a') },
    ...{ texts: ['a'], int4s: [1], int8s: [1], float8s: [1] },
  })
})
