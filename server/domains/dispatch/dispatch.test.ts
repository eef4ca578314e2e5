// Deliberately long: needs, planning and changes on the board are one story of the same trucks.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#core/domains/dispatch/deliveryDays.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
let truck_id: number
let other_truck_id: number
/** A day that no other test plans. */
let day: string
let days = 0
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server, { specific_gravity: '0.850' })).product_id
  truck_id = await truck()
  other_truck_id = await truck()
})
beforeEach(() => {
  days += 1
  day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
})
afterAll(() => server.close())

async function truck(more: object = {}): Promise<number> {
  const { body } = await server.as('administrator').call('POST', '/tanker_trucks', {
    company_id: COMPANY.customer,
    truck_name: 'Bobtail',
    vehicle_type: 'truck',
    num_of_compartments: 2,
    compartment1: 4000,
    compartment2: 3000,
    max_weight: 5000,
    payload: 5000,
    gvwr: 12_000,
    ...more,
  })
  return body.tanker_truck.truck_id
}
/** A tank of 2,000 L, filled to a percentage. */
async function tank(percent: number, more: Parameters<typeof deviceWithTank>[1] = {}) {
  const device = await deviceWithTank(server, { tank: { product_id }, ...more })
  await device.send({ records: [record(Date.now() - 60_000, percent)] })
  const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}/ports`)
  return { ...device, device_ports_id: body.device_ports[0].device_ports_id as number }
}
type Account = Parameters<TestServer['as']>[0]
const board = (path: string, as: Account = 'dispatcher') => server.as(as).call('GET', `/dispatch/${path}`)
const send = (path: string, body: object, as: Account = 'dispatcher') =>
  server.as(as).call('POST', `/dispatch/${path}`, body)
const plan = (tanks: readonly { device_ports_id: number }[], more: object = {}, as: Account = 'dispatcher') =>
  send(
    'plan',
    { day, truck_id, loads: tanks.map(({ device_ports_id }) => ({ device_ports_id })), ...more },
    as,
  )
const needsOf = async (device_id: number) =>
  (await board(`needs?day=${day}&device_id=${device_id}`)).body.needs
const roundOf = async (shipment_id: number) =>
  (await board(`rounds?day=${day}`)).body.rounds.find(
    (round: { shipment_id: number }) => round.shipment_id === shipment_id,
  )

describe('the list of needs', () => {
  test('has reason, level and room, and leaves out a tank with enough', async () => {
    const [low, full] = [await tank(10), await tank(80)]
    expect(await needsOf(low.device_id)).toMatchObject([
      {
        key: `tank:${low.device_ports_id}`,
        rank: 'must',
        reason: 'at_reorder',
        percent: 10,
        level_source: 'measured',
        // 95 % of 2,000 L less its content.
        room: 1700,
        quantity_liters: 1700,
        company_id: COMPANY.customer,
      },
    ])
    expect(await needsOf(full.device_id)).toEqual([])
  })

  test('combines an order and its tank in one need, limited by both', async () => {
    const { device_id } = await tank(50)
    const details = [{ product_id, quantity: '500', unit_price: '1' }]
    const order = await waitingOrder(server, { device_id, document_date: day, wished_date: day, details })
    expect(await needsOf(device_id)).toMatchObject([
      {
        rank: 'must',
        reason: 'order_today',
        params: { on: day },
        document_number: order.document_number,
        room: 900,
      },
    ])
    const [{ quantity_liters }] = await needsOf(device_id)
    expect(quantity_liters).toBeLessThanOrEqual(900)
  })

  test('names the order of a tank that is not released yet', async () => {
    const { device_id } = await tank(10)
    const details = [{ product_id, quantity: '500', unit_price: '1' }]
    const order = await testDocument(server, { device_id, document_date: day, details })
    const { document_id, document_number } = order
    expect(await needsOf(device_id)).toMatchObject([
      { reason: 'at_reorder', document_number: null, unreleased: { document_id, document_number } },
    ])
  })

  test('an order without a requested day is due within three days, however late it is to be paid', async () => {
    const { device_id } = await tank(50)
    const details = [{ product_id, quantity: '500', unit_price: '1' }]
    const order = { device_id, document_date: day, due_date: '2099-12-31', details }
    await waitingOrder(server, order)
    expect((await needsOf(device_id))[0].params).toEqual({
      on: new Date(Date.parse(day) + 3 * 86_400_000).toISOString().slice(0, 10),
      is_usual: true,
    })
  })

  test('products of one name are one choice, which finds the needs of all of them', async () => {
    const name = `Molasses ${day}`
    const products = [
      (await testProduct(server, { product_name: name })).product_id,
      (await testProduct(server, { product_name: name })).product_id,
    ]
    for (const id of products) await tank(10, { tank: { product_id: id } })
    const { body } = await board(`needs?day=${day}&product_id=${products[1]}&page_size=200`)
    expect(body.products.filter(({ title }: { title: string }) => title === name)).toEqual([
      { id: products[1], title: name, count: 2 },
    ])
    const found = body.needs.map((need: { product_id: number }) => need.product_id)
    expect(found.toSorted()).toEqual(products.toSorted())
    // The product of a company out of reach finds nothing, whatever its name.
    const foreign = await testProduct(server, { product_name: name }, COMPANY.stranger)
    expect((await board(`needs?day=${day}&product_id=${foreign.product_id}`)).body.needs).toEqual([])
  })

  test('leaves out an order whose tank a round already fills', async () => {
    const one = await tank(10)
    const details = [{ product_id, quantity: '300', unit_price: '1' }]
    await waitingOrder(server, { device_id: one.device_id, document_date: day, wished_date: day, details })
    expect(await needsOf(one.device_id)).toMatchObject([{ rank: 'must', reason: 'order_today' }])
    // Fills all of its room, but not for the order.
    await plan([one])
    const { body } = await board(`needs?day=${day}&device_id=${one.device_id}`)
    expect(body).toMatchObject({ needs: [], total: 0, counts: { must: 0, planned: 1 } })
  })

  test('has what was ordered, and the round that fills the tank first', async () => {
    const one = await tank(10)
    const planned = await plan([one], { loads: [{ device_ports_id: one.device_ports_id, quantity: '300' }] })
    const { rows } = await sql<{ shipment_number: string; liters: number }>`
      select s.shipment_number, d.quantity_liters::float8 as liters from shipment_planner_details d
        join shipment_planners s using (shipment_id) where shipment_id = ${planned.body.shipment_id}`.execute(
      server.db,
    )
    const order = { device_id: one.device_id, document_date: day, wished_date: day }
    await waitingOrder(server, { ...order, details: [{ product_id, quantity: '400', unit_price: '1' }] })
    const [need] = await needsOf(one.device_id)
    expect(need).toMatchObject({ reason: 'order_today', first: rows[0] })
    expect(need.ordered_liters).toBeGreaterThan(need.quantity_liters)
    expect(need.quantity_liters).toBeCloseTo(1700 - rows[0]!.liters, 0)
  })

  test('follows the contract of a site: a will-call customer is not served without an order', async () => {
    const low = await tank(10)
    const site = (contract: string) =>
      server
        .as('administrator')
        .call('POST', '/sites', { company_id: COMPANY.customer, name: `Yard ${contract} ${day}`, contract })
    const stand = (site_id: number) =>
      sql`update devices set site_id = ${site_id} where device_id = ${low.device_id}`.execute(server.db)
    const { body } = await site('will_call')
    await stand(body.site.site_id)
    expect(await needsOf(low.device_id)).toEqual([])
    await stand((await site('keep_full')).body.site.site_id)
    expect(await needsOf(low.device_id)).toMatchObject([{ rank: 'must', reason: 'at_reorder' }])
  })

  test('names the tanks that run dry and that no round fills: without a truck for them, or until their customer calls', async () => {
    const def = await testProduct(server, { vehicle_class: 'def' })
    const fluid = await tank(10, { tank: { product_id: def.product_id } })
    const called = await tank(10)
    const unplannedOf = async (device_id: number) =>
      (await board(`needs?day=${day}&device_id=${device_id}`)).body.unplanned
    await sql`update tanker_trucks set vehicle_class = 'fuel'`.execute(server.db)
    expect(await unplannedOf(fluid.device_id)).toMatchObject([
      {
        ...{ why: 'no_truck', total: 1 },
        tanks: [{ key: `tank:${fluid.device_ports_id}`, device_id: fluid.device_id }],
      },
    ])
    // The trucks of a board can be compared with it.
    expect((await needsOf(fluid.device_id))[0]).toMatchObject({
      product_class: 'def',
      haulers: expect.arrayContaining([COMPANY.customer, COMPANY.distributor]),
    })
    const { trucks } = (await board('rounds')).body
    expect([...new Set(trucks.flatMap((one: { classes: string[] }) => one.classes))]).toEqual(['fuel'])
    await sql`update tanker_trucks set vehicle_class = 'any'`.execute(server.db)
    expect(await unplannedOf(fluid.device_id)).toEqual([])
    expect(await unplannedOf(called.device_id)).toEqual([])
    const body = { company_id: COMPANY.customer, name: `Caller ${day}`, contract: 'will_call' }
    const { body: made } = await server.as('administrator').call('POST', '/sites', body)
    await sql`update devices set site_id = ${made.site.site_id} where device_id = ${called.device_id}`.execute(
      server.db,
    )
    await sql`update port_states set forecast_at = now(), days_to_empty = 0.5, days_to_empty_low = 0.4
      where device_id = ${called.device_id}`.execute(server.db)
    // The planner's day is tomorrow or later.
    expect(await unplannedOf(called.device_id)).toMatchObject([{ why: 'will_call', total: 1 }])
  })

  test('includes a tank under a keep-full contract from a quarter of room on, however long its content lasts', async () => {
    const half = await tank(55)
    const body = { company_id: COMPANY.customer, name: `Hospital ${day}`, contract: 'keep_full' }
    const created = await server.as('administrator').call('POST', '/sites', body)
    await sql`update devices set site_id = ${created.body.site.site_id} where device_id = ${half.device_id}`.execute(
      server.db,
    )
    expect(await needsOf(half.device_id)).toMatchObject([{ rank: 'should', reason: 'room_to_keep_full' }])
  })

  test('can be searched, filtered, counted and paged', async () => {
    const label = `Kearney ${day}`
    const one = await tank(10, { tank: { product_id }, device: { label } })
    const { body } = await board(`needs?day=${day}&search=${encodeURIComponent(label)}`)
    expect(body).toMatchObject({ total: 1, counts: { must: 1, should: 0, could: 0, planned: 0 } })
    expect(body.needs[0]).toMatchObject({ device_id: one.device_id, place: label })
    expect(body.week).toHaveLength(7)
    expect(body.week[0]).toMatchObject({ must: 1 })
    for (const item of body.week) {
      const { counts } = (await board(`needs?day=${item.day}&search=${encodeURIComponent(label)}`)).body
      expect([item.day, counts.must]).toEqual([item.day, item.must])
    }
    // The strip of days does not depend on the open day.
    expect((await board(`needs?search=${encodeURIComponent(label)}`)).body.week).toEqual(body.week)
    expect((await board(`needs?day=${day}&product_id=999999`)).body.needs).toEqual([])
    expect((await board(`needs?day=${day}&rank=could&device_id=${one.device_id}`)).body.needs).toEqual([])
    const page = await board(`needs?day=${day}&page_size=1&page_num=2`)
    const whole = await board(`needs?day=${day}&page_size=2`)
    expect(page.body.needs).toEqual([{ ...whole.body.needs[1], level_age: expect.any(Number) }])
    expect((await board('needs?day=2026-02-30')).status).toBe(400)
  })
})

describe('putting on a truck', () => {
  test('creates a draft with the quantity that fits into a compartment, and adds more to the same draft', async () => {
    const [one, other] = [await tank(10), await tank(20)]
    const { status, body } = await plan([one])
    expect(status).toBe(200)
    expect(body.arranged).toEqual({ behind: [], limit: null, limits: [], together: [] })
    const again = await plan([other])
    expect(again.body.shipment_id).toBe(body.shipment_id)
    expect(again.body.shipment_detail_ids).toHaveLength(1)
    const round = await roundOf(body.shipment_id)
    expect(round).toMatchObject({ truck_id, load_date: day, weight_limit: 5000 })
    expect(round.loads.map((load: { device_ports_id: number }) => load.device_ports_id)).toEqual([
      one.device_ports_id,
      other.device_ports_id,
    ])
    // Whole units of the dispatcher, never more than there is room for.
    expect(round.loads[0].quantity_liters).toBeGreaterThan(1690)
    expect(round.loads[0].quantity_liters).toBeLessThanOrEqual(1700)
    expect(await needsOf(one.device_id)).toEqual([])
    expect((await board(`needs?day=${day}&device_id=${one.device_id}`)).body.counts.planned).toBe(1)
  })

  test('refuses what another round already brings, and names the round', async () => {
    const one = await tank(10)
    const first = await plan([one])
    const second = await plan([one], { truck_id: other_truck_id })
    expect(second.status).toBe(409)
    expect(second.body.message).toContain(first.body.shipment_number)
    expect(second.body.planned).toEqual([{ shipment_number: first.body.shipment_number, day, loads: [0] }])
    // Even if repeated on purpose: there is no room left for it.
    expect((await plan([one], { truck_id: other_truck_id, again: true })).status).toBe(422)
    const little = [{ device_ports_id: one.device_ports_id, quantity: '1' }]
    const third = await send('plan', { day, truck_id: other_truck_id, loads: little, again: true })
    expect(third.status).toBe(422)
  })

  test('reports that a round cannot leave while its truck is out with another', async () => {
    const first = await plan([await tank(10)], { truck_id: other_truck_id })
    const next = new Date(Date.parse(day) + 200 * 86_400_000).toISOString().slice(0, 10)
    const second = await plan([await tank(10)], { truck_id: other_truck_id, day: next })
    const outOf = async () =>
      (await board(`rounds?day=${next}`)).body.rounds.find(
        (round: { shipment_id: number }) => round.shipment_id === second.body.shipment_id,
      ).out
    expect(await outOf()).toEqual([])
    const setStatus = (status_id: number) =>
      sql`update shipment_planners set status_id = ${status_id} where shipment_id = ${first.body.shipment_id}`.execute(
        server.db,
      )
    await setStatus(2)
    expect(await outOf()).toMatchObject([
      {
        field: 'truck_id',
        rule: 'vehicle_out',
        message: `In route with ${first.body.shipment_number}. Send this round when the vehicle is back, or choose another vehicle.`,
      },
    ])
    const { rows } = await sql<{ people_id: number }>`select people_id from users
      where username = 'driver@test.example'`.execute(server.db)
    const path = `/shipment_planner/${second.body.shipment_id}`
    await server.as('administrator').call('PATCH', path, { delivered_by: rows[0]!.people_id })
    const leave = () => server.as('dispatcher').call('POST', `${path}/status`, { status_id: 2 })
    const refused = await leave()
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `This shipment cannot leave yet. Truck: In route with ${first.body.shipment_number}. Send this round when the vehicle is back, or choose another vehicle.`,
    ])
    // The last stop is done, so the truck is back even before anyone closes that round.
    await sql`update shipment_stops set status = 'done', done_at = now() where shipment_id = ${first.body.shipment_id}`.execute(
      server.db,
    )
    expect(await outOf()).toEqual([])
    expect((await leave()).status).toBe(200)
    await setStatus(5)
  })

  test('has the real and expected arrivals of a round that has left', async () => {
    const { shipment_id } = (await plan([await tank(10)])).body
    expect(await roundOf(shipment_id)).toMatchObject({ left_at: null, delivered_at: null, arrivals: [] })
    const change = (stop: string) =>
      sql`update shipment_stops set ${sql.raw(stop)} where shipment_id = ${shipment_id}`.execute(server.db)
    await change("expected_arrival = '2026-11-20T15:00:00Z'")
    const stop_id = expect.any(Number)
    expect((await roundOf(shipment_id)).arrivals).toEqual([
      { stop_id, status: 'planned', arrived_at: null, expected_arrival: '2026-11-20T15:00:00.000Z' },
    ])
    // Closed without an arrival: it was there at the latest.
    await change("status = 'done', done_at = '2026-11-20T15:30:00Z'")
    expect((await roundOf(shipment_id)).arrivals).toMatchObject([{ arrived_at: '2026-11-20T15:30:00.000Z' }])
  })

  test('fills a tank only once if two dispatchers plan it at once', async () => {
    const one = await tank(10)
    const answers = await Promise.all([
      plan([one]),
      plan([one], { truck_id: other_truck_id }, 'administrator'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test.each([
    ['cancelled', (id: number) => ['POST', `/transaction_documents/${id}/status`, { status_id: 39 }]],
    [
      'received by hand',
      (id: number) => ['POST', `/transaction_documents/${id}/status`, { status_id: 30, reason: 'Fetched' }],
    ],
    ['archived', (id: number) => ['DELETE', `/transaction_documents/${id}`]],
  ] as [string, (id: number) => Parameters<ReturnType<TestServer['as']>['call']>][])(
    'an order is planned or %s, never both at once',
    async (_, stepOf) => {
      const results: number[][] = []
      for (let round = 0; round < 4; round++) {
        const { device_id } = await tank(10)
        const details = [{ product_id, quantity: '100', unit_price: '1' }]
        const { document_id } = await waitingOrder(server, { device_id, details })
        const read = await server.as('administrator').call('GET', `/transaction_documents/${document_id}`)
        const [{ document_detail_id }] = read.body.transaction_document.details
        const answers = await Promise.all([
          send('plan', { day, truck_id, loads: [{ document_detail_id }] }),
          server.as('administrator').call(...stepOf(document_id)),
        ])
        results.push(answers.map(({ status }) => status))
      }
      for (const statuses of results) expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    },
  )

  test('is done once if sent twice', async () => {
    const one = await tank(10)
    const body = { day, truck_id, loads: [{ device_ports_id: one.device_ports_id }] }
    const twice = () =>
      server.as('dispatcher').call('POST', '/dispatch/plan', body, { 'idempotency-key': `plan-${day}` })
    const [first, second] = [await twice(), await twice()]
    expect(second.body.shipment_id).toBe(first.body.shipment_id)
    expect((await roundOf(first.body.shipment_id)).loads).toHaveLength(1)
  })

  test('leaves what does not fit without a compartment, and names the limit', async () => {
    const small = await truck({ compartment1: 500, compartment2: 500 })
    const { body } = await plan([await tank(10)], { truck_id: small })
    expect(body.arranged.limit.rule).toBe('over_compartment')
    expect(body.arranged.behind).toHaveLength(1)
    const round = await roundOf(body.shipment_id)
    const total = round.loads.reduce(
      (sum: number, load: { quantity_liters: number }) => sum + load.quantity_liters,
      0,
    )
    expect(total).toBeGreaterThan(1690)
    expect(total).toBeLessThanOrEqual(1700)
    expect(round.problems).toContainEqual(
      expect.objectContaining({ field: 'details.2.compartment', rule: 'required' }),
    )
    // Arranging again gives the same result: split loads are merged first.
    const arranged = await send('arrange', { shipment_id: body.shipment_id })
    expect(arranged.body.arranged.behind).toHaveLength(1)
    expect((await roundOf(body.shipment_id)).loads).toHaveLength(3)
  })

  test('cuts the load that comes last, not one that fitted before', async () => {
    const light = (await testProduct(server, { specific_gravity: '0.500' })).product_id
    const small = await truck({ max_weight: 2000, payload: 2000 })
    const [before, added] = [await tank(10), await tank(10, { tank: { product_id: light } })]
    const { body } = await plan([before], { truck_id: small })
    const whole = (await roundOf(body.shipment_id)).loads[0]
    // The light product would fit whole, and more litres in all, without some of the heavy one.
    await plan([added], { truck_id: small })
    for (const change of ['none', 'arrange']) {
      if (change === 'arrange') await send('arrange', { shipment_id: body.shipment_id })
      const { loads } = await roundOf(body.shipment_id)
      expect(loads).toHaveLength(3)
      expect(loads[0]).toMatchObject({
        ...{ shipment_detail_id: whole.shipment_detail_id, quantity_liters: whole.quantity_liters },
        compartment: expect.any(Number),
      })
      expect(loads[1]).toMatchObject({
        ...{ device_ports_id: added.device_ports_id, compartment: expect.any(Number) },
      })
      expect(loads[2]).toMatchObject({ device_ports_id: added.device_ports_id, compartment: null })
    }
  })

  test('puts on only what fits of many, the first ones first, and leaves out what is already planned', async () => {
    const tanks = [await tank(10), await tank(10), await tank(10), await tank(10), await tank(10)]
    await plan(tanks.slice(0, 1), { truck_id: other_truck_id })
    const { status, body } = await plan(tanks, { fitting: true })
    // 5,000 kg are 5,887 L of it: three whole loads, and of the fourth enough to be worth delivering.
    expect([status, body.left_out]).toEqual([200, 1])
    const round = await roundOf(body.shipment_id)
    expect(round.weight).toBeLessThanOrEqual(5000)
    expect(round.loads.every((load: { compartment: number | null }) => load.compartment !== null)).toBe(true)
    const ports = new Set(round.loads.map((load: { device_ports_id: number }) => load.device_ports_id))
    expect([...ports]).toEqual(tanks.slice(1).map(({ device_ports_id }) => device_ports_id))
    expect((await plan(tanks, { fitting: true })).status).toBe(409)
  })

  test('arranges the truck for all of many before it leaves one out', async () => {
    const small = await truck({
      ...{ num_of_compartments: 3, compartment1: 1800, compartment2: 830, compartment3: 830 },
      ...{ max_weight: 0, payload: 0 },
    })
    const other = (await testProduct(server)).product_id
    // One after the other, the first would take the large compartment, and the small ones would not hold the second.
    const tanks = [await tank(50), await tank(10, { tank: { product_id: other } })]
    const { status, body } = await plan(tanks, { truck_id: small, fitting: true })
    expect([status, body.left_out, body.arranged?.behind]).toEqual([200, 0, []])
    const round = await roundOf(body.shipment_id)
    expect(round.problems).toMatchObject([{ field: 'delivered_by', rule: 'required' }])
    const litres = (id: number) =>
      round.loads
        .filter((load: { device_ports_id: number }) => load.device_ports_id === id)
        .reduce((sum: number, load: { quantity_liters: number }) => sum + load.quantity_liters, 0)
    expect(litres(tanks[1]!.device_ports_id)).toBeGreaterThan(1685)
    expect(litres(tanks[0]!.device_ports_id)).toBeGreaterThan(880)
  })

  test('splits into whole units that add up to the requested quantity', async () => {
    const gallons = { imperial_compartment1: '1200', imperial_compartment2: '800' }
    const large = await truck({
      ...gallons,
      compartment1: null,
      compartment2: null,
      max_weight: 0,
      payload: 0,
    })
    const { device_id } = await deviceWithTank(server, {
      tank: { product_id, def_liters: '8000', metric_length: '4000' },
    })
    const details = [{ product_id, quantity: '1500', unit_price: '1' }]
    const order = await waitingOrder(server, { device_id, document_date: day, wished_date: day, details })
    const { document_detail_id } = order.details[0]
    const { status, body } = await send('plan', {
      ...{ day, truck_id: large, fitting: true, loads: [{ document_detail_id }] },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    const { body: made } = await server.as('dispatcher').call('GET', `/shipment_planner/${body.shipment_id}`)
    const { details: loads } = made.shipment_planner
    expect(loads.map(({ quantity }: { quantity: string }) => Number(quantity))).toEqual([1200, 300])
  })

  test('puts on all or nothing', async () => {
    const one = await tank(10)
    const { status } = await send('plan', {
      day,
      truck_id,
      loads: [{ device_ports_id: one.device_ports_id }, { device_ports_id: 999_999_999 }],
    })
    expect(status).toBe(404)
    expect((await board(`rounds?day=${day}`)).body.rounds).toEqual([])
    expect((await send('plan', { day, truck_id, loads: [{}] })).status).toBe(422)
    expect((await send('plan', { day, truck_id, loads: [] })).status).toBe(422)
  })
})

describe('changing a round', () => {
  test('loads move to another truck, and an empty round is deleted', async () => {
    const [one, other] = [await tank(10), await tank(10)]
    const made = await plan([one, other])
    const [first, second] = made.body.shipment_detail_ids
    const move = (shipment_detail_ids: number[]) =>
      send('move', {
        from_shipment_id: made.body.shipment_id,
        shipment_detail_ids,
        day,
        truck_id: other_truck_id,
      })
    const moved = await move([first])
    expect(moved.status).toBe(200)
    expect((await roundOf(moved.body.shipment_id)).loads).toMatchObject([
      { device_ports_id: one.device_ports_id },
    ])
    expect((await roundOf(made.body.shipment_id)).loads).toMatchObject([{ shipment_detail_id: second }])
    expect((await move([second])).body.shipment_id).toBe(moved.body.shipment_id)
    expect(await roundOf(made.body.shipment_id)).toBeUndefined()
  })

  test('a load taken off can be put on again unchanged', async () => {
    const one = await tank(10)
    const { body } = await plan([one])
    const off = await send('take_off', {
      shipment_id: body.shipment_id,
      shipment_detail_ids: body.shipment_detail_ids,
    })
    expect(await roundOf(body.shipment_id)).toBeUndefined()
    expect(await needsOf(one.device_id)).toHaveLength(1)
    const again = await send('plan', { day, truck_id, loads: off.body.taken })
    expect(again.status).toBe(200)
    expect((await roundOf(again.body.shipment_id)).loads).toHaveLength(1)
  })

  test('stops get the requested order, unless someone changed them', async () => {
    const { body } = await plan([await tank(10), await tank(10)])
    const { shipment_id, shipment_detail_ids: ids } = body
    const turned = ids.toReversed()
    expect((await send('reorder', { shipment_id, shipment_detail_ids: turned })).status).toBe(200)
    const { loads } = await roundOf(shipment_id)
    expect(loads.map((load: { shipment_detail_id: number }) => load.shipment_detail_id)).toEqual(turned)
    expect((await send('reorder', { shipment_id, shipment_detail_ids: ids.slice(1) })).status).toBe(409)
  })

  test('a truck emptied from the rear is loaded accordingly, and rearranged when its stops are reversed', async () => {
    const rear = await truck({ unloading_order: 'rear_first', max_weight: 0, payload: 0 })
    const kinds = [product_id, (await testProduct(server)).product_id]
    const tanks = await Promise.all(
      kinds.map((kind, index) =>
        tank(10, { tank: { product_id: kind }, device: { label: `Rear ${day} ${index}` } }),
      ),
    )
    const { body } = await plan(tanks, { truck_id: rear })
    const compartments = async () =>
      (await roundOf(body.shipment_id)).loads.map(
        (load: { device_ports_id: number; compartment: number }) => [
          tanks.findIndex(({ device_ports_id }) => device_ports_id === load.device_ports_id),
          load.compartment,
        ],
      )
    expect(await compartments()).toEqual([
      [0, 2],
      [1, 1],
    ])
    const turned = await send('reorder', {
      shipment_id: body.shipment_id,
      shipment_detail_ids: body.shipment_detail_ids.toReversed(),
    })
    expect(turned).toMatchObject({ status: 200, body: { arranged: { behind: [] } } })
    expect(await compartments()).toEqual([
      [1, 2],
      [0, 1],
    ])
    expect(
      (await roundOf(body.shipment_id)).problems.map(({ rule }: { rule: string }) => rule),
    ).not.toContain('out_of_order')
  })

  test("recomputes the round's times, as the driver sees them", async () => {
    const stand = async (east: number) => {
      const { body } = await server.as('administrator').call('POST', '/sites', {
        ...{ company_id: COMPANY.customer, name: `Stand ${east} ${day}` },
        ...{ latitude: '40.700000', longitude: (-99 + east).toFixed(6) },
      })
      const one = await tank(10)
      await sql`update devices set site_id = ${body.site.site_id}, latitude = 40.7, longitude = ${-99 + east}
        where device_id = ${one.device_id}`.execute(server.db)
      return one
    }
    const { body } = await plan([await stand(0.1), await stand(0.4)])
    const { shipment_id, shipment_detail_ids: ids } = body
    const stops = async () => {
      const read = await server.as('dispatcher').call('GET', `/shipment_planner/${shipment_id}`)
      return read.body.shipment_planner.stops as { stop_id: number; planned_arrival: string | null }[]
    }
    const first = await stops()
    expect(first).toHaveLength(2)
    expect(first[0]!.planned_arrival! < first[1]!.planned_arrival!).toBe(true)
    await send('reorder', { shipment_id, shipment_detail_ids: ids.toReversed() })
    const turned = await stops()
    expect(turned.map(({ stop_id }) => stop_id)).toEqual(first.map(({ stop_id }) => stop_id).toReversed())
    expect(turned[0]!.planned_arrival! < turned[1]!.planned_arrival!).toBe(true)
    // The board has the same times, and the distance.
    const { loads, route } = await roundOf(shipment_id)
    expect(loads.map((load: { stop_id: number }) => load.stop_id)).toEqual(
      turned.map(({ stop_id }) => stop_id),
    )
    expect(route.stops).toMatchObject(
      turned.map(({ stop_id, planned_arrival }) => ({ stop_id, planned_arrival: planned_arrival! })),
    )
    const own = await board(`rounds/${shipment_id}/route`)
    expect(own.body.route).toEqual({ source: 'estimate', has_home: false, now: route, way: null })
    const foreign = await server.as('administrator').call('GET', '/dispatch/rounds/999999/route')
    expect(foreign.status).toBe(404)
    expect(route.meters / 1000).toBeCloseTo(1.3 * 0.3 * 84.3, 0)
    expect(Date.parse(route.ends_at)).toBeGreaterThan(Date.parse(turned[1]!.planned_arrival!))
    await send('take_off', { shipment_id, shipment_detail_ids: [ids.at(-1)] })
    const [left, ...others] = await stops()
    expect([left!.stop_id, others]).toEqual([first[0]!.stop_id, []])
    expect(left!.planned_arrival).toBe(first[0]!.planned_arrival)
  })

  test('a round that has left can no longer be changed', async () => {
    const { body } = await plan([await tank(10)])
    const { shipment_id, shipment_detail_ids } = body
    await server
      .as('administrator')
      .call('POST', `/shipment_planner/${shipment_id}/status`, { status: 'cancelled' })
    expect((await send('take_off', { shipment_id, shipment_detail_ids })).status).toBe(409)
    expect((await send('arrange', { shipment_id })).status).toBe(409)
  })
})

describe('the rounds of a day', () => {
  test('have errors and warnings', async () => {
    const created = await server.as('dispatcher').call('POST', '/shipment_planner', {
      company_id: COMPANY.customer,
      truck_id,
      load_date: day,
    })
    await plan([await tank(10)], { shipment_id: created.body.shipment_planner.shipment_id })
    const second = await server.as('dispatcher').call('POST', '/shipment_planner', {
      company_id: COMPANY.customer,
      truck_id,
      load_date: day,
    })
    const round = await roundOf(second.body.shipment_planner.shipment_id)
    expect(round.problems.map(({ field }: { field: string }) => field)).toEqual(['details', 'delivered_by'])
    expect(round.warnings).toMatchObject([{ rule: 'vehicle_twice' }])
    const { week } = (await board(`rounds?day=${day}`)).body
    if (days < 7)
      expect(week.find((item: { day: string }) => item.day === day)).toMatchObject({ rounds: 2, stops: 1 })
  })

  test('include those of other days that deliver now, today only', async () => {
    const { shipment_id } = (await plan([await tank(10)])).body
    const { day: today } = (await board('rounds')).body
    const before = addDays(today, -2)
    const change = (status_id: number) =>
      sql`update shipment_planners set status_id = ${status_id}, load_date = ${before}, deliver_date = ${before}
        where shipment_id = ${shipment_id}`.execute(server.db)
    const shownOn = async (one: string) =>
      (await board(`rounds?day=${one}`)).body.rounds.filter(
        (round: { shipment_id: number }) => round.shipment_id === shipment_id,
      )
    await change(2)
    expect(await shownOn(today)).toMatchObject([{ load_date: before, deliver_date: before }])
    expect(await shownOn(addDays(today, 1))).toEqual([])
    await change(1)
    expect(await shownOn(today)).toHaveLength(1)
    await change(3)
    expect(await shownOn(today)).toEqual([])
    // Sent early, it keeps its day, and its truck is on the road today.
    const later = addDays(today, 2)
    await sql`update shipment_planners set status_id = 2, load_date = ${later}, deliver_date = ${later}
      where shipment_id = ${shipment_id}`.execute(server.db)
    expect(await shownOn(today)).toHaveLength(1)
    expect(await shownOn(later)).toHaveLength(1)
    expect(await shownOn(addDays(today, 1))).toEqual([])
    await change(5)
  })
})

describe('rights', () => {
  test.each(['customer', 'driver', 'technician', 'vendor'] as const)('%s sees no board', async (account) => {
    expect((await board('needs', account)).status).toBe(405)
    expect((await board('rounds', account)).status).toBe(405)
    expect((await plan([{ device_ports_id: 1 }], {}, account)).status).toBe(405)
  })

  test('a csr reads the board, and plans nothing', async () => {
    expect((await board('needs', 'csr')).status).toBe(200)
    expect((await plan([{ device_ports_id: 1 }], {}, 'csr')).status).toBe(405)
  })

  test('nothing of another company can be seen, planned, moved or taken off', async () => {
    const theirs = await tank(10, { company: COMPANY.stranger, tank: {} })
    expect(await needsOf(theirs.device_id)).toEqual([])
    expect((await plan([theirs])).status).toBe(404)
    const theirTruck = await truck({ company_id: COMPANY.stranger })
    const mine = await tank(10)
    expect((await plan([mine], { truck_id: theirTruck })).status).toBe(404)
    const created = await server.as('administrator').call('POST', '/shipment_planner', {
      company_id: COMPANY.stranger,
      truck_id: theirTruck,
      load_date: day,
    })
    const { shipment_id } = created.body.shipment_planner
    expect((await plan([mine], { shipment_id })).status).toBe(404)
    for (const path of ['take_off', 'reorder', 'arrange']) {
      expect((await send(path, { shipment_id, shipment_detail_ids: [1] })).status).toBeGreaterThanOrEqual(404)
    }
    const { trucks, rounds } = (await board(`rounds?day=${day}`)).body
    expect(trucks.map((item: { truck_id: number }) => item.truck_id)).not.toContain(theirTruck)
    expect(rounds.map((round: { shipment_id: number }) => round.shipment_id)).not.toContain(shipment_id)
  })
})
