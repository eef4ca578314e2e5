import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scheduledTasks } from '#server/app/tasks.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { estimatedTravel } from '#server/app/testing/estimatedTravel.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { dropOldPartitions, ensureComingPartitions, ensurePartitions, readTakenMonths } from './partitions.ts'

let server: TestServer
// A clean-up of a far year drops today's months too, so each test creates its own.
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

/** The hourly clean-up, at a chosen time. */
async function cleanUp(moment: string): Promise<void> {
  const task = scheduledTasks(server.pool, { mailer: undefined, sms: undefined }, estimatedTravel).find(
    ({ name }) => name === 'partitions',
  )!
  await task.run({ actor: systemActor, db: server.db, now: new Date(moment), encryptor: server.encryptor })
}

/**
 * Stores a reading with its hour and day at a time.
 * @returns a function that checks whether they exist
 */
async function store(moment: string) {
  const at = new Date(moment)
  await ensurePartitions(server.pool, [at.getTime()])
  await sql`insert into readings (device_id, port_number, at, raw) values (1, 1, ${at}, 1)`.execute(server.db)
  for (const table of ['readings_hourly', 'readings_daily']) {
    await sql`insert into ${sql.table(table)} select 1, 1, ${at}, 1, 1, 1, 1, 1, 1, 1, 1, ${at}, 1, ${at}, 1`.execute(
      server.db,
    )
  }
  const has = async (table: string) => {
    const { rows } = await sql`select from ${sql.table(table)} where at = ${at}`.execute(server.db)
    return rows.length === 1
  }
  return async () => ({
    raw: await has('readings'),
    hour: await has('readings_hourly'),
    day: await has('readings_daily'),
  })
}

describe('old data', () => {
  test('is dropped when the newest reading of its month is 25 months old, and not earlier', async () => {
    const found = await store('2028-09-30T23:59:59.999Z')
    const next = await store('2028-10-01T00:00:00Z')
    await cleanUp('2030-10-31T23:59:59.999Z')
    expect(await found()).toEqual({ raw: true, hour: true, day: true })
    await cleanUp('2030-11-01T00:00:00Z')
    expect(await found()).toEqual({ raw: false, hour: true, day: true })
    expect(await next()).toEqual({ raw: true, hour: true, day: true })
  })

  test('keeps hours for ten years, and days for ever', async () => {
    const found = await store('2020-12-31T23:00:00Z')
    await cleanUp('2030-12-31T23:59:59.999Z')
    expect(await found()).toMatchObject({ hour: true, day: true })
    await cleanUp('2031-01-01T00:00:00Z')
    expect(await found()).toEqual({ raw: false, hour: false, day: true })
    await cleanUp('2200-01-01T00:00:00Z')
    expect(await found()).toMatchObject({ day: true })
  })

  test('is stored for the configured time', async () => {
    const found = await store('2040-01-15T12:00:00Z')
    const set = (key: string, value: number) =>
      sql`insert into settings (setting_key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`.execute(
        server.db,
      )
    await set('retention_raw_months', 2)
    await set('retention_hourly_years', 1)
    await cleanUp('2040-03-31T23:59:59.999Z')
    expect(await found()).toEqual({ raw: true, hour: true, day: true })
    await cleanUp('2040-04-01T00:00:00Z')
    expect(await found()).toEqual({ raw: false, hour: true, day: true })
    await cleanUp('2042-01-01T00:00:00Z')
    expect(await found()).toEqual({ raw: false, hour: false, day: true })
  })
})

describe('a running backup', () => {
  let backup: pg.Client
  beforeEach(async () => {
    backup = new pg.Client(server.connection)
    await backup.connect()
  })
  afterEach(() => backup.end())
  /** Like `pg_dump`: reads every table, and holds all locks until it ends. */
  const begin = async () => {
    await backup.query('begin isolation level repeatable read')
    const { rows } = await backup.query(
      `select oid::regclass::text as name from pg_class
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    )
    for (const { name } of rows) await backup.query(`lock table ${name} in access share mode`)
  }
  const end = () => backup.query('rollback')

  test('does not block late records of any month', async () => {
    const device = await deviceWithTank(server)
    await begin()
    const months = [25, 13, 1].map((ago) => {
      const date = new Date()
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago, 1)
    })
    const responses = await Promise.all(months.map((time) => device.send({ records: [record(time, 50)] })))
    expect(responses.map(({ body }) => body.accepted)).toEqual([1, 1, 1])
    await end()
  })

  test('does not block new months, and leaves old ones for the next run', async () => {
    const found = await store('2031-05-15T00:00:00Z')
    await begin()
    expect(await ensurePartitions(server.pool, [Date.UTC(2061, 0, 1)])).toBe(true)
    await cleanUp('2061-01-01T00:00:00Z')
    const meanwhile = server.as('administrator').call('GET', '/devices')
    expect((await meanwhile).status).toBe(200)
    await end()
    await cleanUp('2061-01-01T01:00:00Z')
    expect(await found()).toMatchObject({ raw: false, hour: false, day: true })
    const { rows } = await sql`select from pg_class where relname like 'readings_2031%'`.execute(server.db)
    expect(rows).toEqual([])
  })
})

describe('the accepted period', () => {
  test('goes back as far as readings are stored, and older ones are refused with a reason', async () => {
    const device = await deviceWithTank(server)
    const date = new Date()
    // A month may have passed since the template database was created.
    await cleanUp(date.toISOString())
    const oldest = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 25, 1)
    const { body } = await device.send({
      records: [oldest - 1000, oldest].map((time) => record(time, 50)),
    })
    expect(body).toMatchObject({ accepted: 1, refused: [{ index: 0, reason: 'time_too_old' }] })
  })

  test('covers every month even if readings are stored for a short time', async () => {
    const now = new Date()
    await cleanUp(now.toISOString())
    const taken = await readTakenMonths(server.pool, now.getTime())
    await dropOldPartitions(server.pool, now.getTime(), { rawMonths: 1, hourlyYears: 1 })
    await ensureComingPartitions(server.pool, now.getTime(), 1)
    expect(await readTakenMonths(server.pool, now.getTime())).toEqual(taken)
    await ensureComingPartitions(server.pool, now.getTime(), 40)
    expect(await readTakenMonths(server.pool, now.getTime())).toEqual({
      from: Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 40, 1),
      until: Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 1),
    })
  })
})
