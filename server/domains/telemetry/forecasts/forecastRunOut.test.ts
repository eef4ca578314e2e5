import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { rolledUp } from '#server/app/testing/rolledUp.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { lockDevices } from '#server/domains/devices/lockDevices.ts'
import { systemActor } from '#server/platform/context.ts'
import { forecastRunOut, forecastWhatIsDue } from './forecastRunOut.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test.each([false, true])(
  'forecasts wait for writers of the same devices without a deadlock (last first: %s)',
  async (isLastFirst) => {
    const devices = [await deviceWithTank(server), await deviceWithTank(server)]
    for (const device of devices) {
      const response = await device.send({ records: [record(Date.now() - HOUR, 50)] })
      expect(response.status).toBe(200)
    }
    await server.settle()
    const ids = devices.map(({ device_id }) => device_id)
    await sql`update port_states set forecast_at = null where device_id = any(${ids})`.execute(server.db)
    const context = { actor: systemActor, now: new Date(), encryptor: server.encryptor }
    const waitingFor = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
      return rows[0]!.count
    }
    const forecast = await server.db.transaction().execute(async (db) => {
      await lockDevices({ ...context, db }, ids)
      const write = (device_id: number) =>
        sql`update port_states set at = at where device_id = ${device_id}`.execute(db)
      const [first, second] = isLastFirst ? ids.toReversed() : ids
      await write(first!)
      const forecast = forecastRunOut({ ...context, db: server.db }, ids)
      await expect.poll(waitingFor).toBe(1)
      await write(second!)
      return { forecast }
    })
    expect(await forecast.forecast).toBe(2)
  },
)

test('scheduled forecasts in their own thread follow a use that doubled six days ago', async () => {
  const device = await deviceWithTank(server)
  const now = Date.now()
  // It doubles at a local midnight; otherwise that day's use would be a mixture, depending on the hour of this test.
  const { rows: starts } = await sql<{ at: string }>`
    select (business_today() - 6)::timestamp at time zone business_time_zone() as at`.execute(server.db)
  const since = (now - new Date(starts[0]!.at).getTime()) / DAY
  const percent = (age: number) => 40 + 2 * Math.min(age, since) + Math.max(age - since, 0)
  // Four readings a day, and hourly ones around the change, so that the day of the change is exact at every hour of this test.
  const [before, after] = [31 - 8, 8]
  const ages = [
    ...Array.from({ length: before * 4 }, (_, i) => 31 - (i + 1) / 4),
    ...Array.from({ length: after * 24 }, (_, i) => after - (i + 1) / 24),
  ]
  const records = ages.map((age) => record(now - age * DAY, percent(age)))
  for (let from = 0; from < records.length; from += 40)
    expect((await device.send({ records: records.slice(from, from + 40) })).status).toBe(200)
  await server.settle()
  await sql`update port_states set forecast_at = null where device_id = ${device.device_id}`.execute(
    server.db,
  )
  await forecastWhatIsDue({ actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor })
  const { rows } = await sql<Record<string, number>>`
    select days_to_empty as empty, days_to_empty_low as low, days_to_empty_high as high, days_to_red as red
    from port_states where device_id = ${device.device_id}`.execute(server.db)
  const { empty, low, high, red } = rows[0]!
  // 40 % at 2 % a day.
  expect(empty).toBeGreaterThan(17)
  expect(empty).toBeLessThan(23)
  expect(low).toBeLessThan(empty!)
  expect(high).toBeGreaterThan(empty!)
  expect(red).toBeLessThan(empty!)
  const { body } = await server.as('customer').call('GET', `/devices/${device.device_id}`)
  expect(body.device.ports[0].days_to_empty).toBeCloseTo(empty!, 2)
  expect(body.device.ports[0].days_to_empty_range).toEqual([
    expect.closeTo(low!, 2),
    expect.closeTo(high!, 2),
  ])
  const [tank] = body.device.ports
  const changed = (now - Date.parse(tank.forecast_because.changed_on)) / DAY
  expect(changed).toBeGreaterThan(4.5)
  expect(changed).toBeLessThan(7.5)
  expect(tank.forecast_because.factor).toBeCloseTo(2, 0)
  // The chart continues from the newest level to empty, consistent with the days shown.
  const chart = async (ahead: number) => {
    const range = `from=${now - 7 * DAY}&to=${now + ahead}`
    const { body } = await server
      .as('customer')
      .call('GET', `/devices/${device.device_id}/port_history_graph/1?${range}`)
    return body.series as { name: string; points: number[][]; ahead?: number[][] }[]
  }
  expect((await chart(0)).some(({ ahead }) => ahead)).toBe(false)
  const [volumes, percents] = await chart(55 * DAY)
  const reached = (place: number) =>
    (volumes!.ahead!.find((point) => point[place]! <= 0.001)![0]! - now) / DAY
  expect(Math.abs(reached(1) - empty!)).toBeLessThan(2)
  expect(Math.abs(reached(2) - low!)).toBeLessThan(2)
  expect(Math.abs(reached(3) - high!)).toBeLessThan(3)
  expect(percents!.ahead![0]![1]).toBeCloseTo(40, 0)
  for (const [, value, least, most] of volumes!.ahead!) {
    expect(least).toBeLessThanOrEqual(value!)
    expect(value).toBeLessThanOrEqual(most!)
  }
  const { rows: waiting } =
    await sql`select from port_states where forecast_at is null and volume is not null`.execute(server.db)
  expect(waiting).toEqual([])
})

