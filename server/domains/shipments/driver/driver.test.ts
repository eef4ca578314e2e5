// Deliberately long: covers a driver's day from the yard to the closed round, with everything that can go wrong.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DriverEventBodies } from '#core/domains/shipments/driver/driverEvents.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { closeDoneRounds } from './closeRound.ts'
import { type DriverTools, driverTools } from './testing/driverTools.ts'

let server: TestServer
let on: DriverTools
let diesel: number
let propane: number
let driver_id: number
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
  ;({ diesel, propane, driver_id } = on)
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) => on.admin(method, path, body)
const asDriver = (method: string, path: string, body?: unknown) => on.asDriver(method, path, body)
const load: DriverTools['load'] = (place, more) => on.load(place, more)
const round: DriverTools['round'] = (details, more) => on.round(details, more)
const send: DriverTools['send'] = (...events) => on.send(...events)
const day = () => on.day()
const openOf = async (id: number) =>
  (await day()).open_events.filter(({ shipment_id }: { shipment_id: number }) => shipment_id === id)

describe('a day', () => {
  test('holds everything a driver needs offline: place, product, room, level and ticket numbers', async () => {
    const tank = await deviceWithTank(server, {
      tank: { product_id: diesel },
      device: { label: 'North barn' },
    })
    await tank.send({ records: [record(Date.now(), 20)] })
    const { body } = await admin('GET', `/devices/${tank.device_id}/ports`)
    const { made } = await round([
      load('Barn', { device_ports_id: body.device_ports[0].device_ports_id, quantity: '100' }),
    ])
    const { rounds, ticket_blocks } = await day()
    expect(rounds).toMatchObject([
      {
        shipment_number: made.shipment_number,
        company_title: 'Prairie Fuels',
        truck_title: 'Bobtail',
        stops: [
          {
            place: 'Barn',
            status: 'planned',
            events: [],
            loads: [
              {
                public_id: tank.public_id,
                place: 'North barn',
                product_group: 'fuel_oil',
                quantity: 100,
                unit_code: 'gal',
                capacity_liters: 2000,
                percent: 20,
                room_liters: 1500,
                level_source: 'measured',
              },
            ],
          },
        ],
      },
    ])
    expect(ticket_blocks[0]).toMatchObject({ company_id: COMPANY.customer, used: [] })
  })

  test("holds only the driver's own rounds; planners see them too", async () => {
    const { id } = await round([load('Barn')], { delivered_by: null })
    expect((await day()).rounds).toEqual([])
    const own = await round([load('Barn')])
    const seen = async (type: 'dispatcher' | 'driver', query: string) =>
      (await server.as(type).call('GET', `/driver/day${query}`)).body.rounds.map(
        ({ shipment_id }: { shipment_id: number }) => shipment_id,
      )
    expect(await seen('dispatcher', `?people_id=${driver_id}`)).toEqual([own.id])
    expect(await seen('dispatcher', '')).toEqual([])
    // A driver who requests another driver's day gets their own.
    expect(await seen('driver', '?people_id=1')).toEqual([own.id])
    expect(
      (await server.as('stranger').call('GET', `/driver/day?people_id=${driver_id}`)).body.rounds,
    ).toEqual([])
    expect(id).not.toBe(own.id)
  })

  test('starts on its own day: a draft of a later day cannot be started by its driver, only sent by the office', async () => {
    const load_date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const { event, id, read } = await round([load('Barn')], { load_date })
    expect((await day()).rounds).toMatchObject([{ load_date, time_zone: 'America/Detroit' }])
    expect(await send(event('left', {}))).toEqual(['round_of_later_day'])
    expect((await read()).status_id).toBe(1)
    expect((await admin('POST', `/shipment_planner/${id}/status`, { status_id: 2 })).status).toBe(200)
    expect(await send(event('left', {}))).toEqual(['applied'])
  })

  test('starts a confirmed draft on its day, though the office did not send it', async () => {
    const { event, id, read } = await round([load('Barn')])
    await admin('PATCH', `/shipment_planner/${id}`, { is_firm: 1 })
    expect((await day()).rounds).toMatchObject([{ shipment_id: id, status_id: 1 }])
    expect(await send(event('left', {}))).toEqual(['applied'])
    expect((await read()).status_id).toBe(2)
  })

  test('never holds a ticket number twice across phones', async () => {
    const { id } = await round([load('Barn')])
    const blocks = await Promise.all(
      Array.from({ length: 6 }, () =>
        asDriver('POST', '/driver/ticket_blocks', { shipment_id: id, count: 10 }),
      ),
    )
    const numbers = blocks
      .map(({ body }) => body.ticket_block.first_number as number)
      .toSorted((a, b) => a - b)
    expect(numbers.map((number) => number - numbers[0]!)).toEqual([0, 10, 20, 30, 40, 50])
  })
})

