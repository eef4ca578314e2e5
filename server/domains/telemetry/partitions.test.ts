import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scheduledTasks } from '#server/app/tasks.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { productItself } from '#server/platform/context.ts'
import { ensurePartitions, forgetPartitions } from './partitions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The clean-up as it runs every hour, at a moment of our choice. */
async function cleanUp(moment: string): Promise<void> {
  const task = scheduledTasks(server.pool, undefined).find(({ name }) => name === 'partitions')!
  await task.run({ actor: productItself, db: server.db, now: new Date(moment) })
}

/** One reading and its hour and day at a moment; who tells whether they are there. */
async function store(moment: string) {
  const at = new Date(moment)
  forgetPartitions()
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

describe('what is old', () => {
  test('goes when the newest reading of its month is 25 months old, and not a moment before', async () => {
    const found = await store('2028-09-30T23:59:59.999Z')
    const next = await store('2028-10-01T00:00:00Z')
    await cleanUp('2030-10-31T23:59:59.999Z')
    expect(await found()).toEqual({ raw: true, hour: true, day: true })
    await cleanUp('2030-11-01T00:00:00Z')
    expect(await found()).toEqual({ raw: false, hour: true, day: true })
    expect(await next()).toEqual({ raw: true, hour: true, day: true })
  })

  test('goes by the hour after ten years, and by the day never', async () => {
    const found = await store('2020-12-31T23:00:00Z')
    await cleanUp('2030-12-31T23:59:59.999Z')
    expect(await found()).toMatchObject({ hour: true, day: true })
    await cleanUp('2031-01-01T00:00:00Z')
    expect(await found()).toEqual({ raw: false, hour: false, day: true })
    await cleanUp('2200-01-01T00:00:00Z')
    expect(await found()).toMatchObject({ day: true })
  })

  test('is kept as long as the settings say', async () => {
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