test('a heating tank runs out sooner when a cold spell is forecast', async () => {
  const now = Math.floor(Date.now() / HOUR) * HOUR - HOUR
  const today = Math.floor(now / DAY) * DAY
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  const place = { latitude: '52.000000', longitude: '0.000000' }
  const device = await deviceWithTank(server, { device: place })
  await sql`update devices set time_zone = 'UTC' where device_id = ${device.device_id}`.execute(server.db)
  // Two litres per degree day: mild and cold spells of some days in turns.
  const meanOf = (time: number) => 8 + 7 * Math.sin(time / DAY / 2.3) + 2 * Math.sin(time / DAY)
  const usedOn = (time: number) => 2 * (18 - meanOf(time))
  const from = now - 70 * DAY
  const volumeAt = (time: number) => {
    let used = 0
    for (let day = Math.floor(from / DAY) * DAY; day < time; day += DAY)
      used += usedOn(day) * Math.min((time - day) / DAY, 1)
    return 2000 - used
  }
  await rolledUp(server, device, { from, until: now, every: HOUR }, volumeAt)
  await device.send({ records: [record(now, volumeAt(now) / 20)] })
  await server.settle()
  const daysWith = async (ahead: (time: number) => number) => {
    for (let day = today - 71 * DAY; day < today + 15 * DAY; day += DAY) {
      const mean = day < today ? meanOf(day) : ahead(day)
      await sql`insert into weather_days (north, east, day, mean, told_at) values (208, 0, ${dateOf(day)}, ${mean}, now())
        on conflict (north, east, day) do update set mean = excluded.mean`.execute(server.db)
    }
    await sql`update port_states set forecast_at = null where device_id = ${device.device_id}`.execute(
      server.db,
    )
    const context = { actor: systemActor, db: server.db, now: new Date(now), encryptor: server.encryptor }
    await forecastRunOut(context, [device.device_id])
    const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}`)
    return body.device.ports[0].days_to_empty as number
  }
  const unknown = await daysWith(meanOf)
  const mild = await daysWith(() => 17)
  const cold = await daysWith(() => -6)
  expect(cold).toBeLessThan(unknown)
  expect(unknown).toBeLessThan(mild)
  const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}`)
  const { kind, k_factor, cold_before, cold_ahead } = body.device.ports[0].forecast_because
  // Half a degree day (°C·d) per litre, shown as °F·d per gallon or °C·d per litre.
  const perGallon = (0.5 * 1.8) / 0.264172
  const expected = body.device.ports[0].volume_unit === 'gal' ? perGallon : 0.5
  expect(kind).toBe('degree_days')
  expect(k_factor / expected).toBeCloseTo(1, 0)
  expect(cold_ahead).toBeGreaterThan(cold_before)
  // 48 L a day from the day of the measurement.
  expect(Math.abs(cold - volumeAt(now) / 48)).toBeLessThan(3)
  // A change of the tank renews its forecast at once: half of the rest becomes undrawable.
  const listed = await server.as('administrator').call('GET', `/devices/${device.device_id}/ports`)
  const path = `/devices/${device.device_id}/ports/${listed.body.device_ports[0].device_ports_id}`
  const unusable_bottom = (volumeAt(now) / 40).toFixed(2)
  const changed = await server.as('administrator').call('PATCH', path, { unusable_bottom })
  expect(changed.status).toBe(200)
  const again = { actor: systemActor, db: server.db, now: new Date(now), encryptor: server.encryptor }
  expect(await forecastRunOut(again, [device.device_id])).toBe(1)
  const after = await server.as('administrator').call('GET', `/devices/${device.device_id}`)
  expect(Math.abs(after.body.device.ports[0].days_to_empty - cold / 2)).toBeLessThan(1.5)
})

