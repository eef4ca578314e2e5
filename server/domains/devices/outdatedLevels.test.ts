import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { estimateSilentTanks } from '#server/domains/telemetry/levels/estimateLevels.ts'
import { recomputeDueHistories } from '#server/domains/telemetry/levels/recomputeHistory.ts'
import { systemActor } from '#server/platform/context.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Had {
  id: number
  tank_type_id: number
  sensor_type_id: number
}

async function portOf({ device_id }: TestDevice): Promise<Had> {
  const { rows } = await sql<Had>`
    select device_ports_id as id, tank_type_id, sensor_type_id from device_ports
    where device_id = ${device_id}`.execute(server.db)
  return rows[0]!
}
const tankOf = async (device: TestDevice) =>
  (await server.as('customer').call('GET', `/devices/${device.device_id}`)).body.device.ports[0]
const openAlertsOf = async (device: TestDevice) =>
  (
    await server.as('customer').call('GET', `/alerts?device_id=${device.device_id}&status=open&page_size=9`)
  ).body.alerts.map(({ level }: { level: string }) => level)

/** Changes a record, waits for the effects, and returns the message. */
async function change(path: string, body: object): Promise<string> {
  const response = await server.as('administrator').call('PATCH', path, body)
  expect(response.status, response.raw).toBe(200)
  await server.settle()
  return response.body.message
}

async function productOf(device: TestDevice, more: object): Promise<number> {
  const admin = server.as('administrator')
  const { body } = await admin.call('POST', '/tank_products', {
    ...{ product_name: `Oil ${device.device_id}`, company_id: COMPANY.customer, color: '#336699' },
    ...more,
  })
  const { id } = await portOf(device)
  await admin.call('PATCH', `/devices/${device.device_id}/ports/${id}`, {
    product_id: body.tank_product.product_id,
  })
  return body.tank_product.product_id
}

