import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deliverOrderLine, testTruck } from '#server/app/testing/deliveries.ts'
import { documentBody, testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { countDelivered } from './settleOrder.ts'

let server: TestServer
let product_id: number
let truck_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
  truck_id = await testTruck(server)
})
afterAll(() => server.close())

type Row = Record<string, any>
const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/transaction_documents${path}`, body)
const read = async (id: number): Promise<Row> => (await admin('GET', `/${id}`)).body.transaction_document
const step = (id: number, status_id: number, reason?: string) =>
  admin('POST', `/${id}/status`, { status_id, reason })
const credit = (id: number, body: object = {}) =>
  admin('POST', `/${id}/credit`, { reason: 'Wrong tank', ...body })
const refused = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(422)
  return body.errors.map(({ field, rule }: Row) => [field, rule])
}

/** An invoice of 250 with freight of 10. */
async function open(more: object = {}): Promise<Row> {
  const details = [{ product_id, quantity: '100', unit_price: '2.5' }]
  const created = await testDocument(server, { document_type: 'invoice', details, freight: '10', ...more })
  await step(created.document_id, IS.open)
  return created
}
async function sent(more: object = {}): Promise<Row> {
  const created = await open(more)
  await step(created['document_id'], IS.sent)
  return read(created['document_id'])
}

describe('an invoice that was sent', () => {
  test('is credited whole: the credit note is numbered, below zero, and pays it', async () => {
    const { document_id, details } = await sent()
    const response = await credit(document_id)
    expect(response.status, response.raw).toBe(200)
    const note = response.body.transaction_document
    expect(note).toMatchObject({
      document_type: 'credit_note',
      document_number: expect.stringMatching(/^CN-\d{4}-00001$/),
      source_document_id: document_id,
      comments: 'Wrong tank',
      given_out: 1,
      status_id: IS.paid,
      ...{ subtotal: '-250.000', freight: '-10.000', total_amount: '-260.000', balance: '0.000' },
      ...{ document_total_amount: '-260.000', document_balance: '0.000' },
    })
    expect(note.details).toMatchObject([
      {
        ...{ quantity: '-100.000', unit_price: '2.500000', line_total: '-250.000' },
        credited_detail_id: details[0].document_detail_id,
      },
    ])
    expect(await read(document_id)).toMatchObject({
      balance: '0.000',
      status_id: IS.paid,
      total_amount: '260.000',
    })
    const again = await credit(document_id)
    expect([again.status, again.body.message]).toEqual([409, 'Nothing is left to credit.'])
  })

  test('is credited by line and by amount, never more than is left', async () => {
    const { document_id, details } = await sent()
    const [{ document_detail_id }] = details
    const part = await credit(document_id, { details: [{ document_detail_id, quantity: '40' }] })
    expect(part.body.transaction_document).toMatchObject({ total_amount: '-100.000', freight: '0.000' })
    expect((await admin('GET', `/${document_id}/credit`)).body.credit).toMatchObject({
      left: '160.000',
      lines: [{ document_detail_id, quantity_left: '60.000', quantity_over: '0.000' }],
    })
    expect(refused(await credit(document_id, { amount: '160.01' }))).toEqual([['amount', 'above_credit']])
    expect(refused(await credit(document_id, { details: [{ document_detail_id, quantity: '61' }] }))).toEqual(
      [['details.0.quantity', 'above_credit']],
    )
    expect((await credit(document_id, { amount: '10' })).body.transaction_document).toMatchObject({
      ...{ total_amount: '-10.000', discount_amount: '10.000', details: [] },
    })
    expect(await read(document_id)).toMatchObject({ balance: '150.000', status_id: IS.partially_billed })
    expect((await credit(document_id)).body.transaction_document).toMatchObject({ total_amount: '-150.000' })
    expect(await read(document_id)).toMatchObject({ balance: '0.000', status_id: IS.paid })
  })

  test('leaves the paid part as credit of the customer', async () => {
    const { document_id } = await sent()
    await admin('POST', `/${document_id}/payments`, { amount: '200', method: 'check' })
    const { transaction_document: note } = (await credit(document_id)).body
    expect(note).toMatchObject({
      total_amount: '-260.000',
      balance: '-200.000',
      status_id: IS.partially_billed,
    })
    expect(await read(document_id)).toMatchObject({ balance: '0.000', status_id: IS.paid })
  })

  test('is credited once, even by several users at the same time', async () => {
    const { document_id } = await sent()
    const responses = await Promise.all(Array.from({ length: 5 }, () => credit(document_id)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  })

  test('is credited again with equal lines or amount and reason only if confirmed, even at once', async () => {
    const { document_id, details } = await sent()
    const parts = { details: [{ document_detail_id: details[0].document_detail_id, quantity: '10.5' }] }
    for (const body of [parts, { amount: '10' }]) {
      const both = await Promise.all([credit(document_id, body), credit(document_id, body)])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
      expect(refused(await credit(document_id, body))).toEqual([['is_another', 'same_credit']])
      expect((await credit(document_id, { ...body, reason: 'Late' })).status).toBe(200)
      expect((await credit(document_id, { ...body, is_another: true })).status).toBe(200)
    }
    expect((await admin('GET', `/${document_id}/credit`)).body.credit).toMatchObject({ left: '151.250' })
  })

  test('is credited in its own currency at its own rate', async () => {
    const { document_id } = await sent({ currency_id: 1, exchange_rate: '1.5' })
    expect((await credit(document_id)).body.transaction_document).toMatchObject({
      ...{ currency_id: 1, exchange_rate: '1.5000000000', total_amount: '-260.000' },
      ...{ document_total_amount: '-390.000', document_freight: '-15.000' },
    })
    expect(await read(document_id)).toMatchObject({ balance: '0.000', document_balance: '0.000' })
  })

  test('is linked with its credit notes, and its customer sees them', async () => {
    const { document_id } = await sent()
    const note = (await credit(document_id)).body.transaction_document
    const linked = async (id: number) =>
      (await server.as('customer').call('GET', `/transaction_documents/${id}/linked_documents`)).body
        .linked_documents
    expect(await linked(document_id)).toMatchObject([{ title: note.document_number, status: 'Used' }])
    expect(await linked(note.document_id)).toMatchObject([{ link_object_id: document_id }])
  })

  test('keeps its seller, also on its credit note, when the customer moves to another seller', async () => {
    const { document_id, seller_id } = await sent()
    await sql`update companies set parent_id = null where company_id = ${COMPANY.customer}`.execute(server.db)
    const note = (await credit(document_id)).body.transaction_document
    await sql`update companies set parent_id = ${COMPANY.distributor} where company_id = ${COMPANY.customer}`.execute(
      server.db,
    )
    expect([seller_id, note.seller_id]).toEqual([COMPANY.distributor, COMPANY.distributor])
  })

  test('is not credited by a customer', async () => {
    const { document_id } = await sent()
    const response = await server
      .as('customer')
      .call('POST', `/transaction_documents/${document_id}/credit`, { reason: 'Too dear' })
    expect(response.status).toBe(405)
  })
})

test('a credit needs a reason, and lines or an amount', async () => {
  const { document_id, details } = await sent()
  expect(refused(await credit(document_id, { reason: '  ' }))).toEqual([['reason', 'required']])
  const quantity = { document_detail_id: details[0].document_detail_id, quantity: '1' }
  expect(refused(await credit(document_id, { details: [quantity], amount: '1' }))).toEqual([
    ['amount', 'lines_or_amount'],
  ])
})

test.each([
  ['an open invoice that was not sent', async () => (await open())['document_id']],
  ['an order', async () => (await testDocument(server)).document_id],
  [
    'a credit note',
    async () => (await credit((await sent())['document_id'])).body.transaction_document.document_id,
  ],
  [
    'an invoice that was written off',
    async () => {
      const { document_id } = await sent()
      await step(document_id, IS.write_off)
      return document_id
    },
  ],
] as const)('%s is not credited', async (_, create) => {
  const id = await create()
  expect((await credit(id)).status).toBe(409)
  expect((await admin('GET', `/${id}/credit`)).body.credit).toBeNull()
})

describe('a credit note', () => {
  test('cannot be created like other documents', async () => {
    const body = await documentBody(server, { document_type: 'credit_note' })
    expect(refused(await admin('POST', '', body))).toEqual([['document_type', 'credit_by_command']])
  })

  test('cannot be changed, voided or archived, but can be sent and closed', async () => {
    const { document_id } = await sent()
    await admin('POST', `/${document_id}/payments`, { amount: '260', method: 'check' })
    const { document_id: id } = (await credit(document_id)).body.transaction_document
    expect(refused(await admin('PATCH', `/${id}`, { freight: '1' }))).toEqual([
      ['freight', 'fixed_once_sent'],
    ])
    expect((await admin('PATCH', `/${id}`, { approved: 1 })).status).toBe(200)
    expect((await admin('DELETE', `/${id}`)).status).toBe(409)
    expect((await step(id, IS.void)).status).toBe(409)
    expect((await step(id, IS.sent)).status).toBe(200)
    expect((await read(id)).total_amount).toBe('-260.000')
  })
})

describe('an order', () => {
  /** An order of 1000 that was received, with its invoice, sent. */
  async function billed(more: object = {}) {
    const order = await waitingOrder(server, {
      details: [{ product_id, quantity: '1000', unit_price: '1.1' }],
      ...more,
    })
    await step(order.document_id, IS.received, 'Fetched')
    return { order: order.document_id as number, invoice: await bill(order.document_id) }
  }
  async function bill(order: number): Promise<Row> {
    const response = await admin('POST', `/${order}/convert`, { document_type: 'invoice' })
    expect(response.status, response.raw).toBe(200)
    const { document_id } = response.body.transaction_document
    for (const status of [IS.open, IS.sent]) await step(document_id, status)
    return read(document_id)
  }

  test('bills credited quantities again', async () => {
    const { order, invoice } = await billed()
    expect((await read(order)).status_id).toBe(IS.invoiced)
    const [{ document_detail_id }] = invoice['details']
    await credit(invoice['document_id'], { details: [{ document_detail_id, quantity: '400' }] })
    expect(await read(order)).toMatchObject({
      status_id: IS.received,
      details: [{ quantity_invoiced: '600.000' }],
    })
    expect((await bill(order))['details']).toMatchObject([{ quantity: '400.000' }])
    expect((await read(order)).status_id).toBe(IS.invoiced)
  })

  test('does not bill a credited amount again', async () => {
    const { order, invoice } = await billed()
    await credit(invoice['document_id'], { amount: '50' })
    expect((await read(order)).status_id).toBe(IS.invoiced)
  })

  test('proposes to credit the quantity that a corrected ticket no longer delivers', async () => {
    const order = await waitingOrder(server, {
      details: [{ product_id, quantity: '1000', unit_price: '1.1' }],
    })
    const [{ document_detail_id }] = order.details
    await deliverOrderLine(server, {
      truck_id,
      product_id,
      document_detail_id,
      quantity: '1000',
      factor: '3.785411784',
    })
    const { document_id } = await bill(order.document_id)
    const { rows } = await sql<{
      shipment_id: number
    }>`update shipment_planner_details set delivered = delivered - 250
      where document_detail_id = ${document_detail_id} returning shipment_id`.execute(server.db)
    await countDelivered(
      { actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor },
      rows[0]!.shipment_id,
    )
    const [line] = (await admin('GET', `/${document_id}/credit`)).body.credit.lines
    expect(line).toMatchObject({ quantity_left: '1000.000', quantity_over: '66.043' })
    await credit(document_id, {
      details: [{ document_detail_id: line.document_detail_id, quantity: line.quantity_over }],
    })
    expect((await admin('GET', `/${document_id}/credit`)).body.credit.lines).toMatchObject([
      { quantity_left: '933.957', quantity_over: '0.000' },
    ])
    expect((await read(order.document_id)).status_id).toBe(IS.open)
  })

  test('reopens if it is closed', async () => {
    const { order, invoice } = await billed()
    await admin('POST', `/${invoice['document_id']}/payments`, { amount: '1100', method: 'check' })
    expect((await read(order)).status_id).toBe(IS.closed)
    await credit(invoice['document_id'])
    expect((await read(order)).status_id).toBe(IS.received)
  })

  test('yields the same invoice again after a full credit, with any discounts', async () => {
    const cents = fc.integer({ min: 0, max: 5_000 }).map((value) => (value / 100).toFixed(2))
    const lines = fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 99_999 }).map((value) => (value / 10).toFixed(3)),
        unit_price: fc.integer({ min: 500_000, max: 5_000_000 }).map((value) => (value / 1e6).toFixed(6)),
        line_discount_type: fc.constantFrom('A', 'P'),
        line_discount_percentage: fc.integer({ min: 0, max: 50 }).map(String),
      }),
      { minLength: 1, maxLength: 3 },
    )
    const parts = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(lines, cents, cents, parts, async (details, discount, freight, shares) => {
        const isSmall = details.every(
          ({ quantity, unit_price }) => Number(quantity) * Number(unit_price) > 100,
        )
        fc.pre(isSmall)
        const { order, invoice } = await billed({
          ...{ discount, freight },
          details: details.map((line) => ({ ...line, product_id, line_discount_amount: '0.05' })),
        })
        const id = invoice['document_id']
        for (const share of shares) {
          const left = (await admin('GET', `/${id}/credit`)).body.credit.lines
          const some = left.map(({ document_detail_id, quantity_left }: Row) => ({
            document_detail_id,
            quantity: ((Number(quantity_left) * share) / 100).toFixed(1),
          }))
          const positive = some.filter(({ quantity }: Row) => Number(quantity) > 0)
          if (positive.length > 0)
            expect((await credit(id, { details: positive, is_another: true })).status).toBe(200)
        }
        await credit(id)
        expect(await read(id)).toMatchObject({ balance: '0.000', status_id: IS.paid })
        const again = await bill(order)
        for (const name of ['subtotal', 'discount_amount', 'freight', 'total_amount'])
          expect(again[name], name).toBe(invoice[name])
      }),
      { numRuns: 12 },
    )
  })
})