test('a round from the yard to its end: its tickets record the deliveries and finalize it', async () => {
  const { event, ticket, signed, read, id, first } = await round([
    load('Barn'),
    load('Yard', { compartment: 2 }),
  ])
  const detail = (await read()).details[0].shipment_detail_id
  expect(
    await send(
      event('left', {}),
      event('arrived', {}),
      event('before', { shipment_detail_id: detail, checked: 'scanned', percent: 20, is_interrupted: false }),
      ticket(0, { quantity: '240', reason: 'tank_full' }),
      event('after', { shipment_detail_id: detail, percent: 85.5 }),
      signed(),
      event('closed', {}),
    ),
  ).toEqual(Array.from({ length: 7 }, () => 'applied'))
  expect(await read()).toMatchObject({
    status_id: 2,
    details: [{ delivered: '240.000', quantity_delivered: '908.499' }, { delivered: null }],
    stops: [{ status: 'done', signed_by: 'Dale' }, { status: 'planned' }],
  })
  const { rows } =
    await sql`select number, gross::text, net::text, net_liters::float8, level_before::text, level_after::text, reason
    from delivery_tickets where shipment_id = ${id}`.execute(server.db)
  // 240 gal of diesel at 30 °C are 237 at 60 °F.
  expect(rows).toEqual([
    {
      number: first,
      gross: '240.000',
      net: expect.stringMatching(/^237\.\d{3}$/),
      net_liters: expect.closeTo(Number((rows[0] as { net: string }).net) * 3.785411784, 6),
      level_before: '20.00',
      level_after: '85.50',
      reason: 'tank_full',
    },
  ])
  expect(await send(event('round_closed', {}))).toEqual(['stops_open'])
  expect(
    await send(
      event('arrived', {}, 1),
      event('not_delivered', { reason: 'locked_gate', note: null }, 1),
      event('closed', {}, 1),
      event('round_closed', {}),
    ),
  ).toEqual(['applied', 'applied', 'applied', 'applied'])
  expect(await read()).toMatchObject({
    status_id: 4,
    details: [{ delivered: '240.000' }, { delivered: '0.000' }],
    stops: [{ status: 'done' }, { status: 'not_delivered', reason: 'locked_gate' }],
  })
  expect((await day()).rounds).toEqual([])
  const done = (await day()).done.find((item: { shipment_id: number }) => item.shipment_id === id)
  // No lift was recorded, so the rest on board is unknown.
  expect(done).toMatchObject({ stops: 2, done_stops: 1, left: null })
  expect(done.delivered_liters).toBeGreaterThan(0)
  await sql`update compartment_balances set loaded_liters = metered_liters where shipment_id = ${id}`.execute(
    server.db,
  )
  const known = (await day()).done.find((item: { shipment_id: number }) => item.shipment_id === id)
  expect(known.left).toEqual([])
})

