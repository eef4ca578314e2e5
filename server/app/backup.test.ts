import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ensurePartitions } from '#server/domains/telemetry/intake/partitions.ts'
import { restoreBackup } from '#server/platform/backup/restoreBackup.ts'
import { writeBackup } from '#server/platform/backup/writeBackup.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { MIGRATIONS } from '#server/platform/database/migrate.ts'
import { openLog } from '#server/platform/log.ts'
import { startBackups } from './scheduledBackups.ts'
import { contentOf } from './testing/compareDatabases.ts'
import { deviceWithTank, record, type TestDevice } from './testing/deviceWithTank.ts'
import { connectionTo } from './testing/globalSetup.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

// Whole databases are dumped, created again and compared: slow while other work runs.
vi.setConfig({ testTimeout: 120_000 })

const MINUTE = 60_000
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-backup-'))
const file = path.join(folder, 'one.backup')
const databases: string[] = []
let server: TestServer
let device: TestDevice
let sent = 0
let isLoaded = true
let load: Promise<void>

beforeAll(async () => {
  server = await startTestServer()
  device = await deviceWithTank(server)
  await device.send({
    records: Array.from({ length: 900 }, (_, n) => record(Date.now() - (n + 9000) * MINUTE, 50)),
  })
  await device.send({ note: 'foreign: \\. \t é \\n', list: ['\\.'] })
  await server.as('administrator').call('POST', '/tags', { tag: 'A tab\tand a \\. in it', company_id: 1 })
  load = keepSending()
  await vi.waitUntil(() => sent > 3)
  await writeBackup(server.connection, file)
  isLoaded = false
  await load
})
afterAll(async () => {
  for (const name of databases) await administer(`drop database ${name} with (force)`)
  fs.rmSync(folder, { recursive: true, force: true })
  await server.close()
})

/** Sends batches of three, each in one transaction with its raw uplink, while the backup is written. */
async function keepSending(): Promise<void> {
  while (isLoaded) {
    const at = Date.now() - 8000 * MINUTE + sent * 3 * MINUTE
    sent += 1
    await device.send({ records: [0, 1, 2].map((n) => record(at + n * MINUTE, 50)) })
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('connection'))
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function emptyDatabase(): Promise<pg.PoolConfig> {
  const name = `restore_${process.pid}_${databases.length}_${Date.now()}`
  databases.push(name)
  await administer(`create database ${name} template template0`)
  return connectionTo(inject('connection'), name)
}

async function ask<T>(connection: pg.PoolConfig, text: string): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows[0] as T
  } finally {
    await client.end()
  }
}

