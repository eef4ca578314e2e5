import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type DatabaseProxy, startProxy, throughProxy } from '#server/app/testing/startProxy.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openListener, patienceWith } from './listen.ts'
import { openLog } from './log.ts'

const log = openLog('silent')
let server: TestServer
let outside: pg.Client
beforeEach(async () => {
  server = await startTestServer()
  outside = new pg.Client(server.connection)
  outside.on('error', () => {})
  await outside.connect()
})
afterEach(async () => {
  await outside.end()
  await server.close()
})

/** The connections that hear, as the database counts them. */
async function listeners(): Promise<number[]> {
  const { rows } = await outside.query(
    `select pid from pg_stat_activity where application_name = 'ullage-listen' and datname = current_database()`,
  )
  return rows.map(({ pid }) => pid)
}

describe('the connection that hears', () => {
  test('is one again when it was killed, also several times', async () => {
    for (let round = 0; round < 3; round++) {
      const [before] = await listeners()
      await outside.query('select pg_terminate_backend($1)', [before])
      await expect.poll(listeners).not.toContain(before)
      await expect.poll(async () => (await listeners()).length).toBe(1)
    }
  })
})

test('a database on this machine that has too much to do is not taken for dead before one on another machine', () => {
  expect(patienceWith({ host: '/var/run/ullage' })).toBeGreaterThanOrEqual(30_000)
  expect(patienceWith({ host: 'db.example.com' })).toBe(3_000)
})

describe('a database that is away', () => {
  let proxy: DatabaseProxy
  beforeEach(async () => {
    proxy = await startProxy(server.connection)
  })
  afterEach(() => proxy.close())

  /** A listener of its own, through the proxy. */
  async function listenThere(events: { again?: () => void; silent?: () => void } = {}) {
    const connection = throughProxy(proxy, server.connection, inject('connection'))
    const listener = await openListener({
      connection,
      channels: ['live'],
      log,
      onSilence: events.silent ?? (() => {}),
    })
    const heard: string[] = []
    listener.on('live', (word) => heard.push(word))
    listener.onReconnect(events.again ?? (() => {}))
    return { listener, heard }
  }

  const say = (word: string) => sql`select pg_notify('live', ${word})`.execute(server.db)

  test('is heard again by one connection, and each word once', async () => {
    let times = 0
    const { listener, heard } = await listenThere({ again: () => times++ })
    await proxy.goAway()
    await expect.poll(() => listener.isAlive()).toBe(false)
    await proxy.comeBack()
    await expect.poll(() => listener.isAlive()).toBe(true)
    await say('"one"')
    await expect.poll(() => heard).toEqual(['"one"'])
    expect(times).toBe(1)
    expect(await listeners()).toHaveLength(2)
    await listener.close()
    await expect.poll(listeners).toHaveLength(1)
  })

  test('is noticed when it falls silent without a word, and left', async () => {
    let silences = 0
    const { listener, heard } = await listenThere({ silent: () => silences++ })
    const before = proxy.opened()
    proxy.cutSilently()
    await expect.poll(() => silences).toBe(1)
    await expect.poll(() => listener.isAlive()).toBe(true)
    expect(proxy.opened()).toBe(before + 1)
    await say('"two"')
    await expect.poll(() => heard).toEqual(['"two"'])
    await listener.close()
  })

  test('does not hold up the end', async () => {
    const { listener } = await listenThere()
    await proxy.goAway()
    await expect.poll(() => listener.isAlive()).toBe(false)
    await listener.close()
    await proxy.comeBack()
    expect(await listeners()).toHaveLength(1)
  })
})