test('a round whose stops are all closed ends automatically after half an hour, and can then be billed', async () => {
  const { event, ticket, signed, read } = await round([load('Barn'), load('Yard', { compartment: 2 })])
  const detail = (await read()).details[0].shipment_detail_id
  await send(
    event('left', {}),
    event('arrived', {}),
    event('before', { shipment_detail_id: detail, checked: 'scanned', percent: 20, is_interrupted: false }),
    ticket(0, { quantity: '240', reason: 'tank_full' }),
    event('after', { shipment_detail_id: detail, percent: 85.5 }),
    signed(),
    event('closed', {}),
  )
  const closeAt = (minutes: number) =>
    closeDoneRounds({
      ...{ actor: systemActor, db: server.db, encryptor: server.encryptor },
      now: new Date(Date.now() + minutes * 60_000),
    })
  await closeAt(60)
  expect((await read()).status_id).toBe(2)
  await send(
    event('arrived', {}, 1),
    event('not_delivered', { reason: 'locked_gate', note: null }, 1),
    event('closed', {}, 1),
  )
  // The phone's times are some minutes in the past.
  await closeAt(-60)
  expect((await read()).status_id).toBe(2)
  await closeAt(31)
  expect(await read()).toMatchObject({
    status_id: 4,
    details: [{ delivered: '240.000' }, { delivered: '0.000' }],
  })
  // A driver who closes the round later is accepted.
  expect(await send(event('round_closed', {}))).toEqual(['applied'])
})

test('starting the next round closes the previous one if all its stops are closed', async () => {
  const [before, next] = [await round([load('Barn')]), await round([load('Yard')])]
  await sql`update shipment_planners set delivered_by = ${driver_id} where shipment_id = ${before.id}`.execute(
    server.db,
  )
  expect(await send(before.event('left', {}), before.event('arrived', {}), before.ticket())).toEqual(
    Array.from({ length: 3 }, () => 'applied'),
  )
  const { body } = await asDriver('POST', '/driver/events', { events: [next.event('left', {})] })
  expect(body.outcomes).toMatchObject([
    { outcome: 'conflict', said: expect.stringContaining(before.made.shipment_number) },
  ])
  expect([(await before.read()).status_id, (await next.read()).status_id]).toEqual([2, 1])
  expect(
    await send(
      before.signed(),
      before.event('closed', {}),
      next.event('left', {}),
      next.event('arrived', {}),
    ),
  ).toEqual(Array.from({ length: 4 }, () => 'applied'))
  expect([(await before.read()).status_id, (await next.read()).status_id]).toEqual([4, 2])
})

test('a round that delivers more than planned without a reason is delivered, and waits for a reason', async () => {
  const { event, ticket, signed, read, id } = await round([load('Barn')])
  const steps = [
    event('left', {}),
    event('arrived', {}),
    ticket(0, { quantity: '270', meter_end: '1270' }),
    signed(),
    event('closed', {}),
  ]
  await send(...steps)
  expect(await send(event('round_closed', {}))).toEqual(['awaits_dispatcher'])
  expect((await read()).status_id).toBe(3)
  expect(await openOf(id)).toMatchObject([
    { kind: 'round_closed', outcome: 'conflict', said: expect.stringContaining('planned') },
  ])
  const { status } = await admin('POST', `/shipment_planner/${id}/finalize`, {
    overrule_reason: 'Hose was full',
  })
  expect(status).toBe(200)
  expect((await read()).details[0].delivered).toBe('270.000')
  expect(await openOf(id)).toEqual([])
})

