import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '../context.ts'
import { type OpenDatabase, openDatabase } from '../database/database.ts'
import { tryLock } from '../database/locks.ts'
import { openLog } from '../log.ts'
import { emit, type Subscribers, startWorker } from './events.ts'

let server: TestServer
let quiet: OpenDatabase
beforeAll(async () => {
  server = await startTestServer()
  // A separate schema, so that the server's worker does not see these events.
  await sql`create schema quiet`.execute(server.db)
  await sql`create table quiet.events (like events including all)`.execute(server.db)
  quiet = openDatabase({ ...server.connection, options: '-c search_path=quiet,public' })
})
afterAll(async () => {
  await quiet.close()
  await server.close()
})

const COUNT = 1_000
const BAD = 137

test('alerts of many devices reach their subscriber together, and only a failing one waits', async () => {
  const calls: number[] = []
  const done: number[] = []
  const subscribers = {
    'alert.opened': [
      async (_, payloads) => {
        calls.push(payloads.length)
        if (payloads.some(({ alert_id }) => alert_id === BAD)) throw new Error('cannot be reported')
      },
    ],
  } as Partial<Subscribers> as Subscribers
  const context = { actor: systemActor, db: quiet.db, now: new Date(), encryptor: server.encryptor }
  await emit(
    context,
    'alert.opened',
    Array.from({ length: COUNT }, (_, n) => ({ alert_id: n, device_id: n, level: 'offline' })),
  )
  const failures: string[] = []
  const worker = startWorker({
    db: quiet.db,
    subscribers,
    log: openLog('silent'),
    encryptor: server.encryptor,
    lockFirst: async () => {},
    onDone: ({ payload }) => done.push((payload as { alert_id: number }).alert_id),
    onFailure: (name) => failures.push(name),
  })
  await expect.poll(() => done.length).toBe(COUNT - 1)
  await worker.close()
  const { rows } = await sql<{ alert_id: number; last_error: string; attempts: number }>`
    select (payload ->> 'alert_id')::int as alert_id, last_error, attempts from events`.execute(quiet.db)
  expect(rows).toEqual([{ alert_id: BAD, last_error: 'cannot be reported', attempts: 1 }])
  expect(done).toEqual(expect.arrayContaining([0, BAD - 1, BAD + 1, COUNT - 1]))
  expect(failures).toEqual(['alert.opened'])
  expect(calls.length).toBeLessThan(COUNT / 20)
})

test('events whose order counts wait while another server handles some, and others do not', async () => {
  const handled: string[] = []
  const subscribers = {
    'record.changed': [
      async (_, payloads) => void handled.push(...payloads.map(({ id }) => `changed ${id}`)),
    ],
    'alert.closed': [async () => void handled.push('closed')],
  } as Partial<Subscribers> as Subscribers
  const context = { actor: systemActor, db: quiet.db, now: new Date(), encryptor: server.encryptor }
  const change = (id: number) => ({ resource: 'alerts', id, action: 'opened', at: context.now.toISOString() })
  await emit(context, 'record.changed', [change(1), change(2)])
  const work = async () => {
    const { encryptor } = server
    await emit(context, 'alert.closed', [{ alert_id: 1, device_id: 1, level: 'offline' }])
    const worker = startWorker({
      ...{ db: quiet.db, subscribers, log: openLog('silent'), encryptor },
      lockFirst: async () => {},
    })
    await worker.close()
  }
  await quiet.db.transaction().execute(async (other) => {
    expect(await tryLock(other, 'events_in_order')).toBe(true)
    await work()
    expect(handled).toEqual(['closed'])
  })
  const changed = async () => {
    await work()
    return handled.filter((item) => item !== 'closed')
  }
  await expect.poll(changed).toEqual(['changed 1', 'changed 2'])
})

test('a worker without due events runs one statement', async () => {
  await sql`delete from events`.execute(quiet.db)
  let statements = 0
  const counted = quiet.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const worker = startWorker({
    ...{ db: counted, subscribers: {} as Subscribers, log: openLog('silent'), encryptor: server.encryptor },
    lockFirst: async () => {},
  })
  await worker.close()
  expect(statements).toBe(1)
})
