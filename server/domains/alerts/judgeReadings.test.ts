import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { findSilentDevices } from './findSilentDevices.ts'

const HOUR = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function report(device: TestDevice, hoursAgo: number, percent: number, more: object = {}) {
  const time = Math.floor(Date.now() / 1000) * 1000 - hoursAgo * HOUR
  expect((await device.send({ records: [record(time, percent, more)] })).status).toBe(200)
  await server.settle()
}

async function alertsOf(device: TestDevice, status = 'open'): Promise<Record<string, any>[]> {
  const { body } = await server
    .as('customer')
    .call('GET', `/alerts?device_id=${device.device_id}&status=${status}&page_size=50&sort=opened_at`)
  return body.alerts
}
const levels = async (device: TestDevice, status = 'open') =>
  (await alertsOf(device, status)).map(({ level }) => level)

describe('alerts', () => {
  test('open once, are replaced by the urgent one, and close with two points of hysteresis', async () => {
    const device = await deviceWithTank(server)
    await report(device, 9, 40)
    expect(await levels(device)).toEqual([])
    await report(device, 8, 30)
    await report(device, 7, 29)
    expect(await levels(device)).toEqual(['mild'])
    await report(device, 6, 15)
    expect(await levels(device)).toEqual(['urgent'])
    await report(device, 5, 16.5)
    expect(await levels(device)).toEqual(['urgent'])
    await report(device, 4, 17.1)
    expect(await levels(device)).toEqual(['mild'])
    await report(device, 3, 32.1)
    expect(await levels(device)).toEqual([])
    expect(await levels(device, 'closed')).toHaveLength(3)
  })

  test('can be acknowledged with a note and snoozed until a time, and keep their history', async () => {
    const device = await deviceWithTank(server)
    await report(device, 2, 10)
    const [alert] = await alertsOf(device)
    const customer = server.as('customer')
    expect(await levels(device, 'unacknowledged')).toEqual(['urgent'])
    const seen = await customer.call('POST', `/alerts/${alert!['alert_id']}/acknowledge`, {
      note: 'Truck ordered',
    })
    expect(seen.body.alert).toMatchObject({ status: 'acknowledged', note: 'Truck ordered' })
    expect(await levels(device, 'unacknowledged')).toEqual([])
    expect(await levels(device, 'open')).toEqual(['urgent'])
    const until = new Date(Date.now() + HOUR).toISOString()
    const asleep = await customer.call('POST', `/alerts/${alert!['alert_id']}/snooze`, {
      until,
      reason: 'tomorrow',
    })
    expect(asleep.body.alert).toMatchObject({ status: 'snoozed', snoozed_until: until })
    const past = await customer.call('POST', `/alerts/${alert!['alert_id']}/snooze`, {
      until: '2020-01-01T00:00:00Z',
    })
    expect(past).toMatchObject({ status: 422, body: { errors: [{ field: 'until' }] } })
    const { body } = await customer.call('GET', `/alerts/${alert!['alert_id']}/events`)
    expect(body.alert_events.map(({ event }: { event: string }) => event)).toEqual([
      'opened',
      'acknowledged',
      'snoozed',
    ])
  })

  test('can be answered in bulk, all or none, and show their tanks and the user who answered', async () => {
    const [one, other] = [await deviceWithTank(server), await deviceWithTank(server)]
    for (const device of [one, other]) await report(device, 2, 10)
    const customer = server.as('customer')
    const ids = [(await alertsOf(one))[0]!['alert_id'], (await alertsOf(other))[0]!['alert_id']]
    const items = ids.map((id) => ({ id }))
    const statuses = async (status: string) => [
      ...(await levels(one, status)),
      ...(await levels(other, status)),
    ]
    const acknowledge = (body: object) => customer.call('POST', '/alerts/bulk_acknowledge', body)

    expect((await acknowledge({})).status).toBe(422)
    const foreign = await deviceWithTank(server, { company: COMPANY.distributor })
    await report(foreign, 2, 10)
    const { body: strangers } = await server
      .as('administrator')
      .call('GET', `/alerts?device_id=${foreign.device_id}&status=open`)
    const refused = await acknowledge({ items: [...items, { id: strangers.alerts[0].alert_id }], note: 'No' })
    expect(refused.status).toBe(422)
    expect(refused.body.report.map(({ id }: { id: number }) => id)).toEqual([strangers.alerts[0].alert_id])
    expect(await statuses('unacknowledged')).toEqual(['urgent', 'urgent'])

    expect((await acknowledge({ items, note: 'Truck ordered' })).body).toMatchObject({ done: 2 })
    expect(await statuses('answered')).toEqual(['urgent', 'urgent'])
    const [seen] = await alertsOf(one)
    expect(seen).toMatchObject({ note: 'Truck ordered', tank: { port_number: 1, level: 'urgent' } })
    expect(seen!['tank'].percent).toBeCloseTo(10, 1)
    const { rows: people } = await sql<{ name: string }>`
      select first_name || ' ' || last_name as name from users
      where user_id = ${seen!['acknowledged_by']}`.execute(server.db)
    expect(seen!['acknowledged_by_name']).toBe(people[0]!.name)
    for (const id of ids) {
      const { body } = await customer.call('GET', `/alerts/${id}/history`)
      expect(body.audit_entries.map(({ action }: { action: string }) => action)).toEqual(['acknowledged'])
    }

    const snooze = (until: string, count: number) =>
      customer.call('POST', '/alerts/bulk_snooze', {
        ...{ until, reason: 'tomorrow' },
        matching: { query: { device_id: String(one.device_id), status: 'answered' }, count },
      })
    const inOneHour = new Date(Date.now() + HOUR).toISOString()
    expect(await snooze('2020-01-01T00:00:00Z', 1)).toMatchObject({
      ...{ status: 422, body: { errors: [{ field: 'until' }] } },
    })
    expect((await snooze(inOneHour, 7)).status).toBe(409)
    expect((await snooze(inOneHour, 1)).body).toMatchObject({ done: 1 })
    expect((await alertsOf(one, 'snoozed'))[0]).toMatchObject({ snoozed_until: inOneHour })
    expect(await levels(other, 'snoozed')).toEqual([])
  })

  test('are not opened for a suspended device, whose readings are still stored', async () => {
    const device = await deviceWithTank(server)
    await server.as('administrator').call('PATCH', `/devices/${device.device_id}`, { status: 'suspended' })
    await report(device, 1, 5)
    expect(await levels(device)).toEqual([])
    const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}`)
    expect(body.device.ports[0].percent).toBeCloseTo(5, 3)
  })

  test('open for a silent device once it is overdue, and close when it is back', async () => {
    const device = await deviceWithTank(server)
    await report(device, 5.9, 50)
    const look = () =>
      findSilentDevices({ actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor })
    await look()
    expect(await levels(device)).toEqual([])
    await sql`update device_states set due_at = now() - interval '1 second'
      where device_id = ${device.device_id}`.execute(server.db)
    await look()
    await look()
    expect(await levels(device)).toEqual(['offline'])
    await report(device, 0, 50)
    expect(await levels(device)).toEqual([])
  })

  test("open for a weak battery by the firmware's voltages, and for temperatures outside the thresholds", async () => {
    const { body } = await server
      .as('administrator')
      .call('POST', '/firmware_versions', { version: 7001, battery_empty: '3.00', battery_full: '4.00' })
    const device = await deviceWithTank(server, {
      device: {
        firmware_version_id: body.firmware_version.firmware_version_id,
        temperature_high_threshold: '100',
      },
    })
    await report(device, 3, 50, { battery: 3.1, temperature: 40 })
    expect((await levels(device)).sort()).toEqual(['battery_low', 'temperature'])
    await report(device, 2, 50, { battery: 3.9, temperature: 20 })
    expect(await levels(device)).toEqual([])
  })

  test('are seen by the owner and the companies above, never by an unrelated company', async () => {
    const device = await deviceWithTank(server)
    await report(device, 1, 5)
    const [alert] = await alertsOf(device)
    expect((await server.as('distributor').call('GET', `/alerts/${alert!['alert_id']}`)).status).toBe(200)
    expect((await server.as('stranger').call('GET', `/alerts/${alert!['alert_id']}`)).status).toBe(404)
    expect(
      (await server.as('stranger').call('POST', `/alerts/${alert!['alert_id']}/acknowledge`, {})).status,
    ).toBe(404)
  })
})