test('the office may record a quantity that differs from the ticket only with a reason', async () => {
  const { event, ticket, signed, read, id } = await round([load('Barn')])
  await send(
    event('left', {}),
    event('arrived', {}),
    ticket(0, { quantity: '200', meter_end: '1200' }),
    signed(),
    event('closed', {}),
  )
  await admin('POST', `/shipment_planner/${id}/status`, { status: 'delivered' })
  const [{ shipment_detail_id, delivered_unit_id: unit_id }] = (await read()).details
  const finalize = (more: object) =>
    admin('POST', `/shipment_planner/${id}/finalize`, {
      details: [{ shipment_detail_id, delivered: '230', unit_id }],
      ...more,
    })
  const refused = await finalize({})
  expect([refused.status, refused.body.errors]).toMatchObject([
    422,
    [
      { field: 'details.0.quantity_delivered', rule: 'off_ticket' },
      { field: 'overrule_reason', rule: 'required' },
    ],
  ])
  expect((await finalize({ overrule_reason: 'Meter read wrong' })).status).toBe(200)
  expect((await read()).details[0].delivered).toBe('230.000')
})

describe('an event', () => {
  test('resent alone or in any batch is applied once and reported as repeated', async () => {
    const { event, ticket, read } = await round([load('Barn')])
    const [left, arrived, brought] = [event('left', {}), event('arrived', {}), ticket()]
    expect(await send(left, arrived)).toEqual(['applied', 'applied'])
    expect(await send(left, arrived, brought)).toEqual(['applied again', 'applied again', 'applied'])
    expect(await send(left, arrived, brought)).toEqual(['applied again', 'applied again', 'applied again'])
    expect((await read()).details[0].delivered).toBe('250.500')
  })

  test('sent at the same time by two windows is applied once', async () => {
    const { event, ticket, id } = await round([load('Barn')])
    const events = [event('left', {}), event('arrived', {}), ticket()]
    const responses = await Promise.all([send(...events), send(...events), send(...events)])
    for (const at of [0, 1, 2]) {
      expect(responses.map((response) => response[at]).toSorted()).toEqual([
        'applied',
        'applied again',
        'applied again',
      ])
    }
    const { rows } = await sql`select from delivery_tickets where shipment_id = ${id}`.execute(server.db)
    expect(rows).toHaveLength(1)
  })

  test("discloses no outcome if it has the id of another user's event", async () => {
    const { event } = await round([load('Barn')])
    const left = event('left', {})
    await send(left)
    const { body } = await server.as('dispatcher').call('POST', '/driver/events', { events: [left] })
    expect(body.outcomes).toMatchObject([{ outcome: 'refused', rule: 'id_used' }])
  })

  test('refuses the batch and stores nothing if it cannot be parsed', async () => {
    const { event, read } = await round([load('Barn')])
    const bad = { ...event('arrived', {}), body: { more: 1 } }
    const { status } = await asDriver('POST', '/driver/events', { events: [event('left', {}), bad] })
    expect([status, (await read()).status_id]).toEqual([422, 1])
  })

  test('does not block later events if it has an error', async () => {
    const { event, ticket } = await round([load('Barn')])
    expect(await send(event('left', {}), ticket(), event('arrived', {}), ticket())).toEqual([
      'applied',
      'not_arrived',
      'applied',
      'applied',
    ])
  })
})

