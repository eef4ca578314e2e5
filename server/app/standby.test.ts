import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { readConfig } from '#server/platform/config.ts'
import { openListener } from '#server/platform/database/listen.ts'
import { openStandby } from '#server/platform/database/standby.ts'
import { openLog } from '#server/platform/log.ts'
import { type RunningServer, startServer } from './server.ts'
import { seedAccounts, tokenOf } from './testing/accounts.ts'
import { hasPostgres15, type Postgres15, startPostgres15 } from './testing/endurance/postgres15.ts'

describe.skipIf(!hasPostgres15)('reads that may be some seconds old', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-standby-'))
  let primary: Postgres15
  let follower: Postgres15
  let atFollower: pg.Client
  let servers: RunningServer[] = []

  beforeAll(async () => {
    primary = await startPostgres15(folder)
    follower = await primary.follow()
    atFollower = new pg.Client(follower.connection)
    await atFollower.connect()
    const { host, port } = follower.connection
    const start = (prepare?: typeof seedAccounts) =>
      startServer({
        config: readConfig({
          ...{ PORT: '0', MQTT_PORT: '0', DATABASE_POOL: '4', CALLS_OF_ACCOUNT: '0', CALLS_OF_ADDRESS: '0' },
          SEAL_KEY: Buffer.alloc(32).toString('base64'),
          DATABASE_READ_URL: `postgres://postgres@${host}:${port}/postgres`,
        }),
        connection: primary.connection,
        log: openLog('silent'),
        buildVersion: 'test',
        withSchedule: false,
        ...(prepare && { prepare }),
      })
    servers = [await start(seedAccounts), await start()]
  })
  afterEach(() => atFollower.query('select pg_wal_replay_resume()'))
  afterAll(async () => {
    await Promise.all(servers.map(({ close }) => close()))
    await atFollower?.end()
    await follower?.stop()
    await primary?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  async function call(account: LoginType, method: string, address: string, body?: object, at = 0) {
    const response = await servers[at]!.app.inject({
      method: method as 'GET',
      url: `/api${address}`,
      headers: { 'x-api-key': 'ullage-web', authorization: `Bearer ${tokenOf(account)}` },
      ...(body && { payload: body }),
    })
    return { status: response.statusCode, body: response.json() }
  }
  const names = async (account: LoginType, at = 0) => {
    const { body } = await call(account, 'GET', '/tags?page_size=100', undefined, at)
    return body.tags.map(({ tag }: { tag: string }) => tag)
  }
  const write = (tag: string) => call('administrator', 'POST', '/tags', { tag, company_id: 1 })
  /** Waits until both servers read the list from the standby: it has received all writes so far. */
  const untilRead = async (tag: string) => {
    for (const at of [0, 1]) await expect.poll(() => names('employee', at)).toContain(tag)
    await expect
      .poll(async () => (await servers[0]!.metrics.registry.metrics()).match(/standby_age_seconds (.*)/)?.[1])
      .not.toBe('NaN')
  }
  /** The standby receives no more writes from here on. */
  const pause = () => atFollower.query('select pg_wal_replay_pause()')

  test('come from the standby, and users see their own writes at once, on every server', async () => {
    await write('before')
    await untilRead('before')
    await pause()
    const { body } = await write('north')
    expect(await names('administrator')).toContain('north')
    expect(await names('administrator', 1)).toContain('north')
    expect(await names('employee')).not.toContain('north')
    expect(await names('employee', 1)).not.toContain('north')
    // A single record is not a list: it may be about to be changed.
    expect((await call('employee', 'GET', `/tags/${body.tag.tag_id}`)).status).toBe(200)
    await atFollower.query('select pg_wal_replay_resume()')
    await untilRead('north')
  })

  test('go to the primary when the standby is too far behind', async () => {
    await pause()
    await write('late')
    await expect.poll(() => names('employee')).toContain('late')
  })

  test('never decide what an account may see: a removed right is gone at the next call', async () => {
    await untilRead('late')
    await pause()
    expect((await call('dispatcher', 'GET', '/tags')).status).toBe(200)
    const { body } = await call('administrator', 'GET', '/users?search=dispatcher')
    const user = body.users.find(({ username }: { username: string }) => username.startsWith('dispatcher@'))
    const taken = await call('administrator', 'PATCH', `/users/${user.user_id}`, { status: 0 })
    expect(taken.status, JSON.stringify(taken.body)).toBe(200)
    expect((await call('dispatcher', 'GET', '/tags')).status).toBe(403)
    expect((await call('dispatcher', 'GET', '/tags', undefined, 1)).status).toBe(403)
  })

  test('include an event once the page receives it', async () => {
    const { connection } = primary
    const log = openLog('silent')
    const listener = await openListener({ connection, channels: ['written'], log, onSilence: () => {} })
    const { host, port } = follower.connection
    const standby = await openStandby({
      ...{ connection, log, listener, connections: 2, db: servers[0]!.db },
      address: `postgres://postgres@${host}:${port}/postgres`,
    })
    await expect.poll(() => standby.for(1, true)).toBeDefined()
    await write('notified')
    const read = await new Promise<string[]>((resolve) =>
      standby.whenSeen(async () => {
        const from = standby.for(1, true) ?? servers[0]!.db
        const rows = await from.selectFrom('tags').select('tag').execute()
        resolve(rows.map(({ tag }) => tag))
      }),
    )
    expect(read).toContain('notified')
    await standby.close()
    await listener.close()
  })

  test('continue from the standby while the primary is down, and nothing can be written', async () => {
    await untilRead('notified')
    await primary.stop()
    for (const at of [0, 1]) {
      const read = async () => (await call('employee', 'GET', '/users/current', undefined, at)).status
      await expect.poll(read).toBe(200)
    }
    for (const at of [0, 1]) expect(await names('administrator', at)).toContain('notified')
    const [tag] = (await call('employee', 'GET', '/tags')).body.tags
    expect((await call('employee', 'GET', `/tags/${tag.tag_id}`)).status).toBe(200)
    expect((await call('administrator', 'POST', '/tags', { tag: 'lost', company_id: 1 })).status).toBe(503)
  })
})
