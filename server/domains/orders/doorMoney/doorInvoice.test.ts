import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doorDue, doorInvoice, doorInvoices } from '#core/domains/orders/doorInvoice.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import {
  type DriverTools,
  driverTools,
  HOUR_AGO,
} from '#server/domains/shipments/driver/testing/driverTools.ts'

let server: TestServer
let on: DriverTools
let atOnce: number
let later: number
beforeAll(async () => {
  server = await startTestServer()
  on = await driverTools(server)
  const { rows } = await sql<{ at_once: number; later: number }>`select
    (select min(payment_term_id) from payment_terms where term_days = 0) as at_once,
    (select min(payment_term_id) from payment_terms where term_days > 0) as later`.execute(server.db)
  ;({ at_once: atOnce, later } = rows[0]!)
})
afterAll(() => server.close())

const rounds = async (order: any, quantity: string) => {
  const created = await on.round(
    order.details.map(({ document_detail_id }: any, index: number) =>
      on.load('Barn', { document_detail_id, quantity: '100', compartment: index + 1 }),
    ),
  )
  const { event, ticket, signed } = created
  const stop = async () => (await on.day()).rounds.at(-1).stops[0]
  const before = await stop()
  const tickets = created.made.details.map(({ shipment_detail_id }: any, index: number) =>
    ticket(0, {
      ...{ shipment_detail_id, quantity, number: created.first + index, meter_start: null, meter_end: null },
    }),
  )
  await on.send(event('left', {}), event('arrived', {}), ...tickets)
  const end = () => on.send(signed(), event('closed', {}), event('round_closed', {}))
  return { before, end }
}
const bill = async ({ document_id }: any) =>
  (await on.admin('POST', `/transaction_documents/${document_id}/convert`, { document_type: 'invoice' })).body
    .transaction_document

test('the doorstep invoice equals the office’s to the cent, over parts of an order with discounts and charges', async () => {
  const order = await waitingOrder(server, {
    ...{
      payment_term_id: atOnce,
      discount_type: 'A',
      discount: '10.01',
      freight: '25',
      handling_charge: '3.33',
    },
    details: [
      {
        ...{ product_id: on.diesel, quantity: '300', unit_price: '3.459337', unit_id: on.gallon },
        ...{ line_discount_type: 'A', line_discount_amount: '7.77' },
      },
      {
        ...{ product_id: on.diesel, quantity: '200', unit_price: '2.000001', unit_id: on.gallon },
        ...{ line_discount_type: 'P', line_discount_percentage: '3.333' },
      },
    ],
  })
  for (const quantity of ['66.7', '99.9']) {
    const { before, end } = await rounds(order, quantity)
    const [atDoor] = before.door_orders
    expect(atDoor).toMatchObject({ document_id: order.document_id, document_number: order.document_number })
    const delivered = before.loads.map(({ shipment_detail_id }: any) => ({ shipment_detail_id, quantity }))
    const counted = doorInvoice(atDoor, delivered, 2)!
    await end()
    const invoice = await bill(order)
    expect(counted.total).toBe(invoice.total_amount)
    expect(counted.discount).toBe(invoice.discount_amount)
    expect(counted.lines.map(({ total }) => total)).toEqual(
      invoice.details.map(({ line_total }: any) => line_total),
    )
    expect(doorDue([counted], [{ amount: invoice.total_amount }])).toBe('0.000')
    expect(doorDue([counted], [{ amount: '0.01' }])).not.toBe(doorDue([counted], []))
  }
})

