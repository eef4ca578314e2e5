import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { recomputeHistory } from './recomputeHistory.ts'

const DAY = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

test('the history is recomputed from a day on, as an audited task with progress', async () => {
  const device = await deviceWithTank(server)
  const noon = Math.floor(Date.now() / DAY) * DAY - 50 * DAY + DAY / 2
  const days = Array.from({ length: 50 }, (_, index) => noon + index * DAY)
  await device.send({ records: days.map((time) => record(time, 40)) })
  await server.settle()
  const { rows: ports } = await sql<{ id: number }>`
    select device_ports_id as id from device_ports where device_id = ${device.device_id}`.execute(server.db)
  const path = `/devices/${device.device_id}/ports/${ports[0]!.id}`
  const admin = server.as('administrator')
  await admin.call('PATCH', path, { metric_height: '4000', def_liters: '4000' })
  const from = dayOf(days[10]!)
  const task = await admin.call('POST', `${path}/recompute`, { from })
  expect(task).toMatchObject({
    status: 200,
    body: { recomputation: { status: 'queued', progress: 0, from_day: from } },
  })
  expect((await admin.call('POST', `${path}/recompute`, { from })).status).toBe(409)
  expect((await admin.call('POST', `${path}/recompute`, { from: '2099-01-01' })).status).toBe(422)
  expect((await server.as('stranger').call('POST', `${path}/recompute`, { from })).status).toBe(404)

  const newest = async () => (await admin.call('GET', `${path}/recomputations`)).body.recomputations[0]
  await recomputeHistory(server.pool, server.db, new Date())
  const half = await newest()
  expect(half.status).toBe('running')
  expect(half.progress).toBeGreaterThan(50)
  expect(half.progress).toBeLessThan(100)
  while (await recomputeHistory(server.pool, server.db, new Date())) {}
  expect(await newest()).toMatchObject({ status: 'done', progress: 100, readings: 40 })

  const of = sql`where device_id = ${device.device_id} and port_number = 1`
  const { rows: percents } = await sql<{ percent: number }>`
    select percent from readings ${of} order by at`.execute(server.db)
  expect(percents.map(({ percent }) => Math.round(percent))).toEqual(days.map((_, i) => (i < 10 ? 40 : 20)))
  for (const table of ['readings_daily', 'readings_hourly']) {
    const { rows } = await sql<{ sum: number; count: number }>`
      select sum(sum_percent)::float8 as sum, sum(count)::int4 as count from ${sql.table(table)} ${of}`.execute(
      server.db,
    )
    expect(rows[0]!.count).toBe(50)
    expect(rows[0]!.sum).toBeCloseTo(10 * 40 + 40 * 20, 0)
  }
  const { rows: entries } = await sql<{ action: string }>`
    select action from audit_entries where resource = 'device_ports' and record_id = ${ports[0]!.id}
    order by audit_id`.execute(server.db)
  expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'recompute', 'recomputed'])
})
