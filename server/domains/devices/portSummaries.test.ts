import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temperatureCorrection } from '#core/domains/tanks/temperatureCorrection.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A tank of that group with 1,200 L at 30 °C in it, as its owner sees it. */
async function tankOf(product_group: string, temperature: number | null = 30) {
  const { body } = await server.as('administrator').call('POST', '/tank_products', {
    product_name: `Liquid ${product_group} ${temperature}`,
    company_id: COMPANY.customer,
    specific_gravity: '0.845',
    product_group,
    color: '#aa3300',
  })
  const device = await deviceWithTank(server, { tank: { product_id: body.tank_product.product_id } })
  const ports = [{ port: 1, value: 1200, ...(temperature !== null && { temperature }) }]
  await device.send({ records: [record(Date.now() - 60_000, 60, { ports })] })
  const response = await server.as('customer').call('GET', `/devices/${device.device_id}`)
  return response.body.device.ports[0]
}

test('a tank has a net volume at 60 °F when its product has a group and its liquid a temperature', async () => {
  const tank = await tankOf('fuel_oil')
  expect(tank.net_volume / tank.volume).toBeCloseTo(temperatureCorrection('fuel_oil', 0.845 * 999.1, 30), 6)
})

test('an open alert of a loss is shown with the level, to users who may read alerts', async () => {
  const device = await deviceWithTank(server)
  await device.send({ records: [record(Date.now() - 60_000, 60)] })
  await server.settle()
  const lossFor = async (as: Parameters<TestServer['as']>[0]) => {
    const { body } = await server.as(as).call('GET', `/devices/${device.device_id}`)
    return [body.device.ports[0].level, body.device.ports[0].loss_alert]
  }
  expect(await lossFor('customer')).toEqual(['fine', null])
  await sql`insert into alerts (device_id, company_id, port_number, level)
    values (${device.device_id}, ${COMPANY.customer}, 1, 'sudden_loss')`.execute(server.db)
  expect(await lossFor('customer')).toEqual(['fine', 'sudden_loss'])
  await sql`update alerts set status = 'closed' where device_id = ${device.device_id}`.execute(server.db)
  expect(await lossFor('customer')).toEqual(['fine', null])
})

test('the tanks of a retired device have no level and no forecast', async () => {
  const device = await deviceWithTank(server)
  await device.send({ records: [record(Date.now() - 60_000, 10)] })
  const admin = server.as('administrator')
  const read = async () => (await admin.call('GET', `/devices/${device.device_id}`)).body.device
  expect(await read()).toMatchObject({ level: 'urgent', ports: [{ level: 'urgent' }] })
  const changed = await admin.call('PATCH', `/devices/${device.device_id}`, { status: 'retired' })
  expect(changed.status).toBe(200)
  await server.settle()
  expect(await read()).toMatchObject({
    level: 'unknown',
    ports: [{ level: 'unknown', percent: null, volume: null, days_to_empty: null }],
  })
  const { body } = await admin.call('GET', `/devices?status=retired&search=${device.public_id}`)
  expect(body.devices).toMatchObject([{ level: 'unknown', ports: [{ percent: null }] }])
})

test('is null without a group or a temperature', async () => {
  expect(await tankOf('none')).toMatchObject({ volume: expect.any(Number), net_volume: null })
  expect(await tankOf('fuel_oil', null)).toMatchObject({ volume: expect.any(Number), net_volume: null })
})