test('a doorstep invoice with taxes equals the office’s, at the rates of the day of delivery', async () => {
  const order = await waitingOrder(server, {
    ...{ payment_term_id: atOnce, freight: '25', discount_type: 'A', discount: '10.01', ship_state: 'NE' },
    ...{ ship_city: 'Kearney', ship_country_iso_3: 'USA' },
    details: [
      { product_id: on.diesel, quantity: '300', unit_price: '3.459337', unit_id: on.gallon },
      { product_id: on.diesel, quantity: '200', unit_price: '2.000001', unit_id: on.gallon },
    ],
  })
  // The tickets are an hour old: in the first hour of a day they belong to the previous day.
  const day = sql`(${HOUR_AGO}::timestamptz at time zone business_time_zone())::date`
  await sql`with codes as (
      insert into tax_codes (name, printed_name, company_id, basis, unit_id, currency_id, applies_to)
      select name, name, seller_id, basis, ${on.gallon}, 3, 'goods_and_freight'
      from transaction_documents, (values ('Excise', 'per_unit'), ('Sales tax', 'percent')) as t (name, basis)
      where document_id = ${order.document_id} returning tax_code_id),
    rates as (insert into tax_rates (tax_code_id, rate, from_date, to_date)
      select tax_code_id, rate, from_date, to_date from codes, (values (4.5, '2020-01-01'::date, ${day} - 1),
        (5.125, ${day}, null)) as r (rate, from_date, to_date))
    insert into tax_rules (tax_code_id, state) select tax_code_id, 'NE' from codes`.execute(server.db)
  try {
    for (const quantity of ['66.7', '99.9']) {
      const { before, end } = await rounds(order, quantity)
      const delivered = before.loads.map(({ shipment_detail_id }: any) => ({ shipment_detail_id, quantity }))
      const counted = doorInvoice(before.door_orders[0], delivered, 2)!
      await end()
      const invoice = await bill(order)
      expect(Number(invoice.tax_total)).toBeGreaterThan(600)
      expect(counted.total).toBe(invoice.grand_total)
      expect(counted.taxes.map(({ tax_name }) => tax_name)).toEqual(['Excise', 'Sales tax'])
      expect(invoice.balance).toBe(invoice.grand_total)
    }
  } finally {
    await sql`update tax_codes set is_active = 0`.execute(server.db)
  }
})

test('a price by the day of delivery is the same on the phone and on the invoice', async () => {
  const company_id = COMPANY.distributor
  const { body } = await on.admin('POST', '/terminals', { name: 'Rack', company_id })
  const { terminal_id } = body.terminal
  const shared = { company_id, terminal_id, product_id: on.diesel, unit_id: on.gallon }
  const post = (unit_price: string, valid_from: string) =>
    on.admin('POST', '/posted_prices', { ...shared, unit_price, valid_from })
  const { body: rule } = await on.admin('POST', '/price_rules', {
    ...{ ...shared, name: 'Rack', margin: '0.1', price_by: 'delivery', from_date: '2020-01-01' },
  })
  await post('2', '2020-01-01T00:00:00Z')
  const order = await waitingOrder(server, {
    payment_term_id: atOnce,
    details: [{ product_id: on.diesel, quantity: '100', unit_id: on.gallon }],
  })
  expect(order.details[0].unit_price).toBe('2.100000')
  await post('3.123456', '2020-06-01T00:00:00Z')
  const { before, end } = await rounds(order, '90')
  const [atDoor] = before.door_orders
  expect([atDoor.lines[0].unit_price, atDoor.subtotal]).toEqual(['3.223456', '322.350'])
  const delivered = before.loads.map(({ shipment_detail_id }: any) => ({
    ...{ shipment_detail_id, quantity: '90' },
  }))
  await end()
  const invoice = await bill(order)
  expect(invoice.details[0].unit_price).toBe('3.223456')
  expect(doorInvoice(atDoor, delivered, 2)!.total).toBe(invoice.total_amount)
  await on.admin('DELETE', `/price_rules/${rule.price_rule.price_rule_id}`)
})

test('prices go to the phone only if the customer pays on delivery', async () => {
  const order = await waitingOrder(server, {
    payment_term_id: later,
    details: [{ product_id: on.diesel, quantity: '100', unit_price: '3.4593', unit_id: on.gallon }],
  })
  const { before } = await rounds(order, '90')
  expect(before.door_orders).toEqual([])
  expect(JSON.stringify(before)).not.toContain('3.4593')
})

