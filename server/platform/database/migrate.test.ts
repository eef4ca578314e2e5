import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectionTo } from '#server/app/testing/globalSetup.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openDatabase } from './database.ts'
import { listMigrations, MIGRATIONS, migrate } from './migrate.ts'

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

test('an older release refuses the schema of a newer one, and changes nothing', async () => {
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

test('an older release recognizes a newer one also by files whose numbers are below its own', async () => {
  const between = path.join(folder, '0020_between.sql')
  fs.writeFileSync(between, 'create table between_others (at date);')
  expect(await migrate(server.db, folder)).toEqual(['0020_between.sql'])
  fs.rmSync(between)
  await expect(migrate(server.db, folder)).rejects.toThrow(
    'The database belongs to a newer release of Ullage (it knows 0020_between.sql).',
  )
  await sql`delete from migrations where name = '0020_between.sql'`.execute(server.db)
})

test('a failing migration is named, rolled back, and releases the lock', async () => {
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
  fs.rmSync(path.join(folder, '9999_broken.sql'))
})

test('each migration has its own four-digit number', () => {
  const files = listMigrations(MIGRATIONS)
  expect(files.filter((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))).toEqual([])
  expect(new Set(files.map((name) => name.slice(0, 4))).size).toBe(files.length)
})

describe('a file that was changed after it was applied', () => {
  const file = () => path.join(folder, '0001_platform.sql')

  test('is refused before anything is changed', async () => {
    fs.appendFileSync(file(), 'create table added_later (at date);\n')
    fs.writeFileSync(path.join(folder, '9996_next.sql'), 'create table next (at date);')
    const before = await applied()
    await expect(migrate(server.db, folder)).rejects.toThrow(
      'The file db/migrations/0001_platform.sql was changed after it was applied to this database.',
    )
    expect(await applied()).toEqual(before)
    fs.rmSync(path.join(folder, '9996_next.sql'))
    fs.cpSync(path.join(MIGRATIONS, '0001_platform.sql'), file())
    expect(await migrate(server.db, folder)).toEqual([])
  })

  test('is the same with the line ends of Windows', async () => {
    fs.writeFileSync(file(), fs.readFileSync(file(), 'utf8').replaceAll('\n', '\r\n'))
    expect(await migrate(server.db, folder)).toEqual([])
  })
})

describe('tables made by other files', () => {
  const NAME = `foreign_${process.pid}_${Date.now()}`
  let db: ReturnType<typeof openDatabase>['db']
  beforeAll(async () => {
    await administer(`create database ${NAME}`)
    db = openDatabase(connectionTo(inject('connection'), NAME)).db
    await sql`create table migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
      db,
    )
  })
  afterAll(async () => {
    await db.destroy()
    await administer(`drop database ${NAME} with (force)`)
  })

  async function administer(statement: string): Promise<void> {
    const client = new pg.Client(inject('connection'))
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  test.each([
    [['0001_platform.sql', '0002_organisation.sql', '0148_tanks_as_they_are_built.sql']],
    // The first file before the first release had the same name as the first one now.
    [['0001_platform.sql']],
  ])('are left unchanged: %j', async (names) => {
    await sql`truncate migrations`.execute(db)
    await sql`insert into migrations (name) select unnest(${names}::text[])`.execute(db)
    await expect(migrate(db)).rejects.toThrow(
      /made by a version of Ullage that this release does not know.* another DATA_DIR or DATABASE_URL.* Nothing was changed/,
    )
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db)
    expect(tables).toEqual([{ name: 'migrations' }])
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual(names)
  })
})
