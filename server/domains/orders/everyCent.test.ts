import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deliverOrderLine, testTruck } from '#server/app/testing/deliveries.ts'
import { testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
let truck_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
  truck_id = await testTruck(server)
})
afterAll(() => server.close())

const admin = async (method: string, path: string, body?: unknown) => {
  const response = await server.as('administrator').call(method, `/transaction_documents${path}`, body)
  if (response.status !== 200) throw new Error(`${path}: ${response.raw}`)
  return response.body
}
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
const tenths = fc.integer({ min: 1, max: 50_000 }).map((value) => new Exact(value).div(10).toFixed(1))
const price = fc
  .integer({ min: 1, max: 9_999_999 })
  .map((value) => new Exact(value).div(1_000_000).toFixed(6))
/** The quantity of one round, and whether it is billed before the next one. */
const rounds = fc.array(fc.tuple(tenths, fc.boolean()), { minLength: 1, maxLength: 3 })

describe.each([
  ['imperial', 1, 'gal', '3.785411784'],
  ['metric', 2, 'L', '1'],
] as const)('in %s units', (_system, unit_of_measure, sign, factor) => {
  test('order, shipments, deliveries, invoices and payments agree to every cent and every tenth', async () => {
    await server.as('administrator').call('PATCH', `/companies/${COMPANY.customer}`, { unit_of_measure })
    await fc.assert(
      fc.asyncProperty(rounds, price, async (delivered, unit_price) => {
        const sum = delivered.reduce((total, [quantity]) => total.plus(quantity), new Exact(0))
        const order = await waitingOrder(server, {
          details: [{ product_id, quantity: sum.toFixed(), unit_price }],
        })
        expect(order.details).toMatchObject([{ unit_title: sign, unit_price }])
        expect(new Exact(order.details[0].quantity_liters).equals(sum.times(factor))).toBe(true)
        const { document_id: id } = order
        const { document_detail_id } = order.details[0]
        const invoices: any[] = []
        const bill = async () => {
          const { transaction_document } = await admin('POST', `/${id}/convert`, { document_type: 'invoice' })
          invoices.push(transaction_document)
        }
        let isBilled = true
        for (const [quantity, isBilledNow] of delivered) {
          await deliverOrderLine(server, { truck_id, product_id, document_detail_id, quantity, factor })
          isBilled = isBilledNow
          if (isBilledNow) await bill()
        }
        if (!isBilled) await bill()
        const done = (await admin('GET', `/${id}`)).transaction_document
        expect(done.status_id).toBe(IS.invoiced)
        const [line] = done.details
        for (const name of ['quantity_delivered', 'quantity_invoiced']) {
          expect(line[name], name).toBe(sum.toFixed(3))
        }
        const billed = invoices.reduce(
          (total, invoice) => total.plus(invoice.details[0].quantity),
          new Exact(0),
        )
        expect(billed.equals(sum)).toBe(true)
        for (const invoice of invoices) await payInFull(invoice, unit_price)
      }),
      { numRuns: 5 },
    )
  })
})

/** Pays an invoice in two parts. Its total is its quantity times the price, in cents, and its balance ends at 0. */
async function payInFull(invoice: any, unit_price: string): Promise<void> {
  const { document_id: id, details, total_amount } = invoice
  const counted = new Exact(details[0].quantity).times(unit_price).toDecimalPlaces(2)
  expect(total_amount).toBe(counted.toFixed(3))
  await admin('POST', `/${id}/status`, { status_id: IS.open })
  if (counted.isZero()) return
  const first = counted.dividedBy(3).toDecimalPlaces(2, Decimal.ROUND_DOWN)
  for (const amount of [first, counted.minus(first)]) {
    if (!amount.isZero())
      await admin('POST', `/${id}/payments`, { amount: amount.toFixed(2), method: 'cash' })
  }
  expect((await admin('GET', `/${id}`)).transaction_document).toMatchObject({
    balance: '0.000',
    document_balance: '0.000',
    status_id: IS.paid,
  })
}