describe('a backup', () => {
  test('restores a quiet database row by row, in every table, which can be backed up again', async () => {
    const quiet = path.join(folder, 'quiet.backup')
    await server.settle()
    await writeBackup(server.connection, quiet)
    const target = await emptyDatabase()
    const { rows } = await restoreBackup(target, quiet)
    expect(rows).toBeGreaterThan(1000)
    expect(await contentOf(target)).toEqual(await contentOf(server.connection))
    const again = path.join(folder, 'again.backup')
    await writeBackup(target, again)
    const tablesOf = (name: string) => gunzipSync(fs.readFileSync(name)).toString().split('\n').slice(1, -2)
    expect(tablesOf(again)).toEqual(tablesOf(quiet))
    // Every month of every table, four times over.
  })

  test('taken while devices report is a snapshot of one moment, and later readings get new numbers', async () => {
    const target = await emptyDatabase()
    await restoreBackup(target, file)
    const sums = await ask<Record<string, number>>(
      target,
      `select (select count(*)::int from readings) as readings,
        (select sum(accepted)::int from raw_uplinks) as accepted,
        (select sum(count)::int from readings_hourly) as hours, (select sum(count)::int from readings_daily) as days,
        (select count(*)::int from device_records) as records`,
    )
    expect(new Set(Object.values(sums)).size, JSON.stringify(sums)).toBe(1)
    expect(sums['readings']).toBeGreaterThanOrEqual(900)
    const numbers = await ask<{ last: number; made: number; triggers: number }>(
      target,
      `with made as (insert into tags (tag, company_id) values ('after', 1) returning tag_id)
       select tag_id as made, (select max(tag_id) from tags) as last,
         (select count(*)::int from pg_trigger where not tgisinternal and tgenabled <> 'O') as triggers from made`,
    )
    expect(Number(numbers.made)).toBe(Number(numbers.last) + 1)
    expect(numbers.triggers).toBe(0)
    await expect(ask(target, 'insert into tags (tag, company_id) values ($$x$$, 999999)')).rejects.toThrow(
      'foreign key',
    )
  })

  test('is refused if it is truncated or altered anywhere, and nothing is changed', async () => {
    const target = await emptyDatabase()
    const whole = fs.readFileSync(file)
    const text = gunzipSync(whole)
    const at = text.indexOf('A tab')
    const flipped = Buffer.from(whole)
    flipped[Math.floor(whole.length / 2)]! ^= 1
    const altered = Buffer.from(text)
    altered[at] = 'B'.charCodeAt(0)
    const row = text.indexOf('\n', at) + 1
    const cases: [string, Buffer][] = [
      ['cut in half', whole.subarray(0, whole.length / 2)],
      ['its last byte gone', whole.subarray(0, -1)],
      ['one bit turned', flipped],
      ['a letter changed and packed again', gzipSync(altered)],
      [
        'a row taken out',
        gzipSync(Buffer.concat([text.subarray(0, text.lastIndexOf('\n', at) + 1), text.subarray(row)])),
      ],
      ['its end left out', gzipSync(text.subarray(0, text.lastIndexOf('\n', text.length - 2) + 1))],
      ['something after its end', gzipSync(Buffer.concat([text, Buffer.from('more\n')]))],
      ['not packed', text],
      ['another file', gzipSync('{"format":"other"}\n')],
      ['empty', Buffer.alloc(0)],
    ]
    for (const [name, content] of cases) {
      const bad = path.join(folder, 'bad.backup')
      fs.writeFileSync(bad, content)
      await expect(restoreBackup(target, bad), name).rejects.toThrow(/is not whole|is no backup/)
    }
    expect(await contentOf(target)).toEqual({})
  })

  test('restores into an empty database only, unless --replace is given', async () => {
    const target = await emptyDatabase()
    await restoreBackup(target, file)
    const before = await contentOf(target)
    await ask(target, "insert into tags (tag, company_id) values ('mine', 1)")
    await expect(restoreBackup(target, file)).rejects.toThrow('The database is not empty.')
    expect(await contentOf(target)).not.toEqual(before)
    await restoreBackup(target, file, { replace: true })
    expect(await contentOf(target)).toEqual(before)
  })

  test('replaces a database that has tables for the months of seven years', async () => {
    const target = await emptyDatabase()
    await restoreBackup(target, file)
    const { pool, close } = openDatabase(target)
    const months = Array.from({ length: 84 }, (_, ago) => Date.UTC(new Date().getUTCFullYear(), -ago))
    await ensurePartitions(pool, months)
    await close()
    const old = path.join(folder, 'old.backup')
    await writeBackup(target, old)
    const before = await contentOf(target)
    await restoreBackup(target, old, { replace: true })
    expect(await contentOf(target)).toEqual(before)
  })

  test('is refused if a newer release wrote it; a backup of an older release keeps its tables', async () => {
    const target = await emptyDatabase()
    const older = fs.mkdtempSync(path.join(folder, 'older-'))
    fs.cpSync(MIGRATIONS, older, { recursive: true })
    fs.rmSync(path.join(older, fs.readdirSync(older).sort().at(-1)!))
    await expect(restoreBackup(target, file, { folder: older })).rejects.toThrow('made by a newer release')
    expect(await contentOf(target)).toEqual({})
    const foreign = fs.mkdtempSync(path.join(folder, 'foreign-'))
    fs.writeFileSync(path.join(foreign, '9999_of_another_line.sql'), 'create table other (at date);')
    await expect(restoreBackup(target, file, { folder: foreign })).rejects.toThrow(
      'a version of Ullage that this release does not know',
    )
    const changed = fs.mkdtempSync(path.join(folder, 'changed-'))
    fs.cpSync(MIGRATIONS, changed, { recursive: true })
    fs.appendFileSync(path.join(changed, '0001_platform.sql'), 'create table later (at date);')
    await expect(restoreBackup(target, file, { folder: changed })).rejects.toThrow(
      'db/migrations/0001_platform.sql was changed after it was applied',
    )
    expect(await contentOf(target)).toEqual({})
    const newer = fs.mkdtempSync(path.join(folder, 'newer-'))
    fs.cpSync(MIGRATIONS, newer, { recursive: true })
    fs.writeFileSync(path.join(newer, '9999_later.sql'), 'create table later (at date);')
    await restoreBackup(target, file, { folder: newer })
    expect(Object.keys(await contentOf(target))).not.toContain('later')
  })

  test('is not restored where a server works, replaces no file, and explains failures in a sentence', async () => {
    await expect(restoreBackup(server.connection, file, { replace: true })).rejects.toThrow(
      'A server works on this',
    )
    await expect(writeBackup(server.connection, file)).rejects.toThrow('is there already')
    await expect(writeBackup(server.connection, path.join(folder, 'no/where'))).rejects.toThrow(
      'cannot be written',
    )
    await expect(restoreBackup(server.connection, path.join(folder, 'none'))).rejects.toThrow(
      'There is no file',
    )
    await expect(writeBackup(await emptyDatabase(), path.join(folder, 'x'))).rejects.toThrow(
      'nothing to back up',
    )
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([])
  })
})