describe('a change by the dispatcher in the meantime', () => {
  test('causes a stored conflict, which counts once the round is on the road again', async () => {
    const { event, ticket, read, id } = await round([load('Barn')])
    await send(event('left', {}))
    await admin('POST', `/shipment_planner/${id}/status`, { status: 'draft' })
    const [arrived, brought] = [event('arrived', {}), ticket()]
    expect(await send(arrived, brought)).toEqual(['round_not_on_road', 'round_not_on_road'])
    expect(await openOf(id)).toMatchObject([
      { event_id: arrived.event_id, outcome: 'conflict', said: expect.stringContaining('recalled it') },
      { event_id: brought.event_id },
    ])
    await admin('POST', `/shipment_planner/${id}/status`, { status: 'in route' })
    const again = ({ event_id }: { event_id: string }) =>
      asDriver('POST', `/driver/events/${event_id}/resolve`, { how: 'again' })
    expect((await again(brought)).body.outcome).toMatchObject({ outcome: 'refused', rule: 'not_arrived' })
    expect((await again(arrived)).body.outcome).toMatchObject({ outcome: 'applied' })
    expect((await again(brought)).body.outcome).toMatchObject({ outcome: 'applied' })
    expect((await read()).details[0].delivered).toBe('250.500')
    expect(await openOf(id)).toEqual([])
    expect((await again(brought)).status).toBe(404)
  })

  test('a late ticket of a finalized round counts once the office accepts it', async () => {
    const { event, ticket, read, id } = await round([load('Barn')])
    await send(event('left', {}))
    await admin('POST', `/shipment_planner/${id}/status`, { status: 'delivered' })
    const finalized = await admin('POST', `/shipment_planner/${id}/finalize`, {})
    expect(finalized.status, finalized.raw).toBe(200)
    const late = [event('arrived', {}), ticket()]
    expect(await send(...late)).toEqual(['round_over', 'round_over'])
    const again = (as: 'office' | 'driver', { event_id }: { event_id: string }) =>
      (as === 'driver' ? asDriver : admin)('POST', `/driver/events/${event_id}/resolve`, { how: 'again' })
    expect((await again('driver', late[0]!)).body.outcome).toMatchObject({ rule: 'round_over' })
    for (const item of late)
      expect((await again('office', item)).body.outcome).toMatchObject({ outcome: 'applied' })
    expect((await read()).details[0].delivered).toBe('250.500')
    expect(await openOf(id)).toEqual([])
  })

  test('causes a conflict that planners can dismiss, and strangers cannot', async () => {
    const { event, made } = await round([load('Barn')])
    await send(event('left', {}))
    await admin('PATCH', `/shipment_planner/${made.shipment_id}`, { delivered_by: null })
    const arrived = event('arrived', {})
    expect(await send(arrived)).toEqual(['not_your_round'])
    const aside = (type: 'stranger' | 'dispatcher') =>
      server.as(type).call('POST', `/driver/events/${arrived.event_id}/resolve`, { how: 'aside' })
    expect((await aside('stranger')).status).toBe(405)
    expect((await aside('dispatcher')).body.outcome).toMatchObject({ outcome: 'aside' })
    expect(await send(arrived)).toEqual(['aside again'])
  })

  test('cannot drop a load with a ticket, nor cancel deliveries', async () => {
    const { event, ticket, id, first } = await round([load('Barn'), load('Yard', { compartment: 2 })])
    await send(event('left', {}), event('arrived', {}), ticket())
    expect((await admin('POST', `/shipment_planner/${id}/status`, { status: 'cancelled' })).status).toBe(409)
    await admin('POST', `/shipment_planner/${id}/status`, { status: 'draft' })
    const { status, body } = await admin('PATCH', `/shipment_planner/${id}`, { details: [load('Yard')] })
    expect([status, body.errors]).toMatchObject([
      422,
      [{ rule: 'load_has_ticket', message: `This load has ticket ${first} and cannot be removed` }],
    ])
  })
})

describe('a number', () => {
  test('is a conflict if the driver has not reserved it, or has used it', async () => {
    const { event, ticket } = await round([load('Barn')])
    await send(event('left', {}), event('arrived', {}))
    expect(await send(ticket(0, { number: 999_999 }), ticket(), ticket())).toEqual([
      'number_not_reserved',
      'applied',
      'ticket_number_used',
    ])
  })

  test('stays used after its ticket is undone', async () => {
    const { event, ticket, id, read } = await round([load('Barn')])
    const wrong = ticket()
    await send(event('left', {}), event('arrived', {}), wrong)
    expect(await send(event('undo', { undone: wrong.event_id }), ticket())).toEqual([
      'applied',
      'ticket_number_used',
    ])
    const { rows } = await sql`select voided_at is not null as void from delivery_tickets
      where shipment_id = ${id}`.execute(server.db)
    expect(rows).toEqual([{ void: true }])
    expect((await read()).details[0].delivered).toBeNull()
  })
})

