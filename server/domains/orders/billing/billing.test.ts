import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deliverOrderLine, testTruck } from '#server/app/testing/deliveries.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

type Account = Parameters<TestServer['as']>[0]

let server: TestServer
let product_id: number
let gallon: number
let truck_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
  truck_id = await testTruck(server)
  const { body } = await admin('GET', '/units_of_measure?options=1')
  gallon = body.units_of_measure.find((unit: { code: string | null }) => unit.code === 'gal').id
})
beforeEach(async () => {
  await sql`update transaction_documents set archived = 1`.execute(server.db)
  await sql`update shipment_planner_details set delivered = 0 where document_detail_id is null`.execute(
    server.db,
  )
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
const as = (account: Account, method: string, path: string, body?: unknown) =>
  server.as(account).call(method, `/billing${path}`, body)
const read = async (id: number) =>
  (await admin('GET', `/transaction_documents/${id}`)).body.transaction_document
const unbilled = async (account: Account = 'csr') => (await as(account, 'GET', '/unbilled')).body.unbilled

/** An order whose goods the customer fetched. */
async function fetched(more: object = {}, line: object = {}) {
  const order = await waitingOrder(server, {
    details: [{ product_id, quantity: '100', unit_id: gallon, unit_price: '2.5', ...line }],
    ...more,
  })
  const { status } = await admin('POST', `/transaction_documents/${order.document_id}/status`, {
    ...{ status_id: IS.received, reason: 'Fetched' },
  })
  expect(status).toBe(200)
  return order.document_id as number
}

/** The same without a price, like an order made from a delivery. */
async function fetchedUnpriced() {
  const document_id = await fetched()
  await sql`update transaction_document_details set unit_price = 0 where document_id = ${document_id}`.execute(
    server.db,
  )
  return document_id
}

/** Starts a run, and waits until the worker has finished it. */
async function bill(deliveries: object[], account: Account = 'csr') {
  const { status, body, raw } = await as(account, 'POST', '/runs', { deliveries })
  expect(status, raw).toBe(200)
  await server.settle()
  return (await as(account, 'GET', `/runs/${body.billing_run.billing_run_id}`)).body.billing_run
}

const invoicesOf = async (id: number) => {
  const { rows } = await sql<{ document_id: number; status_id: number; total_amount: string }>`
    select document_id, status_id, total_amount from transaction_documents
    where source_document_id = ${id} and document_type = 'invoice' order by document_id`.execute(server.db)
  return rows
}

/** A finalized round that a forecast caused, to one tank of the customer. */
async function broughtWithoutOrder(delivered: string, of = product_id) {
  const { device_id } = await deviceWithTank(server, {
    company: COMPANY.customer,
    tank: { product_id: null },
  })
  await sql`update device_ports set product_id = ${of} where device_id = ${device_id}`.execute(server.db)
  const { body } = await admin('GET', `/devices/${device_id}/ports`)
  const { person } = (
    await admin('POST', '/people', { first_name: 'Dee', last_name: 'Driver', company_id: COMPANY.customer })
  ).body
  const made = await admin('POST', '/shipment_planner', {
    ...{ company_id: COMPANY.customer, truck_id: await testTruck(server), delivered_by: person.people_id },
    load_date: '2025-03-01',
    details: [
      {
        ...{ product_id: of, quantity: '100', unit_id: gallon, compartment: 1 },
        device_ports_id: body.device_ports[0].device_ports_id,
      },
    ],
  })
  const { shipment_id, details } = made.body.shipment_planner
  for (const status of ['in route', 'delivered'])
    await admin('POST', `/shipment_planner/${shipment_id}/status`, { status })
  const { status, raw } = await admin('POST', `/shipment_planner/${shipment_id}/finalize`, {
    details: [{ shipment_detail_id: details[0].shipment_detail_id, delivered, unit_id: gallon }],
  })
  expect(status, raw).toBe(200)
  return { shipment_id: shipment_id as number, device_id: device_id as number }
}

describe('unbilled deliveries', () => {
  test('are those delivered and on no invoice, with the total of the invoice that billing makes', async () => {
    const order = await waitingOrder(server, {
      ...{ discount_type: 'A', discount: '10', freight: '12.5' },
      details: [
        { product_id, quantity: '1000', unit_id: gallon, unit_price: '3.2555', line_discount_amount: '7.77' },
      ],
    })
    expect(await unbilled()).toEqual([])
    const deliver = (quantity: string) =>
      deliverOrderLine(server, {
        ...{ truck_id, product_id, document_detail_id: order.details[0].document_detail_id, quantity },
        factor: '3.785411784',
      })
    for (const quantity of ['333.3', '500.1']) {
      await deliver(quantity)
      const [one] = await unbilled()
      expect(one).toMatchObject({
        document_id: order.document_id,
        shipment_number: expect.any(String),
        delivered_at: expect.any(String),
        lines: [{ quantity: `${quantity}00`, unit_price: '3.255500' }],
        odd: [],
      })
      const run = await bill([{ document_id: order.document_id }])
      expect(run.items).toMatchObject([
        { refusal: null, is_done: true, invoice_number: expect.stringMatching(/^INV/) },
      ])
      expect((await read(run.items[0].invoice_id)).total_amount).toBe(one.total)
    }
    expect(await unbilled()).toEqual([])
  })

  test('report a missing price, and the difference between ticket and tank to users who may see it', async () => {
    const document_id = await fetchedUnpriced()
    expect(await unbilled()).toMatchObject([
      { document_id, total: null, odd: ['unpriced'], lines: [{ unit_price: null }] },
    ])
    const { shipment_id, device_id } = await broughtWithoutOrder('60')
    await sql`insert into delivery_checks (company_id, shipment_id, device_ports_id, device_id, port_number, delivered_at, state,
        ticket_liters)
      select ${COMPANY.customer}, ${shipment_id}, device_ports_id, device_id, 1, now(), 'open', 227.1
      from device_ports where device_id = ${device_id}`.execute(server.db)
    const oddTo = async (account: Account) =>
      (await unbilled(account)).find((one: { device_id: number }) => one.device_id === device_id).odd
    expect(await oddTo('csr')).toContain('difference')
    expect(await oddTo('dispenser_mgr')).not.toContain('difference')
  })
})

describe('a billing run', () => {
  test('bills one or many, each once, also when it is started twice at once', async () => {
    const ids = [await fetched(), await fetched(), await fetched()]
    const deliveries = ids.map((document_id) => ({ document_id }))
    const runs = await Promise.all([
      as('csr', 'POST', '/runs', { deliveries }),
      as('administrator', 'POST', '/runs', { deliveries: deliveries.toReversed() }),
    ])
    await server.settle()
    expect(runs.map(({ status }) => status)).toEqual([200, 200])
    for (const id of ids) {
      expect(await invoicesOf(id)).toMatchObject([{ status_id: IS.open, total_amount: '250.000' }])
      expect((await read(id)).status_id).toBe(IS.invoiced)
    }
    const again = await bill(deliveries)
    expect(again.items).toMatchObject(
      deliveries.map(() => ({ invoice_id: null, refusal: expect.stringContaining('invoiced') })),
    )
  })

  test('that was interrupted continues where it was: nothing is left out and nothing billed twice', async () => {
    const ids: number[] = []
    for (let at = 0; at < 25; at += 1) ids.push(await fetched())
    await sql`create function break_off() returns trigger language plpgsql as $$
      begin if new.position = 22 and new.done_at is not null then raise exception 'ended' using errcode = '57P01'; end if; return new; end $$`.execute(
      server.db,
    )
    await sql`create trigger break_off before update on billing_run_items for each row execute function break_off()`.execute(
      server.db,
    )
    const { body } = await as('csr', 'POST', '/runs', {
      deliveries: ids.map((document_id) => ({ document_id })),
    })
    const { billing_run_id } = body.billing_run
    const settled = server.settle()
    await expect
      .poll(async () => {
        const { rows } = await sql<{ done: number }>`select count(done_at)::int as done from billing_run_items
          where billing_run_id = ${billing_run_id}`.execute(server.db)
        return rows[0]!.done
      })
      .toBe(20)
    const { rows } =
      await sql`select 1 from transaction_documents where source_document_id = any(${ids})`.execute(server.db)
    expect(rows).toHaveLength(20)
    await sql`drop trigger break_off on billing_run_items`.execute(server.db)
    await settled
    for (const id of ids) expect(await invoicesOf(id)).toHaveLength(1)
    expect((await as('csr', 'GET', `/runs/${billing_run_id}`)).body.billing_run.finished_at).not.toBeNull()
  })

  test('makes the order of a delivery without one, at the price that was shown', async () => {
    await fetched({}, { unit_price: '3.1' })
    const { shipment_id, device_id } = await broughtWithoutOrder('60.5')
    const [one] = (await unbilled()).filter((row: { document_id: number | null }) => row.document_id === null)
    expect(one).toMatchObject({ shipment_id, device_id, total: '187.550', odd: [] })
    const run = await bill([{ shipment_id, device_id }])
    expect(await read(run.items[0].invoice_id)).toMatchObject({ total_amount: '187.550', status_id: IS.open })
    const again = await bill([{ shipment_id, device_id }])
    expect(again.items).toMatchObject([{ invoice_id: null, refusal: expect.any(String) }])
  })

  test('skips what has no price, and bills the rest', async () => {
    const [priced, unpriced] = [await fetched(), await fetchedUnpriced()]
    const unknown = (await testProduct(server)).product_id
    const place = await broughtWithoutOrder('60', unknown)
    const run = await bill([{ document_id: unpriced }, place, { document_id: priced }])
    expect(
      run.items.map((item: { invoice_id: number | null; refusal: string | null }) => [
        item.invoice_id !== null,
        item.refusal,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [false, 'Not priced yet.'],
        [false, 'Not priced yet'],
        [true, null],
      ]),
    )
    // The order made from it waits for its price.
    const [order] = run.items.filter((item: { shipment_id: number | null }) => item.shipment_id !== null)
    expect((await read(order.document_id)).details[0].unpriced).toBe(1)
    expect(await unbilled()).toHaveLength(2)
  })
})

describe('only users who decide about documents', () => {
  test('bill, and only what they see; a run belongs to its caller', async () => {
    const document_id = await fetched()
    for (const account of ['customer', 'driver', 'vendor', 'distributor'] as const) {
      expect([account, (await as(account, 'GET', '/unbilled')).status]).toEqual([account, 405])
      expect((await as(account, 'POST', '/runs', { deliveries: [{ document_id }] })).status).toBe(405)
    }
    const { body } = await as('csr', 'POST', '/runs', { deliveries: [{ document_id }] })
    expect((await as('administrator', 'GET', `/runs/${body.billing_run.billing_run_id}`)).status).toBe(404)
    await server.settle()
    expect(await invoicesOf(document_id)).toHaveLength(1)
  })

  test('and users who read no shipments see no number of one', async () => {
    const order = await waitingOrder(server, {
      details: [{ product_id, quantity: '100', unit_id: gallon, unit_price: '2.5' }],
    })
    await deliverOrderLine(server, {
      ...{ truck_id, product_id, document_detail_id: order.details[0].document_detail_id, quantity: '100' },
      factor: '3.785411784',
    })
    await broughtWithoutOrder('60')
    expect(await unbilled()).toHaveLength(2)
    await sql`update accounts set withdrawn_permissions = '{shipment_planners.read}'
      where login_type_id = 'csr'`.execute(server.db)
    await server.forgetRights()
    expect(await unbilled()).toMatchObject([
      { document_id: order.document_id, shipment_id: null, shipment_number: null, total: '250.000' },
    ])
    await sql`update accounts set withdrawn_permissions = '{}' where login_type_id = 'csr'`.execute(server.db)
    await server.forgetRights()
  })

  test('deliveries of another company are not billed, and not found', async () => {
    const document_id = await fetched()
    await sql`update transaction_documents set company_id = ${COMPANY.stranger} where document_id = ${document_id}`.execute(
      server.db,
    )
    expect(await unbilled()).toEqual([])
    const run = await bill([{ document_id }])
    expect(run.items).toMatchObject([{ invoice_id: null, refusal: expect.any(String) }])
    expect(await invoicesOf(document_id)).toEqual([])
  })

  test('and an invalid delivery is refused with its field', async () => {
    for (const deliveries of [
      [],
      [{}],
      [{ document_id: 1, shipment_id: 2 }],
      [{ shipment_id: 2 }],
      'all',
      undefined,
    ]) {
      const { status, body } = await as('csr', 'POST', '/runs', { deliveries })
      expect([status, body.errors[0].field.split('.')[0]]).toEqual([422, 'deliveries'])
    }
  })
})
