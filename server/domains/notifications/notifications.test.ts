import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { subscribers } from '#server/app/subscribers.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openAlerts } from '#server/domains/alerts/openAndCloseAlerts.ts'
import { lockDevicesOfEvents } from '#server/domains/devices/lockDevices.ts'
import { systemActor } from '#server/platform/context.ts'
import { startWorker } from '#server/platform/jobs/events.ts'
import { openLog } from '#server/platform/log.ts'

const HOUR = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from user_notifications`.execute(server.db)
  await sql`update people set device_filter = null, notification_method = 'none', battery_notify = 0`.execute(
    server.db,
  )
})

type Who = Parameters<TestServer['as']>[0]
const bell = async (who: Who, query = 'page_size=5') =>
  (await server.as(who).call('GET', `/me/notifications?${query}`)).body
const subjects = async (who: Who) =>
  (await bell(who, 'page_size=0')).notifications.map(({ subject }: { subject: string }) => subject)

async function report(device: TestDevice, hoursAgo: number, percent: number, more: object = {}) {
  const time = Math.floor(Date.now() / 1000) * 1000 - hoursAgo * HOUR
  expect((await device.send({ records: [record(time, percent, more)] })).status).toBe(200)
  await server.settle()
}

async function sent(body: object): Promise<number> {
  const admin = server.as('administrator')
  const created = await admin.call('POST', '/notifications', { message: 'The office is closed.', ...body })
  expect(created.status).toBe(200)
  const { notification_id } = created.body.notification
  expect((await admin.call('POST', `/notifications/${notification_id}/send`)).status).toBe(200)
  await server.settle()
  return notification_id
}

const preferences = (who: string, values: Record<string, unknown>) =>
  server.db
    .updateTable('people' as never)
    .set(values as never)
    .where(sql<boolean>`people_id = (select people_id from users where username = ${`${who}@test.example`})`)
    .execute()

describe('alerts', () => {
  test('notify users who see the device, when they open and when they close', async () => {
    const device = await deviceWithTank(server, { device: { label: 'North tank' } })
    await report(device, 3, 10)
    expect(await subjects('customer')).toEqual(['Urgent: North tank'])
    expect(await subjects('distributor')).toEqual(['Urgent: North tank'])
    for (const who of ['stranger', 'vendor', 'employee'] as const) expect(await subjects(who)).toEqual([])
    const { notifications, page } = await bell('customer')
    expect(notifications[0]).toMatchObject({
      message: 'Prairie Fuels: 10%',
      object_name: 'device',
      object_id: device.device_id,
      read_flag: 0,
      icon_class: 'error',
    })
    expect(page).toMatchObject({ total_records: 1, new_notifications: 1 })
    for (const hoursAgo of [2, 1]) await report(device, hoursAgo, 60)
    expect(await subjects('customer')).toEqual(['Resolved: Urgent, North tank', 'Urgent: North tank'])
  })

  test('say that a mild alert became urgent, which is not a resolution', async () => {
    const device = await deviceWithTank(server, { device: { label: 'Sinking tank' } })
    await report(device, 3, 25)
    await report(device, 2, 10)
    const notification = (await bell('customer')).notifications.filter(({ subject }: { subject: string }) =>
      subject.includes('Sinking tank'),
    )
    expect(notification.map(({ subject }: { subject: string }) => subject).toSorted()).toEqual([
      'Mild became urgent: Sinking tank',
      'Mild: Sinking tank',
      'Urgent: Sinking tank',
    ])
    expect(notification.find(({ subject }: { subject: string }) => subject.includes('became'))).toMatchObject(
      {
        icon: 'alert',
        icon_class: 'error',
      },
    )
  })

  test("are written in the reader's language and units", async () => {
    const device = await deviceWithTank(server, {
      device: { label: 'Warm tank', temperature_high_threshold: '86' },
    })
    await preferences('customer', { language: 'es', unit_of_measure: 1 })
    await report(device, 1, 60, { temperature: 40 })
    expect(await bell('customer')).toMatchObject({
      notifications: [{ subject: 'Temperatura: Warm tank', message: 'Prairie Fuels: 104 °F' }],
    })
    await preferences('customer', { language: 'en' })
  })

  test('do not notify an account whose limits exclude the device, and are hidden once it is limited', async () => {
    const device = await deviceWithTank(server)
    const other = await deviceWithTank(server)
    const limitTo = (ids: number[]) =>
      sql`update accounts set limit_devices = ${ids}::int8[] where user_id = (
        select user_id from users where username = 'technician@test.example')`.execute(server.db)
    await limitTo([other.device_id])
    await report(device, 2, 10)
    expect(await subjects('technician')).toEqual([])
    await report(other, 2, 10)
    expect(await subjects('technician')).toHaveLength(1)
    await limitTo([device.device_id])
    // The account is cached for 15 seconds; any write refreshes it.
    await server.as('administrator').call('PATCH', `/devices/${other.device_id}`, { label: 'Other' })
    expect(await bell('technician')).toMatchObject({ notifications: [], page: { new_notifications: 0 } })
    await limitTo([])
  })

  test('follow the device filter, and notify staff only if they chose it', async () => {
    await preferences('customer', { device_filter: 'south, lake' })
    await preferences('employee', { device_filter: 'Prairie' })
    const north = await deviceWithTank(server, { device: { label: 'North yard' } })
    const south = await deviceWithTank(server, { device: { label: 'SOUTH yard' } })
    await report(north, 1, 10)
    await report(south, 1, 10)
    expect(await subjects('customer')).toEqual(['Urgent: SOUTH yard'])
    expect(await subjects('employee')).toHaveLength(2)
    expect(await subjects('administrator')).toEqual([])
  })

  test('about a low battery notify only users who want them', async () => {
    await preferences('customer', { battery_notify: 1 })
    const { body } = await server
      .as('administrator')
      .call('POST', '/firmware_versions', { version: 7001, battery_empty: '3.00', battery_full: '4.00' })
    const { firmware_version_id } = body.firmware_version
    const device = await deviceWithTank(server, { device: { label: 'Weak', firmware_version_id } })
    await report(device, 1, 60, { battery: 3.1 })
    expect(await subjects('customer')).toEqual(['Low battery: Weak'])
    expect(await subjects('distributor')).toEqual([])
  })

  test('notify each user one by one even if many devices raise them at once', async () => {
    await preferences('customer', { device_filter: 'south' })
    await preferences('distributor', { notification_method: 'both' })
    const make = async (label: string, company: number = COMPANY.customer) => {
      const { device_id } = await deviceWithTank(server, { company, device: { label } })
      return { device_id, company_id: company, port_number: null, level: 'offline' as const, value: null }
    }
    const fleet = [
      ...(await Promise.all(['North 1', 'South 2', 'North 3', 'South 4'].map((label) => make(label)))),
      await make('South of others', COMPANY.stranger),
    ]
    const limited = fleet[2]!.device_id
    await sql`update accounts set limit_devices = array[${limited}]::int8[] where user_id = (
      select user_id from users where username = 'technician@test.example')`.execute(server.db)
    await server.db.transaction().execute(async (db) => {
      const context = { actor: systemActor, db, now: new Date(), encryptor: server.encryptor }
      await openAlerts(context, fleet)
      await openAlerts(
        context,
        fleet.slice(0, 2).map((device) => ({ ...device, level: 'battery_low' as const })),
      )
    })
    await server.settle()
    const sorted = async (who: Who) => (await subjects(who)).sort()
    expect(await sorted('customer')).toEqual(['Offline: South 2', 'Offline: South 4'])
    expect(await sorted('distributor')).toEqual(
      ['North 1', 'North 3', 'South 2', 'South 4'].map((label) => `Offline: ${label}`),
    )
    expect(await sorted('technician')).toEqual(['Offline: North 3'])
    expect(await sorted('stranger')).toEqual(['Offline: South of others'])
    for (const who of ['vendor', 'employee'] as const) expect(await sorted(who)).toEqual([])
    const { rows } = await sql<{ username: string; due: number }>`
      select username, count(*)::int as due from user_notifications join users using (user_id)
      where mail_due group by username`.execute(server.db)
    expect(rows).toEqual([{ username: 'distributor@test.example', due: 4 }])
    await sql`update accounts set limit_devices = '{}' where limit_devices <> '{}'`.execute(server.db)
  })

  test('notify once, even if two servers handle the event and it arrives twice', async () => {
    const device = await deviceWithTank(server)
    const time = Math.floor(Date.now() / 1000) * 1000 - HOUR
    await device.send({ records: [record(time, 10)] })
    const log = openLog('silent')
    await server.settle()
    const { rows } = await sql<{ alert_id: number }>`
      select alert_id from alerts where device_id = ${device.device_id}`.execute(server.db)
    const word = JSON.stringify({ ...rows[0], device_id: device.device_id, level: 'urgent' })
    await sql`insert into events (name, payload) select 'alert.opened', ${word}::jsonb from generate_series(1, 8)`.execute(
      server.db,
    )
    const { db, encryptor } = server
    const workers = [1, 2].map(() =>
      startWorker({ db, subscribers, log, encryptor, lockFirst: lockDevicesOfEvents }),
    )
    for (const worker of workers) await worker.close()
    await server.settle()
    expect(await subjects('customer')).toHaveLength(1)
  })
})

describe('work', () => {
  const personOf = async (who: Who) => (await server.as(who).call('GET', '/me')).body.person.people_id

  test('notifies the people named by the work order who see its device, except the user who changes its status', async () => {
    const device = await deviceWithTank(server, { device: { label: 'Pump' } })
    const admin = server.as('administrator')
    const { body } = await admin.call('POST', '/work_orders', {
      device_id: device.device_id,
      wo_requested_by: await personOf('distributor'),
      performed_by: await personOf('technician'),
      zoho_estimate_id: 'E-1',
    })
    await server.settle()
    const number = body.work_order.wo_number
    expect(await subjects('distributor')).toEqual([`Work order ${number}: New request`])
    // Technicians do not read work orders.
    expect(await subjects('technician')).toEqual([])
    const address = `/work_orders/${body.work_order.id}/status`
    expect((await server.as('distributor').call('POST', address, { status_id: 12 })).status).toBe(200)
    await server.settle()
    expect(await subjects('distributor')).toHaveLength(1)
    await admin.call('POST', address, { status_id: 2 })
    await server.settle()
    expect(await subjects('distributor')).toHaveLength(2)
    expect((await bell('distributor')).notifications[0]).toMatchObject({
      object_name: 'work_order',
      object_id: body.work_order.id,
      message: 'Pump, Prairie Fuels',
    })
  })

  test('notifies the driver of a shipment', async () => {
    const admin = server.as('administrator')
    const { body } = await admin.call('POST', '/shipment_planner', {
      company_id: COMPANY.customer,
      load_date: '2026-05-01',
      delivered_by: await personOf('driver'),
    })
    const { shipment_id, shipment_number } = body.shipment_planner
    await admin.call('POST', `/shipment_planner/${shipment_id}/status`, { status: 5 })
    await server.settle()
    expect(await subjects('driver')).toEqual([`Shipment ${shipment_number}: Cancelled`])
    expect(await subjects('customer')).toEqual([])
  })
})

describe('staff notifications', () => {
  test('reach login types, companies and people, each user once, only when sent', async () => {
    const { body } = await server.as('stranger').call('GET', '/me')
    const admin = server.as('administrator')
    const draft = { message: 'Hello', login_types: ['driver'], company_ids: [COMPANY.distributor] }
    const created = await admin.call('POST', '/notifications', {
      ...draft,
      people_ids: [body.person.people_id],
    })
    expect(created.body.notification).toMatchObject({
      subject: 'Hello',
      company_ids_title: 'North Distribution',
    })
    await server.settle()
    expect(await subjects('driver')).toEqual([])
    const { notification_id } = created.body.notification
    await admin.call('POST', `/notifications/${notification_id}/send`)
    await server.settle()
    for (const who of ['driver', 'distributor', 'd_acct_mgr', 'stranger'] as const)
      expect(await subjects(who)).toEqual(['Hello'])
    for (const who of ['customer', 'employee'] as const) expect(await subjects(who)).toEqual([])
    const { body: after } = await admin.call('GET', `/notifications/${notification_id}`)
    expect(after.notification).toMatchObject({ receivers: 4 })
  })

  test('are sent once and cannot change afterwards; a notification without receivers is not sent', async () => {
    const id = await sent({ login_types: ['driver'] })
    const admin = server.as('administrator')
    expect((await admin.call('POST', `/notifications/${id}/send`)).status).toBe(409)
    expect((await admin.call('PATCH', `/notifications/${id}`, { message: 'Other' })).status).toBe(409)
    const { body } = await admin.call('POST', '/notifications', { message: 'To nobody' })
    const refused = await admin.call('POST', `/notifications/${body.notification.notification_id}/send`)
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'login_types' }] } })
    expect((await server.as('employee').call('POST', `/notifications/${id}/send`)).status).toBe(405)
    expect((await server.as('customer').call('GET', '/notifications?options=1')).status).toBe(405)
  })

  test('disappear from every bell once they are deleted', async () => {
    const id = await sent({ login_types: ['driver'] })
    expect(await subjects('driver')).toHaveLength(1)
    await server.as('administrator').call('DELETE', `/notifications/${id}`)
    expect(await subjects('driver')).toEqual([])
  })

  test('may name only existing companies and people', async () => {
    const response = await server
      .as('administrator')
      .call('POST', '/notifications', { message: 'Hello', company_ids: [COMPANY.customer, 987654] })
    expect(response.status).toBe(404)
  })

  test('appear at each sign-in until dismissed if they are pop-ups', async () => {
    await sent({ login_types: ['driver'], modal: 1, subject: 'New tariff' })
    await sent({ login_types: ['driver'], subject: 'No pop-up' })
    const popups = async () => (await bell('driver', 'popup=1&page_size=0')).notifications
    expect(await popups()).toMatchObject([{ subject: 'New tariff', modal: 1 }])
    const [{ notification_id }] = await popups()
    await server.as('driver').call('PATCH', `/me/notifications/${notification_id}/read`)
    expect(await popups()).toHaveLength(1)
    await server.as('driver').call('PATCH', `/me/notifications/${notification_id}/dismiss`)
    expect(await popups()).toEqual([])
    expect(await subjects('driver')).toHaveLength(2)
  })
})

describe('own notifications', () => {
  test('can be marked read and unread, one by one or all, and deleted', async () => {
    for (const n of [1, 2, 3]) await sent({ login_types: ['driver'], subject: `Note ${n}` })
    const driver = server.as('driver')
    const { notifications } = await bell('driver')
    expect(notifications.map(({ subject }: { subject: string }) => subject)).toEqual([
      'Note 3',
      'Note 2',
      'Note 1',
    ])
    const id = notifications[0].notification_id
    const unread = async () => (await bell('driver')).page.new_notifications
    await driver.call('PATCH', `/me/notifications/${id}`, { notification_id: id, read_flag: '1' })
    expect(await unread()).toBe(2)
    await driver.call('PATCH', `/me/notifications/${id}`, { read_flag: 7 })
    expect(await unread()).toBe(3)
    const body = { notification_id: id, read_flag: '1' }
    expect((await driver.call('PATCH', `/me/notifications/${id}/read`, body)).status).toBe(200)
    expect(await unread()).toBe(2)
    const unreadBody = { notification_id: id, read_flag: 0 }
    expect((await driver.call('PATCH', `/me/notifications/${id}/unread`, unreadBody)).status).toBe(200)
    await driver.call('PATCH', `/me/notifications/${id}/read`)
    await driver.call('PATCH', `/me/notifications/${id}/unread`)
    expect(await unread()).toBe(3)
    expect((await driver.call('PATCH', '/me/notifications/read_all')).body.marked).toBe(3)
    expect(await unread()).toBe(0)
    expect((await driver.call('DELETE', `/me/notifications/${id}`)).status).toBe(200)
    expect(await subjects('driver')).toEqual(['Note 2', 'Note 1'])
  })

  test('are private', async () => {
    await sent({ login_types: ['driver'] })
    const { notifications } = await bell('driver')
    const id = notifications[0].notification_id
    for (const who of ['stranger', 'administrator'] as const) {
      const other = server.as(who)
      expect((await other.call('PATCH', `/me/notifications/${id}/read`)).status).toBe(404)
      expect((await other.call('DELETE', `/me/notifications/${id}`)).status).toBe(404)
    }
    expect((await bell('driver')).page.new_notifications).toBe(1)
  })

  test('can be notes to oneself, and invalid ones are refused', async () => {
    const driver = server.as('driver')
    const created = await driver.call('POST', '/me/notifications', { message: 'Call the depot\nbefore noon' })
    expect(created.body.notification).toMatchObject({ subject: 'Call the depot', read_flag: 0 })
    expect(await subjects('driver')).toEqual(['Call the depot'])
    const refused = await driver.call('POST', '/me/notifications', { message: ' ' })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'message' }] } })
  })
})
