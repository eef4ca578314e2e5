import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { climateAt, expectedCold } from '#core/domains/weather/climate.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { judgeDailyUse } from './judgeDailyUse.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MIDNIGHT = Math.floor(Date.now() / DAY) * DAY
/** Hours of a day at which the tanks are measured. */
const HOURS = [4.9, 11, 17, 22.9]
const BEFORE = 70
const SCATTER = [0.2, -0.3, 0.1, 0.4, -0.2, -0.4, 0.3, 0, -0.1, 0.25, -0.25]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => sql`delete from settings where setting_key = 'unexplained_loss'`.execute(server.db))

/** A tank with a use of 0.5 % a day until some days ago, and a different one since, with readings until yesterday. */
async function tankUsed(
  since: number,
  now: number,
  settings: Parameters<typeof deviceWithTank>[1] = {},
): Promise<TestDevice> {
  const device = await deviceWithTank(server, settings)
  await sql`update devices set time_zone = 'UTC' where device_id = ${device.device_id}`.execute(server.db)
  await send(device, {
    from: BEFORE,
    until: 0,
    percent: (age) => 40 + 0.5 * Math.max(age - since, 0) + now * Math.min(age, since),
  })
  return device
}

async function send(
  device: TestDevice,
  {
    from,
    until,
    percent,
    midnight = MIDNIGHT,
  }: { from: number; until: number; percent: (age: number) => number; midnight?: number },
): Promise<void> {
  const records: object[] = []
  for (let day = from; day > until; day -= 1) {
    for (const hour of HOURS) {
      const time = midnight - day * DAY + hour * HOUR
      const age = (midnight - time) / DAY
      records.push(record(time, percent(age) + 0.1 * SCATTER[(day * 4 + Math.floor(hour)) % SCATTER.length]!))
    }
  }
  for (let start = 0; start < records.length; start += 60)
    expect((await device.send({ records: records.slice(start, start + 60) })).status).toBe(200)
  await server.settle()
}

const judge = (daysLater = 0, midnight = MIDNIGHT) =>
  judgeDailyUse({
    actor: systemActor,
    db: server.db,
    now: new Date(midnight + daysLater * DAY + 12 * HOUR),
    encryptor: server.encryptor,
  })

/** The last 24 November; at 55° north the first cold weeks are over by then. */
function lastNovember24(): number {
  const [year, ofYear] = [new Date().getUTCFullYear(), (one: number) => Date.UTC(one, 10, 24)]
  return ofYear(year) <= MIDNIGHT ? ofYear(year) : ofYear(year - 1)
}

async function alertsOf({ device_id }: TestDevice, status = 'open'): Promise<Record<string, any>[]> {
  const { body } = await server
    .as('customer')
    .call('GET', `/alerts?device_id=${device_id}&status=${status}&page_size=50&sort=opened_at`)
  return body.alerts.filter(({ level }: { level: string }) => !['mild', 'urgent', 'offline'].includes(level))
}

describe('an unexplained loss', () => {
  test('opens one alert with its size, however often and by however many servers it is judged', async () => {
    const device = await tankUsed(8, 1.25)
    const steady = await tankUsed(8, 0.5)
    await Promise.all([judge(), judge(), judge()])
    await judge()
    const [alert, ...more] = await alertsOf(device)
    expect(more).toEqual([])
    expect(alert).toMatchObject({ level: 'unexplained_loss', port_number: 1, status: 'open' })
    // 0.75 % of 2,000 L a day.
    expect(Math.abs(Number(alert!['value']) - 15)).toBeLessThan(4)
    expect(await alertsOf(steady)).toEqual([])
    await sql`update device_states set last_at = last_at where device_id = ${device.device_id}`.execute(
      server.db,
    )
  })

  test('closes by itself once use is back to normal', async () => {
    const device = await deviceWithTank(server)
    await sql`update devices set time_zone = 'UTC' where device_id = ${device.device_id}`.execute(server.db)
    const lost = (age: number) => 0.75 * Math.min(Math.max(age - 6, 0), 8)
    await send(device, { from: BEFORE, until: 0, percent: (age) => 40 + 0.5 * age + lost(age) })
    await judge(-6)
    expect((await alertsOf(device)).map(({ level }) => level)).toEqual(['unexplained_loss'])
    await judge()
    expect(await alertsOf(device)).toEqual([])
    expect((await alertsOf(device, 'closed')).map(({ level }) => level)).toEqual(['unexplained_loss'])
  })

  test('is not judged if the setting is off; an open alert is then closed', async () => {
    const device = await tankUsed(8, 1.25)
    const admin = server.as('administrator')
    expect((await admin.call('PATCH', '/settings/unexplained_loss', { value: 'off' })).status).toBe(200)
    await judge()
    expect(await alertsOf(device)).toEqual([])
    await admin.call('PATCH', '/settings/unexplained_loss', { value: 'normal' })
    await sql`delete from tank_judgements`.execute(server.db)
    await judge()
    expect(await alertsOf(device)).toHaveLength(1)
    await admin.call('PATCH', '/settings/unexplained_loss', { value: 'off' })
    await judge(1)
    expect(await alertsOf(device)).toEqual([])
  })

  test('is not the use of a tank in its first cold weeks without known temperatures', async () => {
    const midnight = lastNovember24()
    const place = [55, 40] as const
    const climate = climateAt(...place)
    const cold = (age: number) =>
      expectedCold(climate(new Date(midnight - age * DAY).toISOString().slice(0, 10)), 'f65').degree_days
    const heated = async (device: object) => {
      const tank = await deviceWithTank(server, { device })
      await sql`update devices set time_zone = 'UTC' where device_id = ${tank.device_id}`.execute(server.db)
      const usedSince = (age: number) => {
        let used = 0
        for (let day = 0; day < age; day += 1) used += (0.1 + 0.06 * cold(day)) * Math.min(age - day, 1)
        return used
      }
      await send(tank, { from: BEFORE, until: 0, percent: (age) => 20 + usedSince(age), midnight })
      return tank
    }
    const [latitude, longitude] = place.map((degrees) => degrees.toFixed(6))
    const known = await heated({ latitude, longitude })
    const nowhere = await heated({ latitude: null, longitude: null })
    await judge(0, midnight)
    expect(await alertsOf(known)).toEqual([])
    expect((await alertsOf(nowhere)).map(({ level }) => level)).toEqual(['unexplained_loss'])
  })

  test('is mailed at once for propane, even to people without mail if no one chose it', async () => {
    const admin = server.as('administrator')
    const propane = await admin.call('POST', '/tank_products', {
      product_name: 'Propane',
      company_id: COMPANY.customer,
      specific_gravity: '0.508',
      product_group: 'lpg',
      color: '#336699',
    })
    expect(propane.status).toBe(200)
    const { product_id } = propane.body.tank_product
    const device = await tankUsed(8, 1.25, { tank: { product_id } })
    const diesel = await tankUsed(8, 1.25)
    await judge()
    await server.settle()
    const mailsOf = async ({ device_id }: TestDevice) => {
      const { rows } = await sql<{ due: number; notified: number }>`
        select count(*) filter (where mail_due)::int as due, count(*)::int as notified from user_notifications
        where object_ref = 'device' and object_id = ${device_id} and params->>'level' = 'unexplained_loss'`.execute(
        server.db,
      )
      return rows[0]!
    }
    const [ofPropane, ofDiesel] = [await mailsOf(device), await mailsOf(diesel)]
    expect(ofPropane.notified).toBeGreaterThan(0)
    expect(ofPropane.due).toBe(ofPropane.notified)
    expect(ofDiesel.notified).toBe(ofPropane.notified)
    expect(ofDiesel.due).toBe(0)
  })

  test('counts as the usual use once it was acknowledged and has lasted four weeks', async () => {
    const device = await tankUsed(8, 1.25)
    await judge()
    const [alert] = await alertsOf(device)
    const customer = server.as('customer')
    await customer.call('POST', `/alerts/${alert!['alert_id']}/acknowledge`, { note: 'A second boiler' })
    await judge(10)
    expect(await alertsOf(device)).toHaveLength(1)
    await judge(24)
    expect(await alertsOf(device)).toEqual([])
    await judge(25)
    expect(await alertsOf(device)).toEqual([])
  })
})