describe('a change of the basis of stored levels', () => {
  test('a formula: levels and alerts of all tanks of the type are renewed, the history only on request', async () => {
    const device = await deviceWithTank(server)
    const noon = Math.floor(Date.now() / DAY) * DAY - 3 * DAY + DAY / 2
    await device.send({ records: [record(noon, 50), record(noon + DAY, 50), record(Date.now() - 1000, 50)] })
    await server.settle()
    const { tank_type_id } = await portOf(device)
    const path = `/tank_types/${tank_type_id}`
    expect(await change(path, { comments: 'A box' })).toBe('Tank type Box saved.')
    expect(await change(path, { formula: 'L*W*h/1e6/4' })).toContain('Their histories stay as they were')
    expect(await tankOf(device)).toMatchObject({ percent: expect.closeTo(12.5, 2), level: 'urgent' })
    expect(await openAlertsOf(device)).toEqual(['urgent'])

    const percents = async () =>
      (
        await sql<{ percent: number }>`
          select percent from readings where device_id = ${device.device_id} order by at`.execute(server.db)
      ).rows.map(({ percent }) => percent)
    expect(await percents()).toEqual([50, 50, 50])
    const admin = server.as('administrator')
    const from = new Date(noon + DAY).toISOString().slice(0, 10)
    const recomputed = await admin.call('POST', `${path}/recompute`, { from })
    expect(recomputed.body.recomputations).toEqual({ tanks: 1, open: 1, progress: 0 })
    expect((await admin.call('POST', `${path}/recompute`, { from })).status).toBe(409)
    expect((await admin.call('POST', `${path}/recompute`, { from: '2099-01-01' })).status).toBe(422)
    expect((await admin.call('POST', '/tank_types/999999/recompute', { from })).status).toBe(404)
    await recomputeDueHistories(server.pool, server.db, new Date())
    expect(await percents()).toEqual([50, 12.5, 12.5])
    const { body } = await admin.call('GET', `${path}/recomputations`)
    expect(body.recomputations).toEqual({ tanks: 1, open: 0, progress: null })
    const history = await admin.call('GET', `/tank_types/${tank_type_id}/history`)
    expect(history.raw).toContain('recompute')
  })

  test('only tanks that the actor sees are counted and recomputed', async () => {
    const device = await deviceWithTank(server)
    await device.send({ records: [record(Date.now() - 1000, 50)] })
    const { tank_type_id } = await portOf(device)
    const from = new Date().toISOString().slice(0, 10)
    const stranger = await server
      .as('stranger')
      .call('POST', `/tank_types/${tank_type_id}/recompute`, { from })
    expect(stranger.body.recomputations).toMatchObject({ tanks: 0, open: 0 })
    const { rows } = await sql`select from recomputations where device_id = ${device.device_id}`.execute(
      server.db,
    )
    expect(rows).toHaveLength(0)
  })

  test('the measured quantity of a sensor type', async () => {
    const device = await deviceWithTank(server)
    await device.send({ records: [record(Date.now() - 1000, 2)] })
    await server.settle()
    expect((await tankOf(device)).percent).toBeCloseTo(2, 2)
    const { sensor_type_id } = await portOf(device)
    // 40 mm always meant 40 %.
    await change(`/sensor_types/${sensor_type_id}`, { measure: 'percent' })
    expect((await tankOf(device)).percent).toBeCloseTo(40, 2)
  })

  test('the specific gravity of a liquid where a pressure is measured, and nowhere else', async () => {
    const pressed = await deviceWithTank(server)
    const floated = await deviceWithTank(server)
    const { sensor_type_id } = await portOf(pressed)
    await change(`/sensor_types/${sensor_type_id}`, { measure: 'pressure' })
    const product_id = await productOf(pressed, { specific_gravity: '0.800' })
    await server
      .as('administrator')
      .call('PATCH', `/devices/${floated.device_id}/ports/${(await portOf(floated)).id}`, { product_id })
    await pressed.send({ records: [{ ...record(Date.now() - 1000, 50), ports: [{ port: 1, value: 4.9 }] }] })
    await floated.send({ records: [record(Date.now() - 1000, 50)] })
    await server.settle()
    const before = (await tankOf(pressed)).percent
    await change(`/tank_products/${product_id}`, { specific_gravity: '0.400' })
    const learnt = await sql<{ is_known: boolean }>`
      select change_state is not null as is_known from port_states
      where device_id = ${floated.device_id}`.execute(server.db)
    expect(learnt.rows[0]!.is_known).toBe(true)
    expect((await tankOf(pressed)).percent).toBeCloseTo((before - 0.05) * 2 + 0.05, 1)
    expect((await tankOf(floated)).percent).toBeCloseTo(50, 2)
  })

  test('the maximum fill of a liquid, and its group', async () => {
    const device = await deviceWithTank(server)
    const product_id = await productOf(device, {})
    await device.send({ records: [record(Date.now() - 1000, 90)] })
    await server.settle()
    expect(await openAlertsOf(device)).toEqual([])
    expect(await change(`/tank_products/${product_id}`, { max_fill: '85' })).toContain(
      'applies to all tanks that use it',
    )
    expect(await tankOf(device)).toMatchObject({ level: 'overfill', max_fill: 85 })
    expect(await openAlertsOf(device)).toEqual(['overfill'])
    await change(`/tank_products/${product_id}`, { max_fill: null })
    expect(await openAlertsOf(device)).toEqual([])
    await change(`/tank_products/${product_id}`, { product_group: 'lpg' })
    expect(await openAlertsOf(device)).toEqual(['overfill'])
  })

  test('the liquid that a moved device leaves behind', async () => {
    const device = await deviceWithTank(server)
    await productOf(device, { max_fill: '60' })
    await device.send({ records: [record(Date.now() - 1000, 70)] })
    await server.settle()
    expect(await tankOf(device)).toMatchObject({ level: 'overfill' })
    await change(`/devices/${device.device_id}/move`, { company_id: COMPANY.stranger })
    const { body } = await server.as('stranger').call('GET', `/devices/${device.device_id}`)
    expect(body.device.ports[0]).toMatchObject({ product_id: null, level: 'fine' })
    const alerts = await server
      .as('stranger')
      .call('GET', `/alerts?device_id=${device.device_id}&status=open`)
    expect(alerts.body.alerts).toEqual([])
  })

  test('the allowed silence of the device: an estimate becomes a measurement again', async () => {
    const device = await deviceWithTank(server)
    const end = Date.now() - 2 * DAY
    const records = Array.from({ length: 81 }, (_, index) =>
      record(end - (80 - index) * 3 * HOUR, 80 - index / 4),
    )
    await device.send({ records })
    await server.settle()
    expect(await tankOf(device)).toMatchObject({ level_source: 'estimated' })
    await change(`/devices/${device.device_id}`, { upload_interval: 72 })
    const own = { actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor }
    await estimateSilentTanks(own)
    expect(await tankOf(device)).toMatchObject({
      level_source: 'measured',
      percent: expect.closeTo(60, 1),
      days_to_empty: expect.any(Number),
    })
  })

  test('the limits of its temperature judge a device at once', async () => {
    const device = await deviceWithTank(server)
    await device.send({ records: [record(Date.now() - 1000, 50, { temperature: 30 })] })
    await server.settle()
    expect(await openAlertsOf(device)).toEqual([])
    await change(`/devices/${device.device_id}`, {
      temperature_low_threshold: '32',
      temperature_high_threshold: '77',
    })
    expect(await openAlertsOf(device)).toEqual(['temperature'])
  })
})

test('a user who changes the size of a tank learns that its history is not recomputed', async () => {
  const device = await deviceWithTank(server)
  const { id } = await portOf(device)
  const path = `/devices/${device.device_id}/ports/${id}`
  expect(await change(path, { metric_height: '4000', def_liters: '4000' })).toContain('history stays')
  expect(await change(path, { reorder_yellow: '40' })).toBe('Saved.')
})