test('a level that contradicts its forecast renews it at once: a loss, a fill, a different level', async () => {
  const device = await deviceWithTank(server)
  const now = Date.now() - HOUR
  const volumeAt = (time: number) => 1000 + (20 * (now - time)) / DAY
  await rolledUp(server, device, { from: now - 40 * DAY, until: now, every: HOUR }, volumeAt)
  await device.send({ records: [record(now, 50)] })
  await server.settle()
  await forecastWhatIsDue({ db: server.db, now: new Date(), actor: systemActor, encryptor: server.encryptor })
  const read = async () => {
    const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}`)
    const { level, days_to_empty, days_to_red } = body.device.ports[0]
    return { level, empty: Math.round(days_to_empty / 10) * 10, red: Math.round(days_to_red / 5) * 5 }
  }
  const report = async (minutes: number, percent: number) => {
    await device.send({ records: [record(now + minutes * 60_000, percent)] })
    await server.settle()
  }
  expect(await read()).toEqual({ level: 'fine', empty: 50, red: 35 })
  await report(10, 40)
  expect(await read()).toEqual({ level: 'fine', empty: 40, red: 25 })
  await report(20, 10)
  expect(await read()).toEqual({ level: 'urgent', empty: 10, red: 0 })
  await report(30, 47)
  expect(await read()).toEqual({ level: 'fine', empty: 50, red: 30 })
})

test('thermal expansion of propane is not use: its forecast is as certain as one of water', async () => {
  const now = Math.floor(Date.now() / HOUR) * HOUR - HOUR
  const today = Math.floor(now / DAY) * DAY
  const place = { latitude: '53.000000', longitude: '0.000000' }
  const { body } = await server.as('administrator').call('POST', '/tank_products', {
    ...(await exampleOf(server, tank_products, COMPANY.customer)),
    ...{ product_name: 'Shrinking', product_group: 'lpg', specific_gravity: '0.508' },
  })
  const { product_id } = body.tank_product
  const device = await deviceWithTank(server, { device: place, tank: { product_id } })
  await sql`update devices set time_zone = 'UTC' where device_id = ${device.device_id}`.execute(server.db)
  const meanOf = (time: number) => 12 + 9 * Math.sin(time / DAY / 1.9)
  const from = now - 60 * DAY
  // The liquid follows half of each step of the air temperature.
  let warm = meanOf(Math.floor(from / DAY) * DAY - 40 * DAY)
  const liquid = new Map<number, number>()
  for (let day = Math.floor(from / DAY) * DAY - 40 * DAY; day <= today; day += DAY) {
    warm += 0.5 * (meanOf(day) - warm)
    liquid.set(day, warm)
    const date = new Date(day).toISOString().slice(0, 10)
    await sql`insert into weather_days (north, east, day, mean, told_at) values (212, 0, ${date}, ${meanOf(day)}, now())`.execute(
      server.db,
    )
  }
  const volumeAt = (time: number) => {
    const net = 1100 + (10 * (now - time)) / DAY
    return net * (1 + 0.0029 * (liquid.get(Math.floor(time / DAY) * DAY)! - 15))
  }
  await rolledUp(server, device, { from, until: now, every: HOUR }, volumeAt)
  await device.send({ records: [record(now, volumeAt(now) / 20)] })
  await server.settle()
  await sql`update port_states set forecast_at = null where device_id = ${device.device_id}`.execute(
    server.db,
  )
  const context = { actor: systemActor, db: server.db, now: new Date(now), encryptor: server.encryptor }
  await forecastRunOut(context, [device.device_id])
  const { rows } = await sql<Record<string, number>>`
    select days_to_empty as empty, days_to_empty_low as low, days_to_empty_high as high, use_per_day as use
    from port_states where device_id = ${device.device_id}`.execute(server.db)
  const { empty, low, high, use } = rows[0]!
  expect(Math.abs(use! - 10)).toBeLessThan(1)
  expect(high! - low!).toBeLessThan(0.15 * empty!)
})

test('a tank without history borrows from similar tanks of its company, and shows it', async () => {
  const now = Math.floor(Date.now() / HOUR) * HOUR - HOUR
  const product = async (name: string) => {
    const { status, body } = await server.as('administrator').call('POST', '/tank_products', {
      ...(await exampleOf(server, tank_products, COMPANY.customer)),
      product_name: name,
    })
    expect([name, status, body]).toMatchObject([name, 200, {}])
    return body.tank_product.product_id as number
  }
  const product_id = await product('Lent')
  const lenderOf = async (company: number, litres: number, tank = {}) => {
    const device = await deviceWithTank(server, { company, tank: { product_id, ...tank } })
    const volumeAt = (time: number) => 500 + (litres * (now - time)) / DAY
    await rolledUp(server, device, { from: now - 30 * DAY, until: now, every: 2 * HOUR }, volumeAt)
    await device.send({ records: [record(now, volumeAt(now) / 20)] })
    return device
  }
  const lenders = [
    await lenderOf(COMPANY.customer, 20),
    await lenderOf(COMPANY.customer, 30),
    // Another company and another product must not lend.
    await lenderOf(COMPANY.branch, 900),
    await lenderOf(COMPANY.customer, 900, { product_id: await product('Other') }),
  ]
  await server.settle()
  const context = { actor: systemActor, db: server.db, now: new Date(now), encryptor: server.encryptor }
  const forecastAgain = async (device_id: number) => {
    await sql`update port_states set forecast_at = null where device_id = ${device_id}`.execute(server.db)
    await forecastRunOut(context, [device_id])
    const { body } = await server.as('administrator').call('GET', `/devices/${device_id}`)
    return body.device.ports[0]
  }
  for (const { device_id } of lenders) await forecastAgain(device_id)
  const young = await deviceWithTank(server, { tank: { product_id } })
  await young.send({ records: [record(now, 50)] })
  await server.settle()
  const tank = await forecastAgain(young.device_id)
  expect(tank.forecast_because).toEqual({ kind: 'borrowed', lenders: 2 })
  expect(tank.no_forecast).toBeNull()
  // 1,000 L at 20 to 30 L a day.
  expect(tank.days_to_empty).toBeGreaterThan(30)
  expect(tank.days_to_empty).toBeLessThan(52)
  expect(tank.days_to_empty_range[0]).toBeLessThan(37)
  expect(tank.days_to_empty_range[1]).toBeGreaterThan(45)
})
