import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doorDue, doorInvoice } from '#core/domains/orders/doorInvoice.ts'
import { waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { type DriverTools, driverTools } from '#server/domains/shipments/driver/testing/driverTools.ts'

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
  const made = await on.round(
    order.details.map(({ document_detail_id }: any, index: number) =>
      on.load('Barn', { document_detail_id, quantity: '100', compartment: index + 1 }),
    ),
  )
  const { event, ticket, signed } = made
  const stop = async () => (await on.day()).rounds.at(-1).stops[0]
  const before = await stop()
  const tickets = made.made.details.map(({ shipment_detail_id }: any, index: number) =>
    ticket(0, {
      ...{ shipment_detail_id, quantity, number: made.first + index, meter_start: null, meter_end: null },
    }),
  )
  await on.send(event('left', {}), event('arrived', {}), ...tickets)
  const end = () => on.send(signed(), event('closed', {}), event('round_closed', {}))
  return { before, end }
}
const bill = async ({ document_id }: any) =>
  (await on.admin('POST', `/transaction_documents/${document_id}/convert`, { document_type: 'invoice' })).body
    .transaction_document

test('the invoice at the door is that of the office, cent by cent, over parts of an order with discounts and charges', async () => {
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
    const [door] = before.door_orders
    expect(door).toMatchObject({ document_id: order.document_id, document_number: order.document_number })
    const delivered = before.loads.map(({ shipment_detail_id }: any) => ({ shipment_detail_id, quantity }))
    const counted = doorInvoice(door, delivered, 2)!
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

test('prices go to the phone only where the customer pays on delivery', async () => {
  const order = await waitingOrder(server, {
    payment_term_id: later,
    details: [{ product_id: on.diesel, quantity: '100', unit_price: '3.4593', unit_id: on.gallon }],
  })
  const { before } = await rounds(order, '90')
  expect(before.door_orders).toEqual([])
  expect(JSON.stringify(before)).not.toContain('3.4593')
})
