import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { whileFillingRecord } from '../intake/whileFillingRecord.ts'

let server: TestServer
let mine: TestDevice
let others: TestDevice
beforeAll(async () => {
  server = await startTestServer()
  mine = await deviceWithTank(server)
  others = await deviceWithTank(server, { company: COMPANY.stranger })
})
afterAll(() => server.close())

interface Scores {
  /** Days between the predicted median and the outcome, newest first, one every six days, so that five fall into any month. */
  errors: readonly number[]
  middle?: number
  model?: string
  /** Days since the newest was settled. */
  settled?: number
  target?: 'empty' | 'red'
}

/** Scores of forecasts of one day, give or take 2. */
async function score(
  { device_id }: TestDevice,
  { errors, middle = 14, model = 'level', settled = 0, target = 'empty' }: Scores,
) {
  for (const [i, error] of errors.entries()) {
    const ago = settled + 6 * i
    await sql`insert into forecast_scores (device_id, port_number, day, target, model, low, middle, high, lasted,
        is_reached, error, pinball, early, late, settled)
      values (${device_id}, 1, current_date - ${ago + 20}::int, ${target}, ${model}, ${middle - 2}, ${middle}, ${middle + 2},
        ${middle + error}, true, ${error}, ${Math.abs(error) / 3}, 0, 0, current_date - ${ago}::int)`.execute(
      server.db,
    )
  }
}

const fleetFor = async (type: Parameters<TestServer['as']>[0], query = '') =>
  (await server.as(type).call('GET', `/devices/forecast_accuracy${query}`)).body.accuracy
const tankFor = (type: Parameters<TestServer['as']>[0], { device_id }: TestDevice) =>
  server.as(type).call('GET', `/devices/${device_id}/forecast_accuracy/1`)

test('without scores, only the number of forecasts waiting to be scored is shown, and when the next is due', async () => {
  await sql`insert into forecast_records (device_id, port_number, day, made_at, model, volume, empty_volume, empty_low,
      empty_middle, empty_high, due_at)
    values (${mine.device_id}, 1, current_date, now(), 'level', 100, 0, 5, 6, 7, '2026-12-24T12:00:00Z'),
      (${mine.device_id}, 1, current_date - 1, now(), 'level', 100, 0, 5, 6, 7, null),
      (${others.device_id}, 1, current_date, now(), 'level', 100, 0, 5, 6, 7, '2026-12-20T12:00:00Z')`.execute(
    server.db,
  )
  expect(await fleetFor('customer')).toMatchObject({
    total: { forecasts: 0, inside: null, happened: null, median_error: null },
    distances: [],
    models: [],
    worst: [],
    waiting: 1,
    next_at: '2026-12-24T12:00:00.000Z',
  })
  expect(await fleetFor('administrator')).toMatchObject({ waiting: 2, next_at: '2026-12-20T12:00:00.000Z' })
  expect((await tankFor('customer', mine)).body.accuracy).toEqual({ distances: [] })
})

test('readers see a notice while past forecasts are recreated, even if that fails', async () => {
  expect((await fleetFor('customer')).is_filling).toBe(false)
  const work = whileFillingRecord(server.db, async () => {
    expect((await fleetFor('customer')).is_filling).toBe(true)
    throw new Error('it failed')
  })
  await expect(work).rejects.toThrow('it failed')
  expect((await fleetFor('customer')).is_filling).toBe(false)
})

test('a lost connection ends the notice, but keeps the finished work', async () => {
  let isDone = false
  await whileFillingRecord(server.db, async () => {
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and objid = ${sql.lit(LOCKS.past_forecasts)}`.execute(server.db)
    isDone = true
  })
  expect(isDone).toBe(true)
  // The pool may return the lost connection once more before it notices.
  await expect.poll(async () => (await fleetFor('customer'))?.is_filling).toBe(false)
})

test('a tank counts its last twenty forecasts of each distance, one a day', async () => {
  // The oldest five are outside the last twenty.
  const errors = [...Array.from({ length: 20 }, (_, i) => (i < 10 ? 0.5 : i < 17 ? -1.5 : -3)), 9, 9, 9, 9, 9]
  await score(mine, { errors })
  await score(mine, { errors: [9, 9], target: 'red' })
  await score(mine, { errors: [1, 1, 4], middle: 30, settled: 1 })
  const { body } = await tankFor('customer', mine)
  expect(body.accuracy.distances).toEqual([
    {
      ...{ distance: 'two_weeks', forecasts: 20, inside: 0.85, before_low: 0.15, happened: [0.15, 0.5, 1] },
      median_error: 1,
      pinball: expect.closeTo((10 * 0.5 + 7 * 1.5 + 3 * 3) / 20 / 3, 5),
    },
    expect.objectContaining({ distance: 'month', forecasts: 3, median_error: 1, before_low: 0 }),
  ])
})

test('a fleet shows forecasts against outcomes, by distance, model and month, and its worst tanks', async () => {
  await sql`delete from forecast_scores`.execute(server.db)
  const worse = await deviceWithTank(server)
  await score(mine, { errors: [1, 1, -1, -1, 3], model: 'level' })
  await score(worse, { errors: [-5, -5, -5, -5, 1], model: 'trend', settled: 32 })
  await score(worse, { errors: [1], middle: 7, model: 'trend', settled: 70 })
  await score(mine, { errors: [1], settled: 95 })
  const accuracy = await fleetFor('customer')
  expect(accuracy.total).toMatchObject({
    forecasts: 11,
    median_error: 2,
    happened: [4 / 11, 6 / 11, 10 / 11],
  })
  expect(accuracy.distances).toMatchObject([
    { distance: 'week', forecasts: 1, median_error: 1 },
    { distance: 'two_weeks', forecasts: 10, median_error: 2 },
  ])
  expect(accuracy.models).toMatchObject([
    { model: 'trend', forecasts: 6, before_low: 4 / 6 },
    { model: 'level', forecasts: 5, inside: 0.8 },
  ])
  expect(accuracy.last_month).toMatchObject({ forecasts: 5, inside: 0.8, before_low: 0 })
  expect(accuracy.month_before).toMatchObject({ forecasts: 5, inside: 0.2, before_low: 0.8 })
  expect(accuracy.worst).toMatchObject([
    { device_id: worse.device_id, port_number: 1, forecasts: 6, public_id: worse.public_id },
    { device_id: mine.device_id, forecasts: 5 },
  ])
  const filtered = await fleetFor('customer', `?device_id=${mine.device_id}`)
  expect(filtered.total.forecasts).toBe(5)
})

test('no user sees tanks out of reach, or the time before they owned the device', async () => {
  await sql`delete from forecast_scores`.execute(server.db)
  await score(mine, { errors: [0, 0, 0, 0] })
  await score(others, { errors: [9, 9, 9, 9, 9] })
  expect((await fleetFor('customer')).total.forecasts).toBe(4)
  expect((await fleetFor('customer')).worst).toHaveLength(1)
  expect((await fleetFor('administrator')).total.forecasts).toBe(9)
  expect((await tankFor('customer', others)).status).toBe(404)
  expect((await tankFor('administrator', others)).status).toBe(200)
  const { status } = await server
    .as('administrator')
    .call('PATCH', `/devices/${others.device_id}/move`, { company_id: COMPANY.customer })
  expect(status).toBe(200)
  expect((await fleetFor('customer')).total.forecasts).toBe(4)
  expect((await tankFor('customer', others)).body.accuracy.distances).toEqual([])
  expect((await fleetFor('administrator')).total.forecasts).toBe(9)
  expect((await tankFor('administrator', others)).body.accuracy.distances).toHaveLength(1)
})
