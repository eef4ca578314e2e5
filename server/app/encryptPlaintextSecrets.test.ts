import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { openEncryptor } from '#server/platform/encryptor.ts'
import { migrate } from '#server/platform/migrate.ts'
import { projectRoot } from '#server/platform/projectRoot.ts'
import { encryptPlaintextSecrets } from './encryptPlaintextSecrets.ts'
import { connectionTo } from './testing/globalSetup.ts'

const MIGRATIONS = path.join(projectRoot, 'db/migrations')
const SINCE = '0077'
const name = `open_${process.pid}_${Date.now()}`
const earlier = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-migrations-'))
const seal = openEncryptor({ SEAL_KEY: Buffer.alloc(32, 7).toString('base64'), dataDir: '/nowhere' })

let db: Database
async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  await client.query(statement)
  await client.end()
}
beforeAll(async () => {
  await administer(`create database ${name}`)
  db = openDatabase(connectionTo(inject('connection'), name)).db
  for (const file of fs.readdirSync(MIGRATIONS).filter((one) => one < SINCE))
    fs.copyFileSync(path.join(MIGRATIONS, file), path.join(earlier, file))
  await migrate(db, earlier)
  // Whose undo it is does not matter here, and users look otherwise in each release.
  await sql`alter table undo_entries disable trigger all`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await administer(`drop database ${name} with (force)`)
  fs.rmSync(earlier, { recursive: true })
})

const TABLES = ['idempotency_keys', 'data_import_logs', 'undo_entries', 'mails']

/** What the files of a table hold on the disk, its long values too. */
async function bytesOf(table: string): Promise<string> {
  await sql`checkpoint`.execute(db)
  const { rows } = await sql<{ bytes: Buffer }>`
    select pg_read_binary_file(pg_relation_filepath(oid)) as bytes from pg_class
    where oid = ${table}::regclass or oid = (select reltoastrelid from pg_class where oid = ${table}::regclass)`.execute(
    db,
  )
  return rows.map(({ bytes }) => bytes.toString('latin1')).join('')
}

/** Somebody looks at the database as it is now until the work is done, as a backup does or an analysis by autovacuum. */
async function whileSomebodyLooks(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(connectionTo(inject('connection'), name))
  await client.connect()
  await client.query('begin isolation level repeatable read')
  await client.query('select 1')
  await work()
  await client.end()
}

test('what an earlier release kept in clear text is sealed or gone, on the disk too (fault 14)', async () => {
  const file = Buffer.from(`Username,Password\nsomebody@test.example,Planted#File1\n${'x'.repeat(9000)}`)
  await sql`insert into idempotency_keys (user_id, key, request) values (1, 'k', 'POST /api/users Planted#Body1')`.execute(
    db,
  )
  await sql`insert into data_import_logs (file_name, resource, content) values ('a.csv', 'users', ${file})`.execute(
    db,
  )
  await sql`insert into undo_entries (user_id, resource, action, records)
    values (1, 'tags', 'update', '[{"id": 1, "before": {"tag": "Planted#Undo1"}}]')`.execute(db)
  await sql`insert into mails (receiver, subject, html, body, link, language)
    values ('a@test.example', 'S', '', '[[link]]', '/session/reset_password/Planted-Link-1', 'en')`.execute(
    db,
  )
  await sql`alter table data_import_logs alter column content set storage external`.execute(db)
  for (const table of TABLES) expect(await bytesOf(table), table).toContain('Planted')

  await migrate(db)
  await whileSomebodyLooks(() => encryptPlaintextSecrets(db, seal))
  for (const table of TABLES) expect(await bytesOf(table), table).not.toContain('Planted')
  const { rows: mails } = await sql<{ link_sealed: string }>`select link_sealed from mails`.execute(db)
  expect(seal.open(mails[0]!.link_sealed, 'mails.link')).toBe('/session/reset_password/Planted-Link-1')
  const { rows: undone } = await sql<{ records_sealed: string }>`
    select records_sealed from undo_entries`.execute(db)
  expect(JSON.parse(seal.open(undone[0]!.records_sealed, 'undo_entries.records'))).toEqual([
    { id: 1, before: { tag: 'Planted#Undo1' } },
  ])

  await encryptPlaintextSecrets(db, seal)
  expect((await sql`select link_sealed from mails`.execute(db)).rows).toEqual(mails)
})
