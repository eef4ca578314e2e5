import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser } from '#server/domains/access/testing/signInAs.ts'

const PUBLIC_URL = 'http://ullage.example'
const NO_MATCH = { code: 404, message: 'Invalid QR or no access' }

let server: TestServer
let device: { device_id: number; public_id: string }
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL })
  const example = await exampleOf(server, devices, COMPANY.customer)
  const named = { ...example, public_id: 'LT-Scan_1', imei: '356938035643809', sim: '8944500101198765432' }
  device = (await admin('POST', '/devices', named)).body.device
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const scan = (
  kind: string,
  code: string,
  who: Parameters<TestServer['as']>[0] = 'administrator',
  headers: Record<string, string> = {},
) => server.as(who).call('GET', `/scan/${kind}?${new URLSearchParams({ code })}`, undefined, headers)

describe('a device', () => {
  const match = () => ({ object_ref: 'devices', object_id: device.device_id, label: device.public_id })

  test.each([
    ['its label', () => `${PUBLIC_URL}/devices/profile/${device.device_id}`],
    ['its serial, in whatever case', () => ' lt-scan_1\n'],
    ['its IMEI', () => '356938035643809'],
    ['its SIM', () => '8944500101198765432'],
  ])('is found by %s', async (_, code) => {
    const { status, body } = await scan('part_number', code())
    expect([status, body]).toEqual([200, { code: 200, match: match() }])
  })

  test('is found by a label that was printed for the host name of the request', async () => {
    const code = `http://10.0.0.5:3000/devices/profile/${device.device_id}`
    expect((await scan('part_number', code)).status).toBe(404)
    const { body } = await scan('part_number', code, 'administrator', { host: '10.0.0.5:3000' })
    expect(body.match).toEqual(match())
  })

  test.each([
    ['a part of its serial', 'LT-Scan'],
    ['a pattern', 'LT-Scan%'],
    ['another sign where a pattern would fit', 'LT-ScanX1'],
    ['the label of a device that is not there', `${PUBLIC_URL}/devices/profile/999999999`],
  ])('is not found by %s', async (_, code) => {
    const { status, body } = await scan('part_number', code)
    expect([status, body]).toMatchObject([404, NO_MATCH])
  })

  test('gets the same response as a missing record if it belongs to another company', async () => {
    for (const code of [device.public_id, `${PUBLIC_URL}/devices/profile/${device.device_id}`]) {
      expect((await scan('part_number', code, 'customer')).status).toBe(200)
      expect((await scan('part_number', code, 'stranger')).body).toMatchObject(NO_MATCH)
      // Users who may not read devices at all get no more.
      expect((await scan('part_number', code, 'vendor')).body).toMatchObject(NO_MATCH)
    }
  })
})

test('an incoming product is found by part_id, and by its name', async () => {
  const example = await exampleOf(server, tank_products, COMPANY.customer)
  const { body } = await admin('POST', '/tank_products', { ...example, product_name: 'Winter diesel B5' })
  const { product_id } = body.tank_product
  const match = { object_ref: 'tank_products', object_id: product_id, label: 'Winter diesel B5' }
  expect((await scan('receiving', `{"part_id":${product_id}}`)).body.match).toEqual(match)
  expect((await scan('part_number', 'winter diesel b5')).body.match).toEqual(match)
  expect((await scan('receiving', `part_id=${product_id}`, 'stranger')).body).toMatchObject(NO_MATCH)
})

test('a work order is found by work_order_id with a batch_id, by its number and by a tracking number', async () => {
  const people = await admin('GET', '/people?page_size=1')
  const { body } = await admin('POST', '/work_orders', {
    device_id: device.device_id,
    wo_requested_by: people.body.people[0].people_id,
    zoho_estimate_id: 'E-1',
    inbound_tracking_number: '1Z999AA10123456784',
  })
  const { id, wo_number } = body.work_order
  const match = { object_ref: 'work_orders', object_id: id, label: wo_number }
  for (const [kind, code] of [
    ['work_order', `https://labels.example/?work_order_id=${id}&batch_id=B-2`],
    ['part_number', wo_number],
    ['part_number', '1Z999AA10123456784'],
  ]) {
    expect((await scan(kind!, code!)).body.match, code).toEqual(match)
    expect((await scan(kind!, code!, 'technician')).body, code).toMatchObject(NO_MATCH)
  }
  expect((await scan('work_order', `work_order_id=${id}`)).status).toBe(422)
})

test('a shipment is found by repack_id', async () => {
  const created = await admin('POST', '/shipment_planner', {
    company_id: COMPANY.customer,
    load_date: '2026-01-05',
    details: [],
  })
  const { shipment_id, shipment_number } = created.body.shipment_planner
  const { body } = await scan('repack', `repack_id=${shipment_id}`)
  expect(body.match).toEqual({
    object_ref: 'shipment_planners',
    object_id: shipment_id,
    label: shipment_number,
  })
})

test('the user of a badge is shown to callers that may read the user, and only while they have it', async () => {
  const user = await newUser(server)
  const { qr_code } = (await admin('POST', `/users/${user.user_id}/qr`, {})).body
  const { body } = await scan('user_qr_code', qr_code.toLowerCase())
  expect(body.match).toEqual({ object_ref: 'users', object_id: user.user_id, label: user.username })
  expect((await scan('user_qr_code', qr_code, 'stranger')).body).toMatchObject(NO_MATCH)
  expect((await scan('user_qr_code', qr_code, 'technician')).body).toMatchObject(NO_MATCH)
  expect((await scan('part_number', qr_code)).body).toMatchObject(NO_MATCH)
  await admin('DELETE', `/users/${user.user_id}/qr`)
  expect((await scan('user_qr_code', qr_code)).body).toMatchObject(NO_MATCH)
})

test('a text that is not a code of that kind is refused with its field', async () => {
  for (const [kind, code] of [
    ['receiving', '12'],
    ['repack', '{"part_id":1}'],
    ['work_order', '{"work_order_id":"7; drop","batch_id":"1"}'],
    ['part_number', '  '],
    ['user_qr_code', 'x'.repeat(1001)],
  ]) {
    const { status, body } = await scan(kind!, code!)
    expect([status, body.errors[0].field], kind).toEqual([422, 'code'])
  }
  expect((await scan('everything', 'x')).status).toBe(400)
  expect((await server.as('administrator').call('GET', '/scan/repack')).status).toBe(400)
})
