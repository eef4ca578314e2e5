import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { SETTING_KEYS } from '#core/domains/settings/settings.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { readSettings } from './readSettings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const settingOf = async (key: string) => (await staff('GET', `/settings/${key}`)).body.setting.value

describe('the settings', () => {
  test('are all listed with their defaults, without other rows of their table', async () => {
    const { body } = await staff('GET', '/settings')
    const keys = body.settings.map((setting: { setting_key: string }) => setting.setting_key)
    expect(keys.toSorted()).toEqual(SETTING_KEYS.toSorted())
    for (const setting of body.settings)
      expect(setting.value, setting.setting_key).toEqual(setting.default_value)
    expect((await staff('GET', '/settings/base_records')).status).toBe(404)
  })

  test('are changed one by one or together, and audited', async () => {
    const one = await staff('PATCH', '/settings/company_name', { value: 'North Fuels' })
    expect(one.body).toMatchObject({ message: 'Saved.', setting: { value: 'North Fuels' } })
    await staff('PATCH', '/settings', { session_hours: 3, allowed_networks: ['192.0.2.0/24'] })
    expect([await settingOf('session_hours'), await settingOf('allowed_networks')]).toEqual([
      3,
      ['192.0.2.0/24'],
    ])
    const { rows } = await sql<{ changes: object[] }>`
      select changes from audit_entries where resource = 'settings' order by audit_id`.execute(server.db)
    expect(rows[0]?.changes).toEqual([{ field: 'company_name', before: 'Ullage', after: 'North Fuels' }])
    const { body } = await server.as(null).call('GET', '/environment')
    expect(body.environment.company_name).toBe('North Fuels')
  })

  test.each([
    ['session_hours', 0, 'too_low'],
    ['time_zone', 'Mars/Olympus', 'time_zone'],
    ['mail_from', 'nobody', 'email'],
    ['sign_up', 2, 'flag'],
    ['company_name', null, 'required'],
    ['allowed_networks', ['10.0.0.0/8', 'the office'], 'network'],
    ['map_tiles_url', 'https://tiles.example.com', 'tiles'],
  ])('refuse a wrong value of %s, and change nothing else in that call', async (key, value, rule) => {
    const before = await readSettings(server.db)
    const together = await staff('PATCH', '/settings', { battery_low: 33, [key]: value })
    expect(together).toMatchObject({ status: 422, body: { errors: [{ field: key, rule }] } })
    const single = await staff('PATCH', `/settings/${key}`, { value })
    expect(single).toMatchObject({ status: 422, body: { errors: [{ field: 'value', rule }] } })
    expect(await readSettings(server.db)).toEqual(before)
  })

  test('are validated together with the unchanged ones', async () => {
    await staff('PATCH', '/settings', { reorder_yellow: '30', reorder_red: '15' })
    const response = await staff('PATCH', '/settings', { reorder_red: '40' })
    expect(response).toMatchObject({ status: 422, body: { errors: [{ rule: 'above_urgent' }] } })
  })

  test('refuse a writer who has not seen a concurrent change, and show it', async () => {
    const { body } = await staff('GET', '/settings/rates_url')
    await staff('PATCH', '/settings/rates_url', { value: 'https://rates.example.com' })
    const late = await staff('PATCH', '/settings', {
      rates_url: 'https://late.example.com',
      if_updated_at: body.setting.updated_at,
    })
    expect(late).toMatchObject({
      status: 409,
      body: { current: { rates_url: 'https://rates.example.com' } },
    })
    const other = { battery_low: 21, if_updated_at: body.setting.updated_at }
    expect((await staff('PATCH', '/settings', other)).status).toBe(200)
  })

  test('are read only by staff and changed only by users with the permission', async () => {
    const statuses = await Promise.all([
      server.as('employee').call('PATCH', '/settings/company_name', { value: 'Mine' }),
      server.as('customer').call('GET', '/settings'),
      server.as('distributor').call('PATCH', '/settings', { sign_up: 0 }),
      server.as(null).call('GET', '/settings'),
      staff('POST', '/settings', { company_name: 'x' }),
      staff('DELETE', '/settings/company_name'),
    ])
    expect(statuses.map(({ status }) => status).slice(1)).toEqual([405, 405, 403, 404, 404])
  })

  test('give a new port the thresholds that its form leaves out', async () => {
    await staff('PATCH', '/settings', { reorder_yellow: '35', reorder_red: '12' })
    const { body } = await staff('POST', '/devices', await exampleOf(server, devices))
    const port = { ...(await exampleOf(server, device_ports)), device_id: body.device.device_id }
    const levels = { reorder_yellow: '35.00', reorder_red: '12.00' }
    expect((await staff('POST', '/device_ports', port)).body.device_port).toMatchObject(levels)
  })

  test('decide when a battery is low, for lists as for alerts', async () => {
    const { body } = await staff('POST', '/devices', await exampleOf(server, devices))
    const id = body.device.device_id
    await sql`update devices set battery = 40, last_record_date = now(), status = 'normal' where device_id = ${id}`.execute(
      server.db,
    )
    const isWeak = async () => {
      const { body: found } = await staff('GET', '/devices?level=battery_low&page_size=0')
      return found.devices.some((device: { device_id: number }) => device.device_id === id)
    }
    expect(await isWeak()).toBe(false)
    await staff('PATCH', '/settings/battery_low', { value: 50 })
    expect(await isWeak()).toBe(true)
    const { body: fleet } = await staff('GET', '/environment')
    expect(fleet.environment.battery_low).toBe(50)
  })

  test('count as unset if they no longer pass their check', async () => {
    await sql`insert into settings (setting_key, value) values ('retention_raw_months', '"soon"'), ('idle_lock_minutes', '9999')
      on conflict (setting_key) do update set value = excluded.value`.execute(server.db)
    expect(await readSettings(server.db)).toMatchObject({ retention_raw_months: 25, idle_lock_minutes: 60 })
  })
})

test('the name in mail headers has one line', async () => {
  const response = await staff('PATCH', '/settings', { mail_from_name: 'Ullage\r\nBcc: all@ullage.example' })
  expect(response).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'mail_from_name', rule: 'characters' }] },
  })
})