test('a correction refers to the original ticket and counts in its place, even after the round is finalized', async () => {
  const { event, ticket, signed, read, first, id } = await round([load('Barn')])
  const wrong = ticket()
  await send(
    event('left', {}),
    event('arrived', {}),
    { ...wrong, body: { ...wrong.body, meter_end: '1205.5', quantity: '205.5' } },
    signed(),
  )
  await send(event('closed', {}), event('round_closed', {}))
  const correction = event('correction', {
    ...wrong.body,
    meter_end: '1240.5',
    quantity: '240.5',
    number: first + 5,
    corrects: first,
    reason: 'Digits turned round',
  } as DriverEventBodies['correction'])
  const { reason: _, ...bare } = wrong.body as { reason: unknown }
  expect(
    await send({
      ...correction,
      body: {
        ...bare,
        ...{ meter_end: '1240.5', quantity: '240.5', number: first + 5, corrects: first },
        reason: 'Digits turned round',
      },
    }),
  ).toEqual(['applied'])
  expect((await read()).details[0].delivered).toBe('240.500')
  const { rows } = await sql`select t.number, o.number as corrects from delivery_tickets t
    left join delivery_tickets o on o.ticket_id = t.correction_of where t.shipment_id = ${id} order by t.number`.execute(
    server.db,
  )
  expect(rows).toEqual([
    { number: first, corrects: null },
    { number: first + 5, corrects: first },
  ])
})

test('a round that its driver closes charges an order the fees of the delivered quantity', async () => {
  const { rows } = await sql<{ seller: number; currency_id: number; term: number }>`
    select seller_of(company_id) as seller, currency_id,
      (select max(payment_term_id) from payment_terms where term_days > 0) as term
    from companies where company_id = ${COMPANY.customer}`.execute(server.db)
  const { seller, currency_id, term } = rows[0]!
  const { price_fee } = (
    await admin('POST', '/price_fees', {
      ...{ name: 'Per gallon', company_id: seller, charge: 'freight', amount: '0.1', per: 'unit' },
      ...{ unit_id: on.gallon, from_date: '2020-01-01' },
    })
  ).body
  const order = await waitingOrder(server, {
    ...{ currency_id, payment_term_id: term, freight: undefined },
    details: [{ product_id: diesel, quantity: '300', unit_id: on.gallon, unit_price: '2' }],
  })
  expect(order.freight).toBe('30.000')
  const { document_detail_id } = order.details[0]
  const { event, ticket, signed } = await round([load('Barn', { document_detail_id, quantity: '300' })])
  await send(event('left', {}), event('arrived', {}), ticket(0, { quantity: '200', reason: 'tank_full' }))
  expect(await send(signed(), event('closed', {}), event('round_closed', {}))).toEqual([
    ...Array.from({ length: 3 }, () => 'applied'),
  ])
  const { body } = await admin('GET', `/transaction_documents/${order.document_id}`)
  expect(body.transaction_document).toMatchObject({ freight: '20.000', total_amount: '620.000' })
  await admin('DELETE', `/price_fees/${price_fee.price_fee_id}`)
})

