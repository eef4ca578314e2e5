import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { COMPANY, moveToSeller } from '#server/app/testing/accounts.ts'
import { deliverOrderLine, testTruck } from '#server/app/testing/deliveries.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { insertDeliveredOrders } from '#server/app/testing/insertDeliveredOrders.ts'
import { testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

type Account = Parameters<TestServer['as']>[0]

let server: TestServer
let product_id: number
let gallon: number
let truck_id: number
beforeAll(async () => {
  server = await startTestServer()
  await moveToSeller(server.db, ['csr', 'dispenser_mgr'])
  product_id = (await testProduct(server)).product_id
  truck_id = await testTruck(server)
  const { body } = await admin('GET', '/units_of_measure?options=1')
  gallon = body.units_of_measure.find((unit: { code: string | null }) => unit.code === 'gal').id
})
beforeEach(async () => {
  await sql`update transaction_documents set archived = 1 where archived = 0`.execute(server.db)
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
const unbilled = async (account: Account = 'employee') =>
  (await as(account, 'GET', '/unbilled')).body.unbilled

/** An order whose goods the customer collected. */
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

/** The same without a price, like an order created from a delivery. */
async function fetchedUnpriced() {
  const document_id = await fetched()
  await sql`update transaction_document_details set unit_price = 0 where document_id = ${document_id}`.execute(
    server.db,
  )
  return document_id
}

/** Starts a run, and waits until the worker has finished it. */
async function bill(deliveries: object[], account: Account = 'employee') {
  const { status, body, raw } = await as(account, 'POST', '/runs', { deliveries })
  expect(status, raw).toBe(200)
  await server.settle()
  return (await as(account, 'GET', `/runs/${body.billing_run.billing_run_id}/progress`)).body.billing_run
}

const invoicesOf = async (id: number) => {
  const { rows } = await sql<{ document_id: number; status_id: number; total_amount: string }>`
    select document_id, status_id, total_amount from transaction_documents
    where source_document_id = ${id} and document_type = 'invoice' order by document_id`.execute(server.db)
  return rows
}

/** A finalized round that a forecast caused, to one tank of the customer. */
async function broughtWithoutOrder(delivered: string, of = product_id, device: object = {}) {
  const { device_id } = await deviceWithTank(server, {
    company: COMPANY.customer,
    tank: { product_id: null },
    device,
  })
  await sql`update device_ports set product_id = ${of} where device_id = ${device_id}`.execute(server.db)
  const { body } = await admin('GET', `/devices/${device_id}/ports`)
  const { person } = (
    await admin('POST', '/people', { first_name: 'Dee', last_name: 'Driver', company_id: COMPANY.customer })
  ).body
  const created = await admin('POST', '/shipment_planner', {
    ...{ company_id: COMPANY.customer, truck_id: await testTruck(server), delivered_by: person.people_id },
    load_date: '2025-03-01',
    details: [
      {
        ...{ product_id: of, quantity: '100', unit_id: gallon, compartment: 1 },
        device_ports_id: body.device_ports[0].device_ports_id,
      },
    ],
  })
  const { shipment_id, details } = created.body.shipment_planner
  for (const status of ['in route', 'delivered'])
    await admin('POST', `/shipment_planner/${shipment_id}/status`, { status })
  const { status, raw } = await admin('POST', `/shipment_planner/${shipment_id}/finalize`, {
    details: [{ shipment_detail_id: details[0].shipment_detail_id, delivered, unit_id: gallon }],
  })
  expect(status, raw).toBe(200)
  return { shipment_id: shipment_id as number, device_id: device_id as number }
}

const withoutOrder = async () =>
  (await unbilled()).filter((row: { document_id: number | null }) => row.document_id === null)

/** A tax in percent in the United States. */
async function taxOf(company_id: number, rates: readonly object[], more: object = {}, where: object = {}) {
  const { body } = await admin('POST', '/tax_codes', {
    ...{ company_id, name: 'Local', printed_name: 'Local', basis: 'percent', applies_to: 'goods', ...more },
  })
  const { tax_code_id } = body.tax_code
  for (const rate of rates) await admin('POST', '/tax_rates', { tax_code_id, ...rate })
  await admin('POST', '/tax_rules', { tax_code_id, country_iso_3: 'USA', ...where })
  const end = () => sql`update tax_codes set is_active = 0`.execute(server.db)
  return { tax_code_id: tax_code_id as number, end }
}

let rules = 0
async function rule(company_id: number, more: object) {
  const { status, raw } = await admin('POST', '/price_rules', {
    ...{ name: `Rule ${++rules}`, company_id, product_id, unit_id: gallon, from_date: '2020-01-01', ...more },
  })
  expect(status, raw).toBe(200)
}

describe('unbilled deliveries', () => {
  test('are listed with the total of the invoice that billing creates', async () => {
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
      expect(run).toMatchObject({ status: 'done', invoices: 1, refused: 0, failures: [] })
      expect(run.totals).toMatchObject([{ total: one.total }])
      expect(run.billed[0].document_number).toMatch(/^INV/)
      expect((await read(run.billed[0].document_id)).total_amount).toBe(one.total)
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
        ticket_liters, rise_liters)
      select ${COMPANY.customer}, ${shipment_id}, device_ports_id, device_id, 1, now(), 'open', 227.1, 200.5
      from device_ports where device_id = ${device_id}`.execute(server.db)
    const shownTo = async (account: Account) =>
      (await unbilled(account)).find((item: { device_id: number }) => item.device_id === device_id)
    expect(await shownTo('employee')).toMatchObject({
      ...{ odd: expect.arrayContaining(['difference']), ticket_liters: '227.1', rise_liters: '200.5' },
    })
    const hidden = await shownTo('dispenser_mgr')
    expect(hidden).toMatchObject({ delivery_check_id: null, ticket_liters: null, rise_liters: null })
    expect(hidden.odd).not.toContain('difference')
  })

  test('report a ticket with more than the tank could take, once its level before is known', async () => {
    const { shipment_id, device_id } = await broughtWithoutOrder('60')
    const { rows } = await sql<{ id: number; capacity: number }>`
      insert into delivery_checks (company_id, shipment_id, device_ports_id, device_id, port_number, delivered_at, state, ticket_liters)
      select ${COMPANY.customer}, ${shipment_id}, device_ports_id, device_id, 1, now(), 'waiting', 227.1
      from device_ports where device_id = ${device_id}
      returning delivery_check_id as id,
        (select def_liters::float8 from device_ports p where p.device_ports_id = delivery_checks.device_ports_id) as capacity`.execute(
      server.db,
    )
    const { id, capacity } = rows[0]!
    const shown = async () =>
      (await unbilled()).find((item: { device_id: number }) => item.device_id === device_id)
    expect((await shown()).odd).not.toContain('over_capacity')
    await sql`update delivery_checks set state = 'agrees', before_liters = ${capacity - 200} where delivery_check_id = ${id}`.execute(
      server.db,
    )
    const found = await shown()
    expect(found).toMatchObject({ delivery_check_id: id, ticket_liters: '227.1', room_liters: '200.0' })
    expect(found.odd).toContain('over_capacity')
    expect(found.odd).not.toContain('difference')
    await sql`update delivery_checks set state = 'explained' where delivery_check_id = ${id}`.execute(
      server.db,
    )
    expect((await shown()).odd).not.toContain('over_capacity')
  })
})

describe('a billing run', () => {
  test('bills one or many, each once, also when it is started twice at once', async () => {
    const ids = [await fetched(), await fetched(), await fetched()]
    const deliveries = ids.map((document_id) => ({ document_id }))
    const runs = await Promise.all([
      as('employee', 'POST', '/runs', { deliveries }),
      as('administrator', 'POST', '/runs', { deliveries: deliveries.toReversed() }),
    ])
    await server.settle()
    expect(runs.map(({ status }) => status)).toEqual([200, 200])
    for (const id of ids) {
      expect(await invoicesOf(id)).toMatchObject([{ status_id: IS.open, total_amount: '250.000' }])
      expect((await read(id)).status_id).toBe(IS.invoiced)
    }
    const again = await bill(deliveries)
    expect(again).toMatchObject({ invoices: 0, refused: 3, totals: [] })
    expect(again.failures).toMatchObject(
      ids.map((document_id) => ({ document_id, refusal: expect.stringContaining('invoiced') })),
    )
  })

  test('bills each delivery once, without a gap, if it is cut off in a batch, or another runs at once', async () => {
    const device = await deviceWithTank(server, { company: COMPANY.customer })
    const ids = await insertDeliveredOrders(server.db, 450, { product_id, devices: [device.device_id] })
    await sql`create function break_off() returns trigger language plpgsql as $$
      begin if new.position = 222 and new.done_at is not null then raise exception 'ended' using errcode = '57P01'; end if; return new; end $$`.execute(
      server.db,
    )
    await sql`create trigger break_off before update on billing_run_items for each row execute function break_off()`.execute(
      server.db,
    )
    const start = async (some: readonly number[]) =>
      (await as('employee', 'POST', '/runs', { deliveries: some.map((document_id) => ({ document_id })) }))
        .body.billing_run.billing_run_id
    const run_id = await start(ids)
    const settled = server.settle()
    const doneOf = async () => (await as('employee', 'GET', `/runs/${run_id}/progress`)).body.billing_run.done
    await expect.poll(doneOf).toBe(200)
    const { rows } =
      await sql`select 1 from transaction_documents where source_document_id = any(${ids})`.execute(server.db)
    expect(rows).toHaveLength(200)
    await sql`drop trigger break_off on billing_run_items`.execute(server.db)
    const other_id = await start(ids.toReversed())
    await Promise.all([settled, server.settle()])
    const [run, other] = await Promise.all(
      [run_id, other_id].map(
        async (id) => (await as('employee', 'GET', `/runs/${id}/progress`)).body.billing_run,
      ),
    )
    expect([run.status, other.status, run.invoices + other.invoices]).toEqual(['done', 'done', 450])
    const { rows: created } = await sql<{ invoices: number; orders: number; gaps: number }>`
      select count(*)::int as invoices, count(distinct source_document_id)::int as orders,
        (max(right(document_number, 5)::int) - min(right(document_number, 5)::int) + 1 - count(*))::int as gaps
      from transaction_documents where source_document_id = any(${ids})`.execute(server.db)
    expect(created[0]).toEqual({ invoices: 450, orders: 450, gaps: 0 })
  })

  test('creates the order for a delivery without one, at the price that was shown', async () => {
    await fetched({}, { unit_price: '3.1' })
    const { shipment_id, device_id } = await broughtWithoutOrder('60.5')
    const [one] = await withoutOrder()
    expect(one).toMatchObject({ shipment_id, device_id, total: '187.550', odd: [] })
    const run = await bill([{ shipment_id, device_id }])
    expect(await read(run.billed[0].document_id)).toMatchObject({
      ...{ total_amount: '187.550', status_id: IS.open },
    })
    const again = await bill([{ shipment_id, device_id }])
    expect(again).toMatchObject({ invoices: 0, failures: [{ refusal: expect.any(String) }] })
  })

  test('bills a delivery without an order with the fees and the taxes that were shown', async () => {
    const { seller_id } = await read(await fetched())
    const fee = await admin('POST', '/price_fees', {
      ...{ company_id: seller_id, from_date: '2020-01-01', name: 'Delivery', amount: '9.95' },
    })
    const tax = await taxOf(seller_id, [{ rate: '10', from_date: '2020-01-01' }], {
      applies_to: 'goods_and_freight',
    })
    const place = await broughtWithoutOrder('100')
    // 100 × 2.5 plus the fee, plus a tenth of both.
    const [one] = await withoutOrder()
    expect(one).toMatchObject({ ...place, total: '285.950', adjustments: ['taxes', 'fees'] })
    const run = await bill([place])
    expect(await read(run.billed[0].document_id)).toMatchObject({
      ...{ freight: '9.950', tax_total: '26.000', grand_total: one.total },
    })
    await admin('DELETE', `/price_fees/${fee.body.price_fee.price_fee_id}`)
    await tax.end()
  })

  test('bills a delivery without an order for the site where it was delivered, as it was shown', async () => {
    const { seller_id } = await read(await fetched())
    const site = async (name: string, state: string) =>
      (
        await admin('POST', '/sites', {
          ...{ company_id: COMPANY.customer, name, address1: '1 Way', city: 'Kearney', state },
        })
      ).body.site.site_id as number
    const [there, elsewhere] = [await site('There', 'NE'), await site('Elsewhere', 'KS')]
    await rule(seller_id, { site_id: there, unit_price: '3' })
    await rule(seller_id, { site_id: elsewhere, unit_price: '4' })
    const tax = await taxOf(seller_id, [{ rate: '10', from_date: '2020-01-01' }], {}, { state: 'NE' })
    const place = await broughtWithoutOrder('100', product_id, { site_id: there })
    await admin('PATCH', `/devices/${place.device_id}`, { site_id: elsewhere })
    await admin('DELETE', `/sites/${there}`)
    const [one] = await withoutOrder()
    expect(one).toMatchObject({ ...place, place: 'There', total: '330.000' })
    const run = await bill([place])
    expect(await read(run.billed[0].document_id)).toMatchObject({
      ...{ site_id: there, ship_location_label: 'There', ship_state: 'NE', tax_total: '30.000' },
      grand_total: '330.000',
    })
    await sql`delete from price_rules`.execute(server.db)
    await tax.end()
  })

  test('bills a delivery without an order at the price and the rates of its day, in the business’s time zone', async () => {
    const { seller_id } = await read(await fetched())
    const tax = await taxOf(seller_id, [
      { rate: '10', from_date: '2020-01-01', to_date: '2025-03-01' },
      { rate: '20', from_date: '2025-03-02', to_date: '2025-03-03' },
      { rate: '30', from_date: '2025-03-04' },
    ])
    const byOrder = (from_date: string, to_date: string, unit_price: string) =>
      rule(seller_id, { from_date, to_date, unit_price, price_by: 'order' })
    await byOrder('2020-01-01', '2025-03-02', '2')
    await byOrder('2025-03-03', '2025-03-03', '3')
    await byOrder('2025-03-04', '2099-12-31', '4')
    const place = await broughtWithoutOrder('100')
    // Planned for 1 March, done late on 3 March, which is 4 March in UTC.
    await sql`update shipment_stops set done_at = ('2025-03-03 23:30'::timestamp at time zone business_time_zone())
      where shipment_id = ${place.shipment_id}`.execute(server.db)
    const [one] = await withoutOrder()
    expect(one).toMatchObject({ ...place, total: '360.000', lines: [{ unit_price: '3.000000' }] })
    const run = await bill([place])
    const invoice = await read(run.billed[0].document_id)
    expect(invoice).toMatchObject({ total_amount: '300.000', tax_total: '60.000', grand_total: one.total })
    expect((await read(invoice.source_document_id)).document_date).toBe('2025-03-03')
    await sql`delete from price_rules`.execute(server.db)
    await tax.end()
  })

  test('skips deliveries without a price, and bills the rest', async () => {
    const [priced, unpriced] = [await fetched(), await fetchedUnpriced()]
    const unknown = (await testProduct(server)).product_id
    const place = await broughtWithoutOrder('60', unknown)
    const run = await bill([{ document_id: unpriced }, place, { document_id: priced }])
    expect(run).toMatchObject({ invoices: 1, refused: 2 })
    expect(run.failures).toMatchObject([
      { document_id: unpriced, refusal: 'Not priced yet.' },
      { refusal: 'Not priced yet.' },
    ])
    // The order made from it waits for its price.
    const order = run.failures[1]
    expect((await read(order.document_id)).details[0].unpriced).toBe(1)
    expect(await unbilled()).toHaveLength(2)
  })
})

describe('a billing run that has ended', () => {
  test('is undone as a whole: its invoices are void with their numbers, its deliveries unbilled', async () => {
    const ids = [await fetched(), await fetched()]
    const run = await bill(ids.map((document_id) => ({ document_id })))
    expect(run).toMatchObject({ is_undoable: true, totals: [{ total: '500.000' }] })
    const undo = () => as('employee', 'POST', `/runs/${run.billing_run_id}/undo`)
    expect((await undo()).status).toBe(200)
    await server.settle()
    const { billing_run } = (await as('employee', 'GET', `/runs/${run.billing_run_id}/progress`)).body
    expect(billing_run).toMatchObject({ status: 'undone', is_undoable: false, failures: [] })
    for (const id of ids) {
      const [invoice] = await invoicesOf(id)
      expect(await read(invoice!.document_id)).toMatchObject({
        ...{ status_id: IS.void, document_number: expect.stringMatching(/^INV/) },
      })
    }
    expect((await unbilled()).map(({ document_id }: { document_id: number }) => document_id).sort()).toEqual(
      ids,
    )
    expect((await undo()).status).toBe(409)
    expect(await bill(ids.map((document_id) => ({ document_id })))).toMatchObject({ invoices: 2 })
  })

  test('cannot be undone once one of its invoices was sent', async () => {
    const ids = [await fetched(), await fetched()]
    const run = await bill(ids.map((document_id) => ({ document_id })))
    const [sent] = await invoicesOf(ids[1]!)
    await admin('POST', `/transaction_documents/${sent!.document_id}/status`, { status_id: IS.sent })
    const response = await as('employee', 'POST', `/runs/${run.billing_run_id}/undo`)
    expect([response.status, response.body.message]).toEqual([409, expect.stringContaining('INV-')])
    expect(
      (await as('employee', 'GET', `/runs/${run.billing_run_id}/progress`)).body.billing_run.is_undoable,
    ).toBe(false)
    for (const id of ids) expect((await invoicesOf(id))[0]!.status_id).not.toBe(IS.void)
  })
})

describe('invoices of a run', () => {
  const setPreference = (body: object) => admin('PATCH', `/customers/${COMPANY.customer}`, body)
  test('are mailed with their paper, and count as sent; one without an address is reported', async () => {
    const document_id = await fetched()
    const without = await bill([{ document_id: await fetched() }])
    expect(without).toMatchObject({ mails: false, mailed: 0 })
    await sql`delete from entity_emails where object_ref = 'company' and object_id = ${COMPANY.customer}`.execute(
      server.db,
    )
    const start = async (id: number) => {
      const { body } = await as('employee', 'POST', '/runs', {
        deliveries: [{ document_id: id }],
        mails: true,
      })
      await server.settle()
      return (await as('employee', 'GET', `/runs/${body.billing_run.billing_run_id}/progress`)).body
        .billing_run
    }
    expect(await start(document_id)).toMatchObject({
      ...{ invoices: 1, mailed: 0, is_mailing: false, failures: [{ refusal: expect.any(String) }] },
    })
    expect((await invoicesOf(document_id))[0]!.status_id).toBe(IS.open)
    await setPreference({ billing_email: 'bills@example.com' })
    const other = await fetched()
    expect(await start(other)).toMatchObject({
      mailed: 1,
      is_mailing: false,
      is_undoable: false,
      failures: [],
    })
    const [invoice] = await invoicesOf(other)
    expect(await read(invoice!.document_id)).toMatchObject({ status_id: IS.sent, given_out: 1 })
    const { rows } = await sql<{ receiver: string; subject: string; name: string; content: Buffer }>`
      select m.receiver, m.subject, f.name, f.content from mails m join letter_files f using (letter_id)`.execute(
      server.db,
    )
    const { document_number } = await read(invoice!.document_id)
    expect(rows).toMatchObject([
      {
        receiver: 'bills@example.com',
        subject: expect.stringContaining(document_number),
        name: `${document_number}.pdf`,
      },
    ])
    expect(rows[0]!.content.subarray(0, 5).toString()).toBe('%PDF-')
    const { rows: entries } = await sql`select changes from audit_entries
      where resource = 'transaction_documents' and record_id = ${invoice!.document_id} and action = 'send'`.execute(
      server.db,
    )
    expect(entries).toEqual([{ changes: [{ field: 'address', before: null, after: 'bills@example.com' }] }])
  })

  test('are shared by site or PO number as the customer wishes, each order once and every cent', async () => {
    await setPreference({ invoice_per: 'po' })
    const { device_id } = await deviceWithTank(server, { company: COMPANY.customer })
    const ids = await insertDeliveredOrders(server.db, 3, { product_id, devices: [device_id] })
    await sql`update transaction_documents o set customer_po = f.po, discount_type = f.type, discount = f.discount, discount_amount = f.taken,
        freight = f.freight, total_amount = 250 - f.taken + f.freight
      from (values (${ids[0]!}::int8, 'PO 7', 'P', 10, 25, 12.5), (${ids[1]!}, 'PO 7', 'A', 7, 7, 0), (${ids[2]!}, 'PO 8', 'A', 0, 0, 0))
        as f(id, po, type, discount, taken, freight) where o.document_id = f.id`.execute(server.db)
    const waiting = await unbilled()
    const totals = waiting.map(({ total }: { total: string }) => Number(total))
    const adjustmentsOf = (id: number) =>
      waiting.find(({ document_id }: { document_id: number }) => document_id === id).adjustments
    expect(ids.map(adjustmentsOf)).toEqual([['fees', 'discounts'], ['discounts'], []])
    const run = await bill(ids.map((document_id) => ({ document_id })))
    expect(run).toMatchObject({ invoices: 2, refused: 0 })
    expect(Number(run.totals[0].total)).toBe(totals.reduce((sum: number, total: number) => sum + total, 0))
    const shared = await read(run.billed[0].document_id)
    expect(shared).toMatchObject({
      customer_po: 'PO 7',
      source_document_id: null,
      freight: '12.500',
      discount: '32.000',
    })
    expect(shared.details).toHaveLength(2)
    // Each line names its order and its device.
    const { public_id } = (await admin('GET', `/devices/${device_id}`)).body.device
    const { print } = (await admin('GET', `/transaction_documents/print?document_id=${shared.document_id}`))
      .body
    for (const [index, id] of ids.slice(0, 2).entries()) {
      const place = `${(await read(id)).document_number} · ${public_id}`
      expect(shared.details[index].place_title).toBe(place)
      expect(print.html).toContain(`<br>${place}`)
    }
    for (const id of ids) expect((await read(id)).status_id).toBe(IS.invoiced)
    expect(await unbilled()).toEqual([])
    await setPreference({ invoice_per: 'order' })
  })

  describe('over several orders', () => {
    afterAll(() => setPreference({ invoice_per: 'order' }))
    /** Orders of 240 less 20 and of 160 less 5, each with freight of 9.95, on one invoice. */
    async function shared() {
      await setPreference({ invoice_per: 'po' })
      const { device_id } = await deviceWithTank(server, { company: COMPANY.customer })
      const more = { device_id, customer_po: 'PO 7', discount_type: 'A', freight: '9.95' }
      const first = await fetched({ ...more, discount: '20' }, { quantity: '60', unit_price: '4' })
      const { currency_id, payment_term_id } = await read(first)
      const same = { ...more, currency_id, payment_term_id }
      const second = await fetched({ ...same, discount: '5' }, { quantity: '40', unit_price: '4' })
      return { first, second, orders: [first, second], invoice: await billed([first, second]) }
    }
    /** The only invoice of a run. */
    async function billed(ids: readonly number[]) {
      const run = await bill(ids.map((document_id) => ({ document_id })))
      expect(run).toMatchObject({ invoices: 1, refused: 0 })
      return read(run.billed[0].document_id)
    }
    async function sent(invoice: { document_id: number }) {
      const path = `/transaction_documents/${invoice.document_id}/status`
      expect((await admin('POST', path, { status_id: IS.sent })).status).toBe(200)
    }
    async function credit(invoice: { document_id: number }, body: object = {}) {
      const path = `/transaction_documents/${invoice.document_id}/credit`
      const response = await admin('POST', path, { reason: 'Wrong address', ...body })
      expect(response.status, response.raw).toBe(200)
      return response.body.transaction_document
    }
    const totalsOf = async (ids: readonly number[]) => {
      const rows = await unbilled()
      return ids.map((id) => rows.find((row: { document_id: number }) => row.document_id === id)?.total)
    }
    const WHOLE = { freight: '19.900', discount: '25.000', subtotal: '400.000', total_amount: '394.900' }

    test('bill charges and discounts again after a credit of everything, however often', async () => {
      const { orders, invoice } = await shared()
      let last = invoice
      for (let time = 0; time < 3; time++) {
        expect(last).toMatchObject(WHOLE)
        await sent(last)
        expect((await credit(last)).total_amount).toBe('-394.900')
        expect(await totalsOf(orders)).toEqual(['229.950', '164.950'])
        last = await billed(orders)
      }
      expect(await totalsOf(orders)).toEqual([undefined, undefined])
    })

    test('bill each order again by itself, with its own charges and discount', async () => {
      const { first, second, invoice } = await shared()
      await sent(invoice)
      await credit(invoice)
      const own = { freight: '9.950', total_amount: '229.950' }
      expect(await billed([first])).toMatchObject({ ...own, discount: '20.000' })
      expect(await totalsOf([second])).toEqual(['164.950'])
      expect(await billed([second])).toMatchObject({ ...own, discount: '5.000', total_amount: '164.950' })
    })

    test('bill a credited line again: with the discount of its order, without charges', async () => {
      const { orders, first, second, invoice } = await shared()
      await sent(invoice)
      const [line, other] = invoice.details
      const part = (document_detail_id: number, quantity: string) =>
        credit(invoice, { details: [{ document_detail_id, quantity }] })
      const note = await part(line.document_detail_id, '15')
      expect(note).toMatchObject({ discount: '-5.000', freight: '0.000', total_amount: '-55.000' })
      expect(await totalsOf(orders)).toEqual(['55.000', undefined])
      expect(await billed([first])).toMatchObject({
        discount: '5.000',
        freight: '0.000',
        total_amount: '55.000',
      })
      expect(await part(other.document_detail_id, '40')).toMatchObject({ total_amount: '-155.000' })
      expect(await totalsOf(orders)).toEqual([undefined, '155.000'])
      // The rest: 180 less 15, with all freight.
      expect(await credit(invoice)).toMatchObject({ freight: '-19.900', total_amount: '-184.900' })
      expect(await totalsOf(orders)).toEqual(['174.950', '164.950'])
      expect(await billed([second, first])).toMatchObject({ discount: '20.000', total_amount: '339.900' })
    })

    test('bill nothing again after a credited amount, and everything after a credit of the rest', async () => {
      const { orders, invoice } = await shared()
      await sent(invoice)
      await credit(invoice, { amount: '30' })
      expect(await totalsOf(orders)).toEqual([undefined, undefined])
      expect((await credit(invoice)).total_amount).toBe('-364.900')
      expect(await totalsOf(orders)).toEqual(['229.950', '164.950'])
      expect(await billed(orders)).toMatchObject(WHOLE)
    })

    test('bill everything again when the invoice is void or its run undone', async () => {
      const { orders, invoice } = await shared()
      const path = `/transaction_documents/${invoice.document_id}/status`
      const reason = 'Wrong address'
      expect((await admin('POST', path, { status_id: IS.void, reason })).status).toBe(200)
      expect(await totalsOf(orders)).toEqual(['229.950', '164.950'])
      const run = await bill(orders.map((document_id) => ({ document_id })))
      expect(await read(run.billed[0].document_id)).toMatchObject(WHOLE)
      await as('employee', 'POST', `/runs/${run.billing_run_id}/undo`)
      await server.settle()
      expect(await totalsOf(orders)).toEqual(['229.950', '164.950'])
      expect(await billed(orders)).toMatchObject(WHOLE)
    })
  })

  test('are due by the billing rhythm of the customer', async () => {
    await setPreference({ billing_rhythm: 'month' })
    const order = await waitingOrder(server, {
      details: [{ product_id, quantity: '100', unit_id: gallon, unit_price: '2.5' }],
    })
    await deliverOrderLine(server, {
      ...{ truck_id, product_id, document_detail_id: order.details[0].document_detail_id, quantity: '100' },
      factor: '3.785411784',
    })
    const [one] = await unbilled()
    expect(one.billed_from).toMatch(/-01$/)
    const { rows } = await sql<{ today: string }>`
      select (now() at time zone business_time_zone())::date::text as today`.execute(server.db)
    expect(one.is_due).toBe(one.billed_from <= firstOf(rows).today)
    await setPreference({ billing_rhythm: 'delivery' })
  })

  test('bill the present period of a subscription once, and again when the run was undone', async () => {
    await deviceWithTank(server, { company: COMPANY.customer })
    const { body } = await admin('POST', '/subscriptions', {
      ...{ company_id: COMPANY.customer, plan_name: 'Monitoring', amount: '99.5', term_length: 1 },
      period_start: '2026-01-01',
    })
    const subscription_id = body.subscription.id
    const waiting = async () =>
      (await unbilled()).filter((item: { subscription_id: number | null }) => item.subscription_id !== null)
    expect(await waiting()).toMatchObject([
      {
        subscription_id,
        total: '99.500',
        adjustments: ['fees'],
        place: 'Monitoring',
        period_end: '2026-01-31',
        is_due: true,
      },
    ])
    const run = await bill([{ subscription_id }])
    expect(run).toMatchObject({ invoices: 1, totals: [{ total: '99.500' }] })
    expect(await read(run.billed[0].document_id)).toMatchObject({
      ...{ status_id: IS.open, handling_charge: '99.500', comments: expect.stringContaining('Monitoring') },
    })
    expect(await waiting()).toEqual([])
    expect(await bill([{ subscription_id }])).toMatchObject({ invoices: 0, refused: 1 })
    await as('employee', 'POST', `/runs/${run.billing_run_id}/undo`)
    await server.settle()
    expect(await waiting()).toHaveLength(1)
    const again = await bill([{ subscription_id }])
    const isPaid = async () =>
      (await admin('GET', `/subscriptions/${subscription_id}`)).body.subscription.paid
    const { document_id } = again.billed[0]
    await admin('POST', `/transaction_documents/${document_id}/payments`, { amount: '99.5', method: 'cash' })
    expect(await isPaid()).toBe(1)
    expect(await waiting()).toEqual([])
  })

  test('bill the next period of a paid subscription, and none that overlaps a billed one', async () => {
    await deviceWithTank(server, { company: COMPANY.customer })
    const { body } = await admin('POST', '/subscriptions', {
      ...{ company_id: COMPANY.customer, plan_name: 'Renewed', amount: '40', term_length: 1 },
      period_start: '2026-01-01',
    })
    const { id: subscription_id } = body.subscription
    const path = `/subscriptions/${subscription_id}`
    const begin = async (period_start: string) => {
      const { body: changed } = await admin('PATCH', path, { period_start })
      return changed.subscription.paid
    }
    const waiting = async () =>
      (await unbilled()).filter((item: { place: string }) => item.place === 'Renewed').length
    const { document_id } = (await bill([{ subscription_id }])).billed[0]
    await admin('POST', `/transaction_documents/${document_id}/payments`, { amount: '40', method: 'cash' })
    expect(await begin('2026-01-02')).toBe(0)
    expect(await waiting()).toBe(0)
    expect(await bill([{ subscription_id }])).toMatchObject({ invoices: 0, refused: 1 })
    expect(await begin('2026-01-01')).toBe(1)
    expect(await begin('2026-02-01')).toBe(0)
    expect(await waiting()).toBe(1)
    expect(await bill([{ subscription_id }])).toMatchObject({ invoices: 1, totals: [{ total: '40.000' }] })
    expect(await waiting()).toBe(0)
    await admin('DELETE', path)
  })

  test('bill a period of a subscription once, also when an archived invoice is restored', async () => {
    await deviceWithTank(server, { company: COMPANY.customer })
    const { body } = await admin('POST', '/subscriptions', {
      ...{ company_id: COMPANY.customer, plan_name: 'Restored', amount: '72', term_length: 1 },
      period_start: '2026-01-01',
    })
    const { id: subscription_id } = body.subscription
    const billed = async () => (await bill([{ subscription_id }])).billed[0].document_id
    const first = `/transaction_documents/${await billed()}`
    await admin('DELETE', first)
    const second = `/transaction_documents/${await billed()}`
    expect((await admin('PATCH', first, { archived: 0 })).status).toBe(409)
    await admin('DELETE', second)
    expect((await admin('PATCH', first, { archived: 0 })).status).toBe(200)
    await admin('DELETE', first)
    await admin('DELETE', `/subscriptions/${subscription_id}`)
  })

  test('bill a period of a subscription again when its invoice is credited whole', async () => {
    await deviceWithTank(server, { company: COMPANY.customer })
    const { body } = await admin('POST', '/subscriptions', {
      ...{ company_id: COMPANY.customer, plan_name: 'Credited', amount: '80', term_length: 1 },
      period_start: '2026-01-01',
    })
    const { id: subscription_id } = body.subscription
    const waiting = async () =>
      (await unbilled()).filter((item: { place: string }) => item.place === 'Credited').length
    const credit = (amount?: string) =>
      admin('POST', `/transaction_documents/${document_id}/credit`, { reason: 'Wrong plan', amount })
    const { document_id } = (await bill([{ subscription_id }])).billed[0]
    await admin('POST', `/transaction_documents/${document_id}/status`, { status_id: IS.sent })
    await credit('30')
    expect(await waiting()).toBe(0)
    await credit()
    expect((await read(document_id)).status_id).toBe(IS.paid)
    expect((await admin('GET', `/subscriptions/${subscription_id}`)).body.subscription.paid).toBe(0)
    for (const period_start of ['2026-02-01', '2026-01-01'])
      await admin('PATCH', `/subscriptions/${subscription_id}`, { period_start })
    expect((await admin('GET', `/subscriptions/${subscription_id}`)).body.subscription.paid).toBe(0)
    expect(await waiting()).toBe(1)
    expect(await bill([{ subscription_id }])).toMatchObject({ invoices: 1, totals: [{ total: '80.000' }] })
    expect(await waiting()).toBe(0)
    await admin('DELETE', `/subscriptions/${subscription_id}`)
  })

  test('show no tax where no rule covers the place, and the credit hold of a customer', async () => {
    const seller_id = (await read(await fetched())).seller_id
    const { body } = await admin('POST', '/tax_codes', {
      ...{
        company_id: seller_id,
        name: 'Sales',
        printed_name: 'Sales',
        basis: 'percent',
        applies_to: 'goods',
      },
    })
    await admin('POST', '/tax_rules', {
      tax_code_id: body.tax_code.tax_code_id,
      state: 'ZZ',
      country_iso_3: 'USA',
    })
    await setPreference({ credit_hold: 1, credit_hold_reason: 'Owes since May' })
    expect(await unbilled()).toMatchObject([
      {
        odd: ['untaxed', 'credit_hold'],
        credit_hold_reason: 'Owes since May',
        lines: [{ is_untaxed: true }],
      },
    ])
    await setPreference({ credit_hold: 0, credit_hold_reason: null })
    await sql`update tax_codes set is_active = 0`.execute(server.db)
  })
})

describe('only users who decide about documents', () => {
  test('bill, and only documents that they see; a run belongs to the company of its caller', async () => {
    const document_id = await fetched()
    for (const account of ['customer', 'driver', 'vendor', 'distributor'] as const) {
      expect([account, (await as(account, 'GET', '/unbilled')).status]).toEqual([account, 405])
      expect((await as(account, 'POST', '/runs', { deliveries: [{ document_id }] })).status).toBe(405)
    }
    const { body } = await as('employee', 'POST', '/runs', { deliveries: [{ document_id }] })
    const { billing_run_id } = body.billing_run
    expect((await as('administrator', 'GET', `/runs/${billing_run_id}/progress`)).status).toBe(200)
    expect((await as('distributor', 'GET', `/runs/${billing_run_id}/progress`)).status).toBe(405)
    await server.settle()
    expect(await invoicesOf(document_id)).toHaveLength(1)
  })

  test('see shipment numbers only if they may read shipments', async () => {
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
      where login_type_id = 'employee'`.execute(server.db)
    await server.forgetRights()
    expect(await unbilled()).toMatchObject([
      { document_id: order.document_id, shipment_id: null, shipment_number: null, total: '250.000' },
    ])
    await sql`update accounts set withdrawn_permissions = '{}' where login_type_id = 'employee'`.execute(
      server.db,
    )
    await server.forgetRights()
  })

  test('deliveries of another company are not billed, and not found', async () => {
    const document_id = await fetched()
    await sql`update transaction_documents set company_id = ${COMPANY.stranger} where document_id = ${document_id}`.execute(
      server.db,
    )
    expect(await unbilled('csr')).toEqual([])
    const { status, body } = await as('csr', 'POST', '/runs', { deliveries: [{ document_id }] })
    expect(status).toBe(200)
    await server.settle()
    const { billing_run } = (await as('csr', 'GET', `/runs/${body.billing_run.billing_run_id}/progress`)).body
    expect(billing_run).toMatchObject({ invoices: 0, refused: 1 })
    expect(await invoicesOf(document_id)).toEqual([])
  })

  test('an invalid delivery is refused with its field', async () => {
    for (const deliveries of [
      [],
      [{}],
      [{ document_id: 1, shipment_id: 2 }],
      [{ shipment_id: 2 }],
      'all',
      undefined,
    ]) {
      const { status, body } = await as('employee', 'POST', '/runs', { deliveries })
      expect([status, body.errors[0].field.split('.')[0]]).toEqual([422, 'deliveries'])
    }
  })
})