describe('scheduled backups', () => {
  const open = (
    dir: string,
    onFailure: (reason: string) => Promise<void> = () => Promise.reject(new Error('failed')),
  ) =>
    startBackups({
      config: { BACKUP_DIR: undefined, BACKUP_AT: '02:30', BACKUP_KEEP: 3, ...(dir && { BACKUP_DIR: dir }) },
      connection: server.connection,
      log: openLog('silent'),
      onFailure,
    })

  test('are made once a day; only the newest stay, and other files are left alone', async () => {
    const dir = fs.mkdtempSync(path.join(folder, 'daily-'))
    fs.writeFileSync(path.join(dir, 'mine.txt'), 'mine')
    const backups = open(dir)
    // The scheduled check at the start.
    await backups.close()
    const daily = open(dir)
    const names = () => fs.readdirSync(dir).filter((name) => name !== 'mine.txt')
    for (let day = 1; day <= 5; day += 1) {
      const noon = new Date(Date.now() + day * 24 * 60 * MINUTE)
      expect(await daily.makeDue(noon)).toContain(dir)
      expect(await daily.makeDue(new Date(noon.getTime() + MINUTE))).toBeUndefined()
    }
    await daily.close()
    expect(names()).toHaveLength(3)
    expect(fs.existsSync(path.join(dir, 'mine.txt'))).toBe(true)
    const target = await emptyDatabase()
    await restoreBackup(target, path.join(dir, names().sort().at(-1)!))
    expect(await contentOf(target)).toEqual(await contentOf(server.connection))
  })

  test('notify administrators of a failure once a day, in their language, and are retried after an hour', async () => {
    const dir = path.join(folder, 'one.backup', 'below-a-file')
    const reported: string[] = []
    const backups = open(dir, async (reason) => {
      reported.push(reason)
    })
    const now = Date.now() + 60 * MINUTE
    await backups.makeDue(new Date(now + 1 * MINUTE))
    await backups.makeDue(new Date(now + 2 * MINUTE))
    await backups.makeDue(new Date(now + 75 * MINUTE))
    await backups.close()
    expect(reported.length).toBeGreaterThanOrEqual(2)
    expect(reported.at(-1)).toContain(dir)
    for (const minute of [0, 70]) {
      const payload = JSON.stringify({
        reason: reported[0],
        at: new Date(Date.UTC(2026, 10, 22, 2, minute)).toISOString(),
      })
      await sql`insert into events (name, payload) values ('backup.failed', ${payload}::jsonb)`.execute(
        server.db,
      )
      await server.settle()
    }
    const notices = (await server.as('administrator').call('GET', '/me/notifications?page_size=0')).body
      .notifications
    expect(notices).toMatchObject([{ subject: 'The database could not be backed up', icon_class: 'error' }])
    expect(notices[0].message).toContain(dir)
    const others = (await server.as('customer').call('GET', '/me/notifications?page_size=0')).body
      .notifications
    expect(others).toEqual([])
  })
})
