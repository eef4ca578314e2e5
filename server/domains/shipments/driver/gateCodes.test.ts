import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type DriverTools, driverTools } from './testing/driverTools.ts'

let server: TestServer
let on: DriverTools
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
})
afterAll(() => server.close())

/** A tank at a site with a gate. */
async function gatedTank(gate_code: string) {
  const { body } = await on.admin('POST', '/sites', {
    name: 'Feedlot',
    company_id: COMPANY.customer,
    gate_code,
    contact_name: 'June',
    contact_phone: '+13085550144',
    access_notes: 'Second gate, past the silo.',
    delivery_windows: [{ day: 1, from: '07:00', to: '11:00' }],
  })
  const { site_id } = body.site
  const tank = await deviceWithTank(server, { tank: { product_id: on.diesel }, device: { site_id } })
  const { body: ports } = await on.admin('GET', `/devices/${tank.device_id}/ports`)
  return { site_id: site_id as number, device_ports_id: ports.device_ports[0].device_ports_id as number }
}

const codes = async (id: number) =>
  (await on.asDriver('POST', '/driver/gate_codes', { shipment_id: id })).body.gate_codes
const traces = async (site_id: number) => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from audit_entries where resource = 'sites' and record_id = ${site_id} and action = 'reveal'`.execute(
    server.db,
  )
  return rows.length
}

test("a stop has its site's contact, notes and hours, but only a version of the gate code", async () => {
  const { device_ports_id, site_id } = await gatedTank('#4711')
  await on.round([on.load('Barn', { device_ports_id }), on.load('Yard', { compartment: 2 })])
  const response = await on.asDriver('GET', '/driver/day')
  expect(response.raw).not.toContain('4711')
  const [first, second] = response.body.rounds[0].stops
  expect(first.site).toEqual({
    contact_name: 'June',
    contact_phone: '+13085550144',
    access_notes: 'Second gate, past the silo.',
    time_zone: expect.any(String),
    delivery_windows: [{ day: 1, from: '07:00', to: '11:00' }],
    gate_code_version: expect.any(String),
  })
  expect(second.site).toBeNull()
  await on.admin('PATCH', `/sites/${site_id}`, { gate_code: '#4712' })
  expect((await on.day()).rounds[0].stops[0].site.gate_code_version).not.toBe(first.site.gate_code_version)
})

test('the gate codes of a round are revealed to its own driver until it is over, and each reveal is logged', async () => {
  const { device_ports_id, site_id } = await gatedTank('#4711')
  const { id, event, ticket, signed } = await on.round([on.load('Barn', { device_ports_id })])
  const { site } = (await on.day()).rounds[0].stops[0]
  expect(await codes(id)).toEqual([
    { stop_id: expect.any(Number), version: site.gate_code_version, gate_code: '#4711' },
  ])
  expect(await traces(site_id)).toBe(1)
  await on.send(event('left', {}), event('arrived', {}), ticket(), signed())
  expect(await codes(id)).toHaveLength(1)
  expect(await traces(site_id)).toBe(2)
  await on.send(event('closed', {}))
  expect(await codes(id)).toEqual([])
  await on.send(event('round_closed', {}))
  expect(await codes(id)).toEqual([])
  expect(await traces(site_id)).toBe(2)
})

test('only the driver of a round can reveal its codes this way', async () => {
  const { device_ports_id, site_id } = await gatedTank('#4711')
  const { id } = await on.round([on.load('Barn', { device_ports_id })])
  const codes = async (who: 'administrator' | 'dispatcher' | 'stranger') =>
    (await server.as(who).call('POST', '/driver/gate_codes', { shipment_id: id })).status
  expect([await codes('administrator'), await codes('dispatcher'), await codes('stranger')]).toEqual([
    404, 404, 405,
  ])
  await on.admin('PATCH', `/shipment_planner/${id}`, { delivered_by: null })
  expect((await on.asDriver('POST', '/driver/gate_codes', { shipment_id: id })).status).toBe(404)
  expect(await traces(site_id)).toBe(0)
})
