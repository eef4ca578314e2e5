import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { makeTestFolder } from '../../scripts/testFolder.mjs'
import { restoreToMoment } from './commands/backupCommands.ts'
import { type Engine, openEngine } from './engine.ts'
import { type RunningServer, startServer } from './server.ts'
import { contentOf } from './testing/compareDatabases.ts'
import { startObjectStore, type TestObjectStore } from './testing/startObjectStore.ts'
import { TEST_KEY } from './testing/startTestServer.ts'

const folder = makeTestFolder('ullage-archive')
const dataDir = path.join(folder, 'data')
let store: TestObjectStore
let engine: Engine
let server: RunningServer

const configOf = (changes: Record<string, string> = {}) =>
  readConfig({
    ...{
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      SEAL_KEY: TEST_KEY,
      ARCHIVE_URL: store.url,
      ...changes,
    },
  })

async function open(): Promise<void> {
  engine = await openEngine(configOf())
  server = await startServer({
    ...{ config: configOf(), connection: engine.connection, log: openLog('silent') },
    ...{ buildVersion: 'test', withSchedule: false },
  })
}

async function stop(): Promise<void> {
  await server.close()
  await engine.stop()
}

/** Sends until the work that waits for it is done. */
async function sendingUntil<T>(work: Promise<T>): Promise<T> {
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  await vi.waitUntil(
    async () => {
      await server.archive!.send()
      return isDone
    },
    { timeout: 120_000 },
  )
  return work
}

async function addTag(tag: string): Promise<void> {
  await sql`insert into tags (tag, company_id) values (${tag}, 1)`.execute(server.db)
}

/** Ends the segment in progress and sends it. */
async function archiveAll(): Promise<void> {
  const from = Date.now()
  await server.archive!.tick()
  await sql`select pg_switch_wal()`.execute(server.db)
  await vi.waitUntil(
    async () => {
      await server.archive!.send()
      return Date.now() - server.archive!.figures().lag >= from
    },
    { timeout: 60_000 },
  )
}

beforeAll(async () => {
  store = await startObjectStore()
  await open()
  await sendingUntil(server.archive!.makeDueBase())
})
afterAll(async () => {
  await stop()
  await store.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('a restore to a minute gives every table as it was then, and the newest state follows the restored one', async () => {
  await addTag('before')
  await server.archive!.tick()
  const then = await contentOf(engine.connection)
  const at = new Date()
  await vi.waitUntil(() => Date.now() > at.getTime() + 5)
  await addTag('after')
  expect(await contentOf(engine.connection)).not.toEqual(then)
  await archiveAll()
  await stop()

  const options = ['--at', at.toISOString()]
  await expect(restoreToMoment(configOf(), options)).rejects.toThrow('Add --replace')
  expect(await restoreToMoment(configOf(), [...options, '--replace'])).toContain(at.toISOString())
  expect(fs.readdirSync(dataDir)).not.toContain('restoring')
  engine = await openEngine(configOf())
  expect(await contentOf(engine.connection)).toEqual(then)
  await engine.stop()

  await open()
  expect(await sendingUntil(server.archive!.makeDueBase())).toBe(true)
  expect(await server.archive!.makeDueBase()).toBe(false)
  await addTag('on the new timeline')
  await archiveAll()
  const newest = await contentOf(engine.connection)
  await stop()
  fs.rmSync(dataDir, { recursive: true })
  await restoreToMoment(configOf(), ['--at', 'newest'])
  engine = await openEngine(configOf())
  expect(await contentOf(engine.connection)).toEqual(newest)
  await engine.stop()
  await open()
})

test('a restore that cannot be made says why and changes nothing', async () => {
  await stop()
  const before = fs.readdirSync(dataDir).sort()
  const restore = (at: string, changes: Record<string, string> = {}) =>
    restoreToMoment(configOf(changes), ['--at', at, '--replace'])
  await expect(restore('2020-01-01T00:00Z')).rejects.toThrow('The archive begins at')
  await expect(restore('2099-01-01T00:00Z')).rejects.toThrow('The archive does not reach 2099')
  await expect(restore('2026-11-27 10:31')).rejects.toThrow('Say which moment')
  const otherKey = Buffer.alloc(32, 1).toString('base64')
  await expect(restore('newest', { SEAL_KEY: otherKey })).rejects.toThrow('encrypted with another key')
  const [name, block] = [...store.objects].find(([key]) => key.includes('/blocks/'))!
  const all = [...store.objects.keys()].filter((key) => key.includes('/blocks/'))
  for (const key of all) store.objects.set(key, flipped(store.objects.get(key)!))
  await expect(restore('newest')).rejects.toThrow('tampered with')
  for (const key of all) store.objects.set(key, flipped(store.objects.get(key)!))
  expect(store.objects.get(name)).toEqual(block)
  expect(fs.readdirSync(dataDir).sort()).toEqual(before)
  await open()
})

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[copy.length - 1]! ^= 1
  return copy
}

test('a trial restore reports how far the archive reaches', async () => {
  await addTag('tried')
  await server.archive!.tick()
  await archiveAll()
  expect(Date.now() - Date.parse(await server.archive!.tryRestore())).toBeLessThan(3_600_000)
  expect(server.archive!.figures()).toMatchObject({ isTrialGood: 1, waiting: 0 })
  for (const key of store.objects.keys()) if (key.includes('/bases/')) store.objects.delete(key)
  await expect(server.archive!.tryRestore()).rejects.toThrow('no base backup')
  expect(server.archive!.figures().isTrialGood).toBe(0)
  expect(await server.metrics.registry.metrics()).toContain('ullage_archive_trial_ok 0')
})

test('WAL waits on the local disk while the store is unavailable, and is sent later', async () => {
  store.setAvailable(false)
  await addTag('meanwhile')
  await sql`select pg_switch_wal()`.execute(server.db)
  await vi.waitUntil(() => server.archive!.figures().waiting > 0, { timeout: 60_000 })
  await expect(server.archive!.send()).rejects.toThrow('answers 503')
  store.setAvailable(true)
  await server.archive!.send()
  expect(server.archive!.figures().waiting).toBe(0)
  const stored = [...store.objects.values()]
  expect(stored.some((bytes) => bytes.includes('meanwhile'))).toBe(false)
})