test('a correction after the round changes the level of a tank without a sensor', async () => {
  const tank = await deviceWithTank(server, { tank: { product_id: diesel } })
  const { device_ports_id } = (await admin('GET', `/devices/${tank.device_id}/ports`)).body.device_ports[0]
  await sql`update device_ports set def_liters = 40000, metric_length = 20000 where device_ports_id = ${device_ports_id}`.execute(
    server.db,
  )
  const levels = `/devices/${tank.device_id}/ports/${device_ports_id}/levels`
  const at = new Date(Date.now() - 7_200_000).toISOString()
  expect((await admin('POST', levels, { volume: 500, at })).status).toBe(200)
  const { event, ticket, signed, first } = await round([load('Tank', { device_ports_id })])
  const written = ticket()
  const changed = (more: object) => ({ ...written.body, ...more })
  await send(
    event('left', {}),
    event('arrived', {}),
    { ...written, body: changed({ meter_end: '1205.5', quantity: '205.5' }) },
    signed(),
  )
  await send(event('closed', {}), event('round_closed', {}))
  await server.settle()
  const volume = async () => (await admin('GET', levels)).body.levels[0].volume
  expect(await volume()).toBeCloseTo(705.5, 1)
  const { reason: _, ...corrected } = changed({ meter_end: '1105.5', quantity: '105.5' })
  const correction = { ...corrected, number: first + 5, corrects: first, reason: 'Digits turned round' }
  expect(await send(event('correction', correction as DriverEventBodies['correction']))).toEqual(['applied'])
  await server.settle()
  expect(await volume()).toBeCloseTo(605.5, 1)
  const { device } = (await admin('GET', `/devices/${tank.device_id}`)).body
  expect(device.ports[0].volume).toBeCloseTo(605.5, 0)
  // A late event creates no level where none was entered.
  const [entered] = (await admin('GET', levels)).body.levels
  expect((await admin('DELETE', `${levels}/${entered.entered_level_id}`)).status).toBe(200)
  const paid = { method: 'cash', amount: '5', check_number: null, note: null } as const
  expect(await send(event('paid', paid))).toEqual(['applied'])
  expect((await admin('GET', levels)).body.levels).toHaveLength(1)
})

test('a gas tank that was empty needs a leak check; if locked, a work order is created', async () => {
  const tank = await deviceWithTank(server, { tank: { product_id: propane, def_liters: '2000' } })
  const { body } = await admin('GET', `/devices/${tank.device_id}/ports`)
  const { device_ports_id } = body.device_ports[0]
  const { event, ticket, signed, read } = await round([
    load('Tank', { product_id: propane, device_ports_id, quantity: '100' }),
  ])
  const detail = (await read()).details[0].shipment_detail_id
  expect(
    await send(
      event('left', {}),
      event('arrived', {}),
      event('before', { shipment_detail_id: detail, checked: 'by_hand', percent: 4, is_interrupted: false }),
      ticket(0, { quantity: '100' }),
      signed(),
      event('leak_check', { result: 'locked', by: 'Miguel' }),
      signed(),
    ),
  ).toEqual(['applied', 'applied', 'applied', 'applied', 'leak_check_needed', 'applied', 'applied'])
  const { rows } = await sql<{ reason_for_return: string }>`select reason_for_return from work_orders
    where device_id = ${tank.device_id}`.execute(server.db)
  expect(rows).toEqual([{ reason_for_return: expect.stringContaining('closed, locked and tagged') }])
})

test("a picture is stored once, redrawn, and only from the round's driver", async () => {
  const { made } = await round([load('Barn')])
  const { default: sharp } = await import('sharp')
  const drawn = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c02020' } })
    .jpeg()
    .toBuffer()
  const body = {
    stop_id: made.stops[0].stop_id,
    taken_at: '2026-11-23T14:20:00Z',
    picture: `data:image/jpeg;base64,${drawn.toString('base64')}`,
  }
  const id = randomUUID()
  const put = (more: object = {}) => asDriver('PUT', `/driver/pictures/${id}`, { ...body, ...more })
  expect([(await put()).status, (await put()).status]).toEqual([200, 200])
  expect((await put({ picture: 'data:image/jpeg;base64,AAAA' })).status).toBe(422)
  const { rows } = await sql<{ picture: Buffer }>`select picture from stop_pictures`.execute(server.db)
  expect(rows).toHaveLength(1)
  expect((await sharp(rows[0]!.picture).metadata()).format).toBe('webp')
  await admin('PATCH', `/shipment_planner/${made.shipment_id}`, { delivered_by: null })
  expect((await put()).status).toBe(404)
})
