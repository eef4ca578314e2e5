import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { startServer } from './server.ts'
import { startTestServer, type TestServer } from './testing/startTestServer.ts'

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const [FIRST, NEXT] = [keyOf(21), keyOf(22)]
const REFUSED = 'This server has another seal key than the database.'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer({ SEAL_KEY: FIRST })
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-key-'))
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true })
  await server.close()
})
beforeEach(() => startAnother({ SEAL_KEY: FIRST, SEAL_KEY_OLD: NEXT }))

/** Starts and stops another server on the same database. */
async function startAnother(settings: Record<string, string>): Promise<void> {
  const config = readConfig({ PORT: '0', MQTT_PORT: '0', DATABASE_POOL: '2', DATA_DIR: folder, ...settings })
  const other = await startServer({
    ...{ config, connection: server.connection, log: openLog('silent'), buildVersion: 'test' },
    withSchedule: false,
  })
  await other.close()
}

test('a server with another key or none does not start, and leaves no key behind', async () => {
  await expect(startAnother({ SEAL_KEY: NEXT })).rejects.toThrow(REFUSED)
  await expect(startAnother({})).rejects.toThrow(REFUSED)
  expect(fs.readdirSync(folder)).toEqual([])
  await startAnother({ SEAL_KEY: FIRST })
})

test('a key is replaced by stating the previous one, which alone no longer works afterwards', async () => {
  await startAnother({ SEAL_KEY: NEXT, SEAL_KEY_OLD: FIRST })
  await startAnother({ SEAL_KEY: NEXT })
  await expect(startAnother({ SEAL_KEY: FIRST })).rejects.toThrow(REFUSED)
})

test('a lost key is replaced only where the settings allow it', async () => {
  await startAnother({ SEAL_KEY: NEXT, SEAL_KEY_LOST: '1' })
  await startAnother({ SEAL_KEY: NEXT })
})

test('a database of an earlier release accepts the key that encrypted its values, and no other', async () => {
  const { rows: created } = await sql<{
    id: number
  }>`insert into mails (receiver, subject, html, body, link_sealed, language)
    values ('a@test.example', 'S', '', '[[link]]', ${server.encryptor.encrypt('x', 'mails.link')}, 'en')
    returning mail_id as id`.execute(server.db)
  await sql`delete from seal_key_checks`.execute(server.db)
  await expect(startAnother({ SEAL_KEY: NEXT })).rejects.toThrow(REFUSED)
  await startAnother({ SEAL_KEY: FIRST })
  await expect(startAnother({ SEAL_KEY: NEXT })).rejects.toThrow(REFUSED)
  await sql`delete from mails where mail_id = ${created[0]!.id}`.execute(server.db)
})

test('the embedded database keeps its key in the same folder, made at the first start', async () => {
  await sql`delete from seal_key_checks`.execute(server.db)
  await startAnother({})
  expect(fs.readdirSync(folder)).toEqual(['seal.key'])
  await startAnother({})
  await startAnother({ SEAL_KEY: FIRST, SEAL_KEY_LOST: '1' })
})
