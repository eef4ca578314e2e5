import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { renewAllTimeZones, renewTimeZones } from './renewTimeZones.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const NOWHERE = { latitude: null, longitude: null }
const context = () => ({ db: server.db, now: new Date(), actor: systemActor, encryptor: server.encryptor })
const zoneOf = async (device_id: number) =>
  (await server.as('customer').call('GET', `/devices/${device_id}`)).body.device.time_zone
const place = (device_id: number, values: object) =>
  server.as('administrator').call('PATCH', `/devices/${device_id}`, values)

describe('the time zone of a device', () => {
  test('follows the entered position at once, and cannot be set', async () => {
    const { device_id } = await deviceWithTank(server, { device: { latitude: '48.14', longitude: '11.58' } })
    expect(await zoneOf(device_id)).toBe('Europe/Berlin')
    const response = await place(device_id, { latitude: '-33.87', longitude: '151.21' })
    expect(response.body.device.time_zone).toBe('Australia/Sydney')
    expect((await place(device_id, { time_zone: 'UTC' })).status).toBe(422)
    expect(await zoneOf(device_id)).toBe('Australia/Sydney')
  })

  test('is the business’s without a position, even after the business’s changes', async () => {
    const { device_id } = await deviceWithTank(server, { device: NOWHERE })
    expect(await zoneOf(device_id)).toBe('America/Detroit')
    const { body } = await server.as('customer').call('GET', `/devices/${device_id}/port_usage/1`)
    expect(body).toMatchObject({ time_zone: 'America/Detroit', days: [] })
    await server.as('administrator').call('PATCH', '/settings', { time_zone: 'America/Denver' })
    await renewAllTimeZones(context())
    expect(await zoneOf(device_id)).toBe('America/Denver')
    await server.as('administrator').call('PATCH', '/settings', { time_zone: 'America/Detroit' })
    await renewAllTimeZones(context())
    expect(await zoneOf(device_id)).toBe('America/Detroit')
  })

  test('is its site’s without a position, even when the site moves', async () => {
    const { body } = await server
      .as('administrator')
      .call('POST', '/sites', { name: 'Denver yard', company_id: COMPANY.customer, zip_code: '80202' })
    const { site_id } = body.site
    const { device_id } = await deviceWithTank(server, { device: { ...NOWHERE, site_id } })
    expect(await zoneOf(device_id)).toBe('America/Denver')
    await server.as('administrator').call('PATCH', `/sites/${site_id}`, { zip_code: '68701' })
    await renewAllTimeZones(context())
    expect(await zoneOf(device_id)).toBe('America/Chicago')
    expect(await renewTimeZones(context(), [device_id])).toBe(0)
  })

  test('follows the position that the device reports, but not its scatter; an entered one takes precedence', async () => {
    const device = await deviceWithTank(server, { device: NOWHERE })
    const { device_id } = device
    const now = Date.now()
    const report = async (age: number, position: [number, number]) => {
      await device.send({ records: [record(now - age, 50, { position })] })
      // A locked device is skipped until the next time.
      await server.settle()
      return renewTimeZones(context(), [device_id])
    }
    expect(await report(3000, [35.68, 139.69])).toBe(1)
    expect(await zoneOf(device_id)).toBe('Asia/Tokyo')
    expect(await report(2000, [35.681, 139.692])).toBe(0)
    expect(await report(1000, [19.43, -99.13])).toBe(1)
    expect(await zoneOf(device_id)).toBe('America/Mexico_City')
    await place(device_id, { latitude: '41.878100', longitude: '-87.629800' })
    expect(await zoneOf(device_id)).toBe('America/Chicago')
    await place(device_id, NOWHERE)
    expect(await zoneOf(device_id)).toBe('America/Mexico_City')
  })

  test('is found for all existing devices', async () => {
    const here = { latitude: '41.878100', longitude: '-87.629800' }
    const { device_id } = await deviceWithTank(server, { device: here })
    await sql`update devices set time_zone = default, zone_latitude = null, zone_longitude = null`.execute(
      server.db,
    )
    expect(await zoneOf(device_id)).toBe('America/Detroit')
    await renewAllTimeZones(context())
    expect(await zoneOf(device_id)).toBe('America/Chicago')
    expect(await renewTimeZones(context())).toBe(0)
  })
})