describe('an order delivered at two stops', () => {
  const ordered = () =>
    waitingOrder(server, {
      ...{ payment_term_id: atOnce, freight: '25', handling_charge: '3.33' },
      details: [{ product_id: on.diesel, quantity: '300', unit_price: '3.459337', unit_id: on.gallon }],
    })
  const loadsOf = (order: any) => {
    const [{ document_detail_id }] = order.details
    return ['Barn', 'Yard'].map((place, index) =>
      on.load(place, { document_detail_id, quantity: '100', compartment: index + 1 }),
    )
  }
  const unmetered = { meter_start: null, meter_end: null }
  const chargedAt = (stops: any[], at: (number | null)[], paid: (string | null)[]) =>
    doorInvoices(
      stops.map((stop, index) => ({
        orders: stop.door_orders,
        delivered: stop.loads.map(({ shipment_detail_id }: any) => ({
          ...{ shipment_detail_id, quantity: String(at[index] ?? 0) },
        })),
        paid: paid[index] ? [{ amount: paid[index]! }] : [],
        places: 2,
      })),
    ).map(([invoice]) => invoice && [Number(invoice.total).toFixed(2), invoice.charges.length])

  test('charges its fees once: at the first stop, or where they were paid', async () => {
    const order = await ordered()
    await on.round(loadsOf(order))
    const { stops } = (await on.day()).rounds.at(-1)
    // 100 gal are $345.93, with the charges $374.26.
    expect(chargedAt(stops, [null, null], [])).toEqual([undefined, undefined])
    expect(chargedAt(stops, [100, null], [])).toEqual([['374.26', 2], undefined])
    expect(chargedAt(stops, [100, 100], [])).toEqual([
      ['374.26', 2],
      ['345.93', 0],
    ])
    // The second stop was served first, and paid with the charges.
    expect(chargedAt(stops, [null, 100], [])).toEqual([undefined, ['374.26', 2]])
    expect(chargedAt(stops, [100, 100], [null, '374.26'])).toEqual([
      ['345.93', 0],
      ['374.26', 2],
    ])
    // A payment of the goods alone includes no charges.
    expect(chargedAt(stops, [100, 100], [null, '345.93'])).toEqual([
      ['374.26', 2],
      ['345.93', 0],
    ])
  })

  test('has its prices and payments on the ticket of each stop, and the charges on one; billing changes no ticket', async () => {
    const order = await ordered()
    const { event, ticket, signed, id, first, made } = await on.round(loadsOf(order))
    const paid = (amount: string, stop: number) =>
      event('paid', { method: 'check', amount, check_number: '1041', note: null } as never, stop)
    const at = (index: number) =>
      ticket(index, {
        ...unmetered,
        quantity: '100',
        shipment_detail_id: made.details[index].shipment_detail_id,
      })
    const outcomes = await on.send(
      ...[event('left', {}), event('arrived', {}), at(0), signed(), event('closed', {})],
      ...[event('arrived', {}, 1), at(1), paid('300', 1), signed(1), event('closed', {}, 1)],
      event('round_closed', {}),
    )
    expect(new Set(outcomes)).toEqual(new Set(['applied']))
    const papers = async () => {
      const { body } = await on.admin('GET', `/delivery_tickets?shipment_id=${id}`)
      const ids = [0, 1].map(
        (more) =>
          body.delivery_tickets.find(({ number }: { number: number }) => number === first + more).ticket_id,
      )
      return Promise.all(
        ids.map(async (item) => (await on.admin('GET', `/delivery_tickets/${item}/print`)).body.print.html),
      )
    }
    const [barn, yard] = await papers()
    expect(barn).toMatch(
      /100\sgal × \$3\.459337.*\$345\.93.*Freight.*\$25\.00.*\$3\.33.*To pay on delivery.*\$374\.26/s,
    )
    expect(barn).not.toMatch(/Paid: |Still to pay/)
    expect(yard).toMatch(
      /\$345\.93.*To pay on delivery.*\$345\.93.*Paid: .*1041.*\$300\.00.*Still to pay.*\$45\.93/s,
    )
    expect(yard).not.toContain('Freight')
    const invoice = await bill(order)
    expect(invoice.total_amount).toBe('720.200')
    const times = /\d+:\d\d:?\d* ?[AP]?M?/g
    const without = (html: string) => html.replace(times, '')
    expect((await papers()).map(without)).toEqual([barn, yard].map(without))
  })

  test('does not charge its fees again on a second round', async () => {
    const order = await ordered()
    const { end } = await rounds({ details: order.details }, '100')
    await end()
    await on.round([loadsOf(order)[0]!])
    const [atDoor] = (await on.day()).rounds.at(-1).stops[0].door_orders
    expect(atDoor).toMatchObject({ document_id: order.document_id, freight: '0', handling_charge: '0' })
  })
})

test('the paper of a delivery that is not paid at the doorstep shows no price', async () => {
  const order = await waitingOrder(server, {
    payment_term_id: later,
    details: [{ product_id: on.diesel, quantity: '100', unit_price: '3.4593', unit_id: on.gallon }],
  })
  const { end } = await rounds(order, '90')
  await end()
  const { body } = await on.admin('GET', '/delivery_tickets')
  const { ticket_id } = body.delivery_tickets[0]
  const { html } = (await on.admin('GET', `/delivery_tickets/${ticket_id}/print`)).body.print
  expect(html).not.toMatch(/3\.4593|To pay on delivery/)
})
