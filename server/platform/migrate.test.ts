import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-migrations-'))
  fs.cpSync(MIGRATIONS, folder, { recursive: true })
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true })
  await server.close()
})

const applied = async () =>
  (await sql<{ name: string }>`select name from migrations order by name`.execute(server.db)).rows

test('an older release refuses what a newer one has changed, and changes nothing (fault 32)', async () => {
  const later = path.join(folder, '9998_later.sql')
  fs.writeFileSync(later, 'create table later (at date);')
  expect(await migrate(server.db, folder)).toEqual(['9998_later.sql'])
  fs.rmSync(later)
  fs.writeFileSync(path.join(folder, '9997_own.sql'), 'create table own (at date);')
  const before = await applied()
  await expect(migrate(server.db, folder)).rejects.toThrow(
    'The database belongs to a newer release of Ullage (it knows 9998_later.sql).',
  )
  expect(await applied()).toEqual(before)
  fs.rmSync(path.join(folder, '9997_own.sql'))
  await sql`delete from migrations where name = '9998_later.sql'`.execute(server.db)
})

test('a step that fails says which, keeps nothing of itself, and leaves the lock (fault 35)', async () => {
  const broken = path.join(folder, '9999_broken.sql')
  fs.writeFileSync(broken, 'create table half (at date); select 1 / 0;')
  const before = await applied()
  for (const _ of [1, 2]) {
    await expect(migrate(server.db, folder)).rejects.toThrow(
      'The tables could not be brought up to date: 9999_broken.sql failed (division by zero).',
    )
  }
  expect(await applied()).toEqual(before)
  const { rows } = await sql<{ half: string | null }>`select to_regclass('half') as half`.execute(server.db)
  expect(rows).toEqual([{ half: null }])
})
