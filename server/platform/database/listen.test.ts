import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type DatabaseProxy, startProxy, throughProxy } from '#server/app/testing/startProxy.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openLog } from '../log.ts'
import { openListener, patienceWith } from './listen.ts'

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

/** The listening connections, as the database counts them. */
async function listeners(): Promise<number[]> {
  const { rows } = await outside.query(
    `select pid from pg_stat_activity where application_name = 'ullage-listen' and datname = current_database()`,
  )
  return rows.map(({ pid }) => pid)
}

describe('the listening connection', () => {
  test('is replaced when it was killed, also several times', async () => {
    for (let round = 0; round < 3; round++) {
      const [before] = await listeners()
      await outside.query('select pg_terminate_backend($1)', [before])
      await expect.poll(listeners).not.toContain(before)
      await expect.poll(async () => (await listeners()).length).toBe(1)
    }
  })
})

test('a busy database on this machine gets more time than one on another machine before it counts as dead', () => {
  expect(patienceWith({ host: '/var/run/ullage' })).toBeGreaterThanOrEqual(30_000)
  expect(patienceWith({ host: 'db.example.com' })).toBe(3_000)
})

describe('a database that is away', () => {
  let proxy: DatabaseProxy
  beforeEach(async () => {
    proxy = await startProxy(server.connection)
  })
  afterEach(() => proxy.close())

  /** A separate listener, through the proxy. */
  async function listenThere(events: { again?: () => void; silent?: () => void } = {}) {
    const connection = throughProxy(proxy, server.connection, inject('connection'))
    const listener = await openListener({
      connection,
      channels: ['live'],
      log,
      onSilence: events.silent ?? (() => {}),
    })
    const received: string[] = []
    listener.on('live', (message) => received.push(message))
    listener.onReconnect(events.again ?? (() => {}))
    return { listener, received }
  }

  const say = (word: string) => sql`select pg_notify('live', ${word})`.execute(server.db)

  test('is listened to again by one connection, and each notification arrives once', async () => {
    let times = 0
    const { listener, received } = await listenThere({ again: () => times++ })
    await proxy.goAway()
    await expect.poll(() => listener.isAlive()).toBe(false)
    await proxy.comeBack()
    await expect.poll(() => listener.isAlive()).toBe(true)
    await say('"one"')
    await expect.poll(() => received).toEqual(['"one"'])
    expect(times).toBe(1)
    expect(await listeners()).toHaveLength(2)
    await listener.close()
    await expect.poll(listeners).toHaveLength(1)
  })

  test('is detected when it stops responding, and its connection is closed', async () => {
    let silences = 0
    const { listener, received } = await listenThere({ silent: () => silences++ })
    const before = proxy.opened()
    proxy.cutSilently()
    await expect.poll(() => silences).toBe(1)
    await expect.poll(() => listener.isAlive()).toBe(true)
    expect(proxy.opened()).toBe(before + 1)
    await say('"two"')
    await expect.poll(() => received).toEqual(['"two"'])
    await listener.close()
  })

  test('does not delay the shutdown', async () => {
    const { listener } = await listenThere()
    await proxy.goAway()
    await expect.poll(() => listener.isAlive()).toBe(false)
    await listener.close()
    await proxy.comeBack()
    expect(await listeners()).toHaveLength(1)
  })
})
