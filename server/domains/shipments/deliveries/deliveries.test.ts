import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { HOUR_AGO } from '../driver/testing/driverTools.ts'

const DRAWING = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='
type Account = Parameters<TestServer['as']>[0]

let server: TestServer
let product_id: number
let gallon: number
let driver_id: number
let tank: Awaited<ReturnType<typeof tankOf>>
let strangers: Awaited<ReturnType<typeof tankOf>>
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server, { product_group: 'fuel_oil', specific_gravity: '0.850' }))
    .product_id
  const { body } = await admin('GET', '/units_of_measure?options=1')
  gallon = body.units_of_measure.find((unit: { code: string | null }) => unit.code === 'gal').id
  const { rows } = await sql<{ people_id: number }>`
    select people_id from users where username = 'driver@test.example'`.execute(server.db)
  driver_id = rows[0]!.people_id
})
beforeEach(async () => {
  await sql`update shipment_planners set status_id = case status_id when 1 then 5 else 4 end
    where status_id in (1, 2)`.execute(server.db)
  tank = await tankOf(COMPANY.customer, 'North barn')
  strangers = await tankOf(COMPANY.stranger, 'Secret yard')
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
const deliveries = async (as: Account, query = '') =>
  (await server.as(as).call('GET', `/deliveries${query}`)).body

async function tankOf(company: number, label: string) {
  const device = await deviceWithTank(server, {
    company,
    tank: { product_id: null },
    device: { label },
  })
  await sql`update device_ports set product_id = ${product_id} where device_id = ${device.device_id}`.execute(
    server.db,
  )
  await device.send({ records: [record(Date.now() - 60_000, 20)] })
  const { body } = await admin('GET', `/devices/${device.device_id}/ports`)
  return { ...device, device_ports_id: body.device_ports[0].device_ports_id as number }
}

/** A round with a stop at the customer and a stop at an unrelated company, on its own truck. */
async function round(company_id: number = COMPANY.customer) {
  const { body: truck } = await admin('POST', '/tanker_trucks', {
    ...{ company_id, truck_name: 'Secret bobtail', vehicle_type: 'truck', num_of_compartments: 2 },
    ...{ compartment1: 9000, compartment2: 9000, max_weight: 0, payload: 0, gvwr: 0 },
  })
  const load = (ports_id: number, company: number, place: string, compartment: number) => ({
    ...{ product_id, quantity: '100', unit_id: gallon, compartment, company_id: company },
    ...{ device_ports_id: ports_id, ship_location_label: place },
  })
  const { body } = await admin('POST', '/shipment_planner', {
    ...{ company_id, truck_id: truck.tanker_truck.truck_id, load_date: '2026-11-23' },
    deliver_date: '2026-11-24',
    ...(company_id === COMPANY.customer && { delivered_by: driver_id }),
    details: [
      load(tank.device_ports_id, COMPANY.customer, 'Barn', 1),
      load(strangers.device_ports_id, COMPANY.stranger, 'Secret yard', 2),
    ],
  })
  if (!body.shipment_planner) throw new Error(JSON.stringify(body))
  return body.shipment_planner
}

describe('the list of shipments', () => {
  const found = async (as: Account, text: string) => {
    const { body } = await server.as(as).call('GET', `/shipment_planner?search=${encodeURIComponent(text)}`)
    return body.shipment_planners.map(({ shipment_id }: { shipment_id: number }) => shipment_id)
  }

  test('is searched by the places and customers of the stops that the reader sees', async () => {
    const own = await round()
    expect(await found('administrator', 'secret YARD')).toContain(own.shipment_id)
    expect(await found('administrator', 'prairie')).toContain(own.shipment_id)
    expect(await found('customer', 'barn')).toContain(own.shipment_id)
    const foreign = await round(COMPANY.distributor)
    expect(await found('customer', 'secret')).not.toContain(foreign.shipment_id)
    expect(await found('stranger', 'barn')).toEqual([])
  })
})

describe('upcoming deliveries', () => {
  test('show each customer of a round only their own stop, without the truck or the round', async () => {
    const created = await round(COMPANY.distributor)
    const own = await deliveries('customer')
    expect(own.coming).toMatchObject([
      {
        kind: 'stop',
        place: 'Barn',
        on_the_way: false,
        status: 'planned',
        company_title: 'Prairie Fuels',
        shipment_id: null,
        shipment_number: null,
        loads: [{ device_ports_ids: [tank.device_ports_id] }],
        tickets: [],
      },
    ])
    expect(own.coming[0].loads[0].liters).toBeCloseTo(378.541, 2)
    expect(JSON.stringify(own)).not.toMatch(/Secret|Stranger/)
    const foreign = await deliveries('stranger')
    expect(foreign.coming.map(({ place }: { place: string }) => place)).toEqual(['Secret yard'])
    expect(JSON.stringify(foreign)).not.toMatch(/Barn|Prairie/)
    // The distributor plans the round and gets a link to it.
    expect((await deliveries('distributor')).coming[0]).toMatchObject({ shipment_id: created.shipment_id })
  })

  test('show no day for a draft until the day is firm or the round is sent', async () => {
    const created = await round(COMPANY.distributor)
    const arrival = '2026-11-24T20:20:00.000Z'
    await admin('PUT', `/shipment_planner/${created.shipment_id}/stops`, {
      stops: created.stops.map(({ stop_id }: { stop_id: number }) => ({ stop_id, planned_arrival: arrival })),
    })
    const stopsOfTimeline = async (as: Account) => {
      const { body } = await server.as(as).call('GET', `/timeline?device_ports_id=${tank.device_ports_id}`)
      return [...body.ahead, ...body.entries].filter(({ kind }: { kind: string }) => kind === 'stop').length
    }
    const shown = async (as: Account) => {
      const [{ day, is_firm, arrival: at }] = (await deliveries(as, `?device_id=${tank.device_id}`)).coming
      return { day, is_firm, at }
    }
    expect(await shown('customer')).toEqual({ day: null, is_firm: false, at: null })
    expect(await stopsOfTimeline('customer')).toBe(0)
    expect(await shown('distributor')).toEqual({ day: '2026-11-24', is_firm: false, at: arrival })
    await admin('PATCH', `/shipment_planner/${created.shipment_id}`, { is_firm: 1 })
    expect(await shown('customer')).toEqual({ day: '2026-11-24', is_firm: true, at: arrival })
    expect(await stopsOfTimeline('customer')).toBe(1)
  })

  test('show that the truck is on its way, and its planned arrival', async () => {
    const created = await round()
    const [first, second] = created.stops
    const arrival = '2026-11-24T20:20:00.000Z'
    await admin('PUT', `/shipment_planner/${created.shipment_id}/stops`, {
      stops: [
        { stop_id: second.stop_id, planned_arrival: '2026-11-24T15:00:00.000Z' },
        { stop_id: first.stop_id, planned_arrival: arrival },
      ],
    })
    await admin('POST', `/shipment_planner/${created.shipment_id}/status`, { status_id: 2 })
    expect((await deliveries('customer')).coming).toMatchObject([
      { place: 'Barn', arrival, on_the_way: true },
    ])
  })

  test('include an order until a round covers it, even one that is not approved yet', async () => {
    const details = [{ product_id, quantity: '500', unit_price: '1' }]
    const order = await testDocument(server, {
      device_id: tank.device_id,
      wished_date: '2026-12-01',
      details,
    })
    expect((await deliveries('customer', `?device_id=${tank.device_id}`)).coming).toMatchObject([
      {
        kind: 'order',
        status: 'waiting',
        document_id: order.document_id,
        day: '2026-12-01',
        loads: [{ device_ports_ids: [tank.device_ports_id] }],
      },
    ])
    expect((await deliveries('stranger', `?device_id=${tank.device_id}`)).coming).toEqual([])
    // A user who may not read orders sees none.
    expect((await deliveries('customer_readonly', `?device_id=${tank.device_id}`)).coming).toEqual([])
  })

  test('are the stops and orders of a site, for users who may see them', async () => {
    const { body } = await admin('POST', '/sites', { company_id: COMPANY.customer, name: 'North' })
    const { site_id } = body.site
    await sql`update devices set site_id = ${site_id} where device_id = ${tank.device_id}`.execute(server.db)
    await round(COMPANY.distributor)
    const order = await waitingOrder(server, {
      device_id: tank.device_id,
      details: [{ product_id, quantity: '300', unit_price: '1' }],
    })
    const at = (as: Account) => deliveries(as, `?site_id=${site_id}`)
    for (const account of ['customer', 'administrator', 'distributor'] as const)
      expect((await at(account)).coming[0]).toMatchObject({ kind: 'stop', place: 'Barn', site_id })
    expect((await at('customer')).coming[1]).toMatchObject({ document_number: order.document_number })
    expect(await at('stranger')).toMatchObject({ coming: [], done: [] })
  })

  test('cover only the devices to which an account is limited', async () => {
    await round(COMPANY.distributor)
    const limit = async (ids: number[]) => {
      await sql`update accounts set limit_devices = ${ids} where user_id = (
        select user_id from users where username = 'customer@test.example')`.execute(server.db)
      await server.forgetRights()
    }
    await limit([strangers.device_id])
    expect((await deliveries('customer')).coming).toEqual([])
    await limit([tank.device_id])
    expect((await deliveries('customer')).coming).toHaveLength(1)
    await limit([])
  })
})

describe('loads to come', () => {
  const coming = async (as: Account, query = `device_ports_ids=${tank.device_ports_id}`) =>
    (await server.as(as).call('GET', `/deliveries/coming?${query}`)).body.coming_loads

  test('are the loads of rounds, then the order lines that no round covers', async () => {
    const order = await waitingOrder(server, {
      device_id: tank.device_id,
      wished_date: '2026-12-01',
      details: [{ product_id, quantity: '300', unit_price: '1' }],
    })
    const created = await round()
    const [load, line, ...others] = await coming('administrator')
    expect(load).toMatchObject({
      ...{ kind: 'stop', device_ports_ids: [tank.device_ports_id], shipment_id: created.shipment_id },
      ...{ shipment_number: created.shipment_number, day: '2026-11-24', on_the_way: false, is_firm: false },
    })
    expect(load.liters).toBeCloseTo(378.541, 2)
    expect(line).toMatchObject({
      ...{ kind: 'order', device_ports_ids: [tank.device_ports_id], day: '2026-12-01', shipment_id: null },
      ...{ document_id: order.document_id, document_number: order.document_number },
    })
    expect(others).toEqual([])
    await admin('POST', `/shipment_planner/${created.shipment_id}/status`, { status_id: 2 })
    expect((await coming('administrator'))[0]).toMatchObject({ on_the_way: true })
  })

  test('name the order of a load only to users who may read orders', async () => {
    const order = await waitingOrder(server, {
      device_id: tank.device_id,
      details: [{ product_id, quantity: '100', unit_price: '1' }],
    })
    const created = await round(COMPANY.distributor)
    await sql`update shipment_planner_details set device_ports_id = null, document_detail_id = ${order.details[0].document_detail_id}
      where shipment_detail_id = ${created.details[0].shipment_detail_id}`.execute(server.db)
    const { document_id } = order
    for (const query of [undefined, `document_ids=${document_id}`])
      expect(await coming('customer', query)).toMatchObject([{ kind: 'stop', document_id }])
    expect(await coming('stranger', `document_ids=${document_id}`)).toEqual([])
    expect(await coming('customer_readonly')).toMatchObject([
      { kind: 'stop', document_id: null, document_number: null },
    ])
  })

  test('keep an order’s delivered load until its round ends', async () => {
    const order = await waitingOrder(server, {
      device_id: tank.device_id,
      details: [{ product_id, quantity: '100', unit_price: '1' }],
    })
    const created = await round()
    await admin('POST', `/shipment_planner/${created.shipment_id}/status`, { status_id: 2 })
    await sql`update shipment_planner_details set document_detail_id = ${order.details[0].document_detail_id}
      where shipment_detail_id = ${created.details[0].shipment_detail_id}`.execute(server.db)
    const ofOrder = `document_ids=${order.document_id}`
    expect(await coming('customer', ofOrder)).toMatchObject([{ on_the_way: true, done_at: null }])
    await sql`update shipment_stops set status = 'done', done_at = '2026-11-24T15:00:00Z' where shipment_id = ${created.shipment_id}`.execute(
      server.db,
    )
    await sql`update shipment_planner_details set delivered = 90, delivered_liters = 340.687
      where shipment_id = ${created.shipment_id}`.execute(server.db)
    expect(await coming('customer', ofOrder)).toMatchObject([
      { on_the_way: false, done_at: '2026-11-24T15:00:00.000Z', liters: expect.closeTo(340.687, 3) },
    ])
    expect(await coming('stranger', ofOrder)).toEqual([])
    // Its tank has no delivery ahead.
    expect(await coming('customer')).toEqual([])
    await sql`update shipment_planners set status_id = 3 where shipment_id = ${created.shipment_id}`.execute(
      server.db,
    )
    expect(await coming('customer', ofOrder)).toEqual([])
  })

  test('show customers only their own stops, without the round, and no day before it is firm', async () => {
    const created = await round(COMPANY.distributor)
    expect(await coming('customer')).toMatchObject([
      { device_ports_ids: [tank.device_ports_id], shipment_id: null, shipment_number: null, day: null },
    ])
    expect(await coming('customer', `device_ports_ids=${strangers.device_ports_id}`)).toEqual([])
    expect(await coming('stranger')).toEqual([])
    await admin('PATCH', `/shipment_planner/${created.shipment_id}`, { is_firm: 1 })
    expect(await coming('customer')).toMatchObject([{ day: '2026-11-24' }])
  })
})

describe('past deliveries', () => {
  /** Drives the round: a ticket at each stop, the first one corrected. */
  async function driven() {
    const created = await round()
    const asDriver = (method: string, path: string, body: unknown) =>
      server.as('driver').call(method, path, body)
    const { body: block } = await asDriver('POST', '/driver/ticket_blocks', {
      shipment_id: created.shipment_id,
      count: 5,
    })
    const first = block.ticket_block.first_number as number
    const event = (kind: string, body: object, stop: number | null) => ({
      event_id: randomUUID(),
      shipment_id: created.shipment_id,
      stop_id: stop === null ? null : created.stops[stop].stop_id,
      kind,
      at: HOUR_AGO,
      body,
    })
    const counted = (stop: number, quantity: string, number: number) => ({
      shipment_detail_id: created.details[stop].shipment_detail_id,
      number,
      ...{ meter_start: null, meter_end: null, quantity, unit_id: gallon, celsius: null },
    })
    const atStop = (stop: number) => [
      event('arrived', {}, stop),
      event('delivered', { ...counted(stop, '100', first + stop), reason: null }, stop),
      event('signed', { name: `Signer ${stop}`, signature: DRAWING, latitude: null, longitude: null }, stop),
    ]
    const correction = { ...counted(0, '101', first + 2), corrects: first, reason: 'Misread' }
    const { body } = await asDriver('POST', '/driver/events', {
      events: [
        event('left', {}, null),
        ...atStop(0),
        event('correction', correction, 0),
        event('closed', {}, 0),
        ...atStop(1),
        event('closed', {}, 1),
      ],
    })
    expect(body.outcomes.filter(({ outcome }: { outcome: string }) => outcome !== 'applied')).toEqual([])
    return { made: created, first }
  }

  test('come with their valid tickets, each customer seeing their own', async () => {
    const { first, made } = await driven()
    const own = (await deliveries('customer', `?device_id=${tank.device_id}`)).done
    expect(own).toMatchObject([{ place: 'Barn', status: 'done', signed_by: 'Signer 0' }])
    expect(own[0].tickets).toMatchObject([{ number: first + 2 }])
    expect(own[0].tickets[0].liters).toBeCloseTo(101 * 3.785411784, 2)
    const foreign = (await deliveries('stranger', `?device_id=${strangers.device_id}`)).done
    expect(foreign).toMatchObject([{ place: 'Secret yard', tickets: [{ number: first + 1 }] }])
    // Neither the round, which belongs to the customer's company, nor the driver's day discloses the other stop.
    for (const path of [
      `/shipment_planner/${made.shipment_id}`,
      `/driver/day?people_id=${driver_id}`,
      `/shipment_planner/print?shipment_id=${made.shipment_id}`,
    ]) {
      const { raw, status } = await server.as('customer').call('GET', path)
      expect(status).toBe(200)
      expect(raw).not.toMatch(/Secret yard|Stranger|Signer 1/)
    }
    expect(
      (await server.as('dispatcher').call('GET', `/shipment_planner/${made.shipment_id}`)).raw,
    ).toContain('Secret yard')
  })

  test('come in order of time, up to the requested limit', async () => {
    await driven()
    await sql`update shipment_planners set status_id = 4 where status_id = 2`.execute(server.db)
    await driven()
    const all = (await deliveries('customer', '?limit=100')).done
    expect(all.length).toBeGreaterThan(1)
    expect((await deliveries('customer', '?limit=1')).done).toEqual([all[0]])
    expect((await server.as('customer').call('GET', '/deliveries?limit=1000')).status).toBe(400)
  })

  test("disclose nothing about other customers of a round of the customer's company", async () => {
    const { shipment_id, details } = await round()
    const path = `/shipment_planner/${shipment_id}`
    const done = [
      await admin('PATCH', path, {
        details: details.map(({ shipment_detail_id }: { shipment_detail_id: number }, index: number) => ({
          shipment_detail_id,
          ...(index === 1 && { ship_city: 'Secret yard 2' }),
        })),
      }),
      await admin('POST', `${path}/status`, { status_id: 2 }),
      await admin('POST', `${path}/status`, { status_id: 3 }),
      await admin('POST', `${path}/finalize`, {}),
      await admin('POST', `${path}/sign`, {
        ...{ name: 'Signer 1', signature: DRAWING },
      }),
    ]
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    for (const url of [
      path,
      `${path}/history`,
      '/shipment_planner',
      '/shipment_planner?search=Signer',
      '/shipment_planner/export?format=csv',
      `/shipment_planner/print?shipment_id=${shipment_id}`,
      `/delivery_tickets?shipment_id=${shipment_id}`,
      `/timeline?device_ports_id=${tank.device_ports_id}`,
      '/search?search=Signer',
    ]) {
      const { raw, status } = await server.as('customer').call('GET', url)
      expect
        .soft([url, status, raw.match(/.{20}(Secret yard|Stranger|Signer 1).{20}/)?.[0]])
        .toEqual([url, 200, undefined])
    }
  })
})