test('stopped use raises an alert; a suspended device is not judged', async () => {
  const stopped = await tankUsed(5, 0)
  const asleep = await tankUsed(5, 0)
  await sql`update devices set status = 'suspended' where device_id = ${asleep.device_id}`.execute(server.db)
  await judge()
  expect((await alertsOf(stopped)).map(({ level }) => level)).toEqual(['use_stopped'])
  expect(await alertsOf(asleep)).toEqual([])
})

describe('a rise', () => {
  /** A tank whose level rose by 1.8 % yesterday evening, with `booked` litres booked to it then. */
  async function tankRisen(booked: number | null): Promise<TestDevice> {
    const device = await deviceWithTank(server)
    await sql`update devices set time_zone = 'UTC' where device_id = ${device.device_id}`.execute(server.db)
    await send(device, { from: BEFORE, until: 0, percent: (age) => 40 + 0.5 * age + (age < 0.3 ? 1.8 : 0) })
    if (booked !== null) await book(device, { litres: booked, daysAgo: 0.3 })
    await judge()
    return device
  }

  async function book({ device_id }: TestDevice, { litres, daysAgo }: { litres: number; daysAgo: number }) {
    const at = new Date(MIDNIGHT - daysAgo * DAY)
    await sql`
      with round as (
        insert into shipment_planners (company_id, status_id, load_date, left_at, delivered_at)
        values (${COMPANY.customer}, 4, ${at}::date, ${at}::timestamptz - interval '2 hours', ${at}) returning shipment_id)
      insert into shipment_planner_details (shipment_id, sort_order, product_id, quantity_ordered, quantity, unit_id, device_ports_id,
        delivered, delivered_unit_id)
      select shipment_id, 1, (select min(product_id) from tank_products), 1, 1, litre.id, p.device_ports_id, ${litres}, litre.id
      from round, device_ports p, units_of_measure litre
      where p.device_id = ${device_id} and litre.measure = 'volume' and litre.factor = 1`.execute(server.db)
  }

  test('raises an alert without a booking, but not if a load to the tank explains it', async () => {
    const [unknown, explained, tooMuch] = [await tankRisen(null), await tankRisen(40), await tankRisen(15)]
    expect((await alertsOf(unknown)).map(({ level }) => level)).toEqual(['unexplained_rise'])
    expect(await alertsOf(explained)).toEqual([])
    expect((await alertsOf(tooMuch)).map(({ level }) => level)).toEqual(['unexplained_rise'])
  })

  test("is in the evidence of the tank's alert if it was booked but did not occur", async () => {
    const device = await tankUsed(5, 1.5)
    await book(device, { litres: 300, daysAgo: 2.5 })
    await book(device, { litres: 20, daysAgo: 3.5 })
    await judge()
    const [alert] = await alertsOf(device)
    const { body } = await server.as('customer').call('GET', `/alerts/${alert!['alert_id']}/evidence`)
    const litres = body.alert_evidence.unit === 'gal' ? 3.785411784 : 1
    expect(body.alert_evidence.deliveries).toEqual([
      { at: new Date(MIDNIGHT - 2.5 * DAY).toISOString(), volume: expect.closeTo(300 / litres, 3) },
    ])
  })
})
