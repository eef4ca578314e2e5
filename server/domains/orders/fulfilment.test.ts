import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { transaction_document_details } from '#core/domains/orders/transaction_document_details.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { writableFields } from '#core/resources/definition.ts'
import { moveToSeller } from '#server/app/testing/accounts.ts'
import { deliverOrderLine, testTruck } from '#server/app/testing/deliveries.ts'
import { documentBody, testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { systemActor } from '#server/platform/context.ts'
import { countDelivered } from './invoices/settleOrder.ts'

const GALLON = '3.785411784'
let server: TestServer
let product_id: number
let truck_id: number
beforeAll(async () => {
  server = await startTestServer()
  await moveToSeller(server.db, ['csr'])
  product_id = (await testProduct(server)).product_id
  truck_id = await testTruck(server)
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/transaction_documents${path}`, body)
const line = (more: object = {}) => ({ product_id, quantity: '1000', unit_price: '3.2555', ...more })
const step = (id: number, status_id: number, reason?: string) =>
  admin('POST', `/${id}/status`, { status_id, reason })
const read = async (id: number) => (await admin('GET', `/${id}`)).body.transaction_document
const convert = (id: number, document_type = 'invoice') => admin('POST', `/${id}/convert`, { document_type })
const waiting = (more: object = {}, details: object[] = [line()]) =>
  waitingOrder(server, { details, ...more })
const deliver = (row: { document_detail_id: number }, quantity: string) =>
  deliverOrderLine(server, {
    truck_id,
    product_id,
    document_detail_id: row.document_detail_id,
    quantity,
    factor: GALLON,
  })

describe('an invoice of an order bills delivered quantities', () => {
  test.each([
    ['960', IS.received],
    ['940', IS.open],
  ])('%s of 1000, whose rest is missing only beyond the tolerance', async (delivered, status_id) => {
    const order = await waiting()
    await deliver(order.details[0], delivered)
    expect((await read(order.document_id)).status_id).toBe(status_id)
    const { body } = await convert(order.document_id)
    expect(body.transaction_document.details).toMatchObject([{ quantity: `${delivered}.000` }])
  })

  test('more than ordered, if more was delivered', async () => {
    const order = await waiting()
    await deliver(order.details[0], '1050')
    expect(await read(order.document_id)).toMatchObject({
      status_id: IS.received,
      details: [{ quantity: '1000.000', quantity_delivered: '1050.000', quantity_invoiced: '0.000' }],
    })
    const { body } = await convert(order.document_id)
    expect(body.transaction_document).toMatchObject({
      document_type: 'invoice',
      details: [{ quantity: '1050.000', unit_price: '3.255500', unit_title: 'gal', line_total: '3418.280' }],
      total_amount: '3418.280',
    })
    expect(await read(order.document_id)).toMatchObject({
      status_id: IS.invoiced,
      details: [{ quantity_invoiced: '1050.000' }],
    })
  })

  test('in parts, while the order stays open for the rest', async () => {
    const order = await waiting({ freight: '40', discount: '30' }, [
      line({ line_discount_amount: '100', unit_price: '3' }),
    ])
    await deliver(order.details[0], '300')
    const first = (await convert(order.document_id)).body.transaction_document
    expect(first).toMatchObject({
      details: [{ quantity: '300.000', line_discount_amount: '30.000', line_total: '870.000' }],
      freight: '40.000',
      discount: '9.000',
      total_amount: '901.000',
      source_document_id: order.document_id,
    })
    expect((await read(order.document_id)).status_id).toBe(IS.open)
    expect(await convert(order.document_id)).toMatchObject({
      status: 409,
      body: { message: 'There is no delivered quantity left to bill.' },
    })
    await deliver(order.details[0], '700')
    const second = (await convert(order.document_id)).body.transaction_document
    expect(second).toMatchObject({
      details: [{ quantity: '700.000', line_discount_amount: '70.000', line_total: '2030.000' }],
      freight: '0.000',
      discount: '21.000',
      total_amount: '2009.000',
    })
    expect((await read(order.document_id)).status_id).toBe(IS.invoiced)
  })

  test('nothing more once the rest is released', async () => {
    const order = await waiting()
    expect((await admin('POST', `/${order.document_id}/close_short`, {})).status).toBe(409)
    await deliver(order.details[0], '900')
    expect((await read(order.document_id)).status_id).toBe(IS.open)
    expect((await step(order.document_id, IS.closed)).body.message).toContain('not billed yet')
    const closed = await admin('POST', `/${order.document_id}/close_short`, { reason: 'Tank was full' })
    expect(closed.body.transaction_document).toMatchObject({
      status_id: IS.received,
      closed_short: 1,
      close_reason: 'Tank was full',
    })
    const invoice = (await convert(order.document_id)).body.transaction_document
    expect(invoice.details).toMatchObject([{ quantity: '900.000' }])
    expect((await read(order.document_id)).status_id).toBe(IS.invoiced)
  })

  test('again, when its invoice is void', async () => {
    const order = await waiting()
    await deliver(order.details[0], '1000')
    const invoice = (await convert(order.document_id)).body.transaction_document
    await step(invoice.document_id, IS.open)
    await step(invoice.document_id, IS.void)
    expect((await read(order.document_id)).status_id).toBe(IS.received)
    expect((await convert(order.document_id)).body.transaction_document.details).toMatchObject([
      { quantity: '1000.000' },
    ])
  })

  test('never more, even after a change', async () => {
    const order = await waiting()
    await deliver(order.details[0], '900')
    const invoice = (await convert(order.document_id)).body.transaction_document
    const [{ document_detail_id }] = invoice.details
    const more = await admin('PATCH', `/${invoice.document_id}`, {
      details: [{ document_detail_id, quantity: '901' }],
    })
    expect(more.body.errors).toMatchObject([{ field: 'details.0.quantity', rule: 'above_delivered' }])
    const less = await admin('PATCH', `/${invoice.document_id}`, {
      details: [{ document_detail_id, quantity: '500' }],
    })
    expect(less.status, less.raw).toBe(200)
    expect((await convert(order.document_id)).body.transaction_document.details).toMatchObject([
      { quantity: '400.000' },
    ])
  })

  test('received without a delivery requires a reason and the right', async () => {
    const order = await waiting()
    const noReason = await step(order.document_id, IS.received)
    expect(noReason).toMatchObject({ status: 422, body: { errors: [{ field: 'reason', rule: 'required' }] } })
    const noRight = await server
      .as('csr')
      .call('POST', `/transaction_documents/${order.document_id}/status`, {
        status_id: IS.received,
        reason: 'x',
      })
    expect(noRight.status).toBe(405)
    const done = await step(order.document_id, IS.received, 'Fetched with their own truck')
    expect(done.body.transaction_document).toMatchObject({
      status_id: IS.received,
      details: [{ quantity_delivered: '1000.000' }],
    })
    const { body } = await admin('GET', `/${order.document_id}/history`)
    expect(JSON.stringify(body.audit_entries)).toContain('Fetched with their own truck')
  })

  test('takes over every writable field, user-defined ones included', async () => {
    const added = await server.as('developer').call('POST', '/user_defined_fields', {
      resource: 'transaction_documents',
      name: 'route_code',
      label: 'Route code',
      data_type: 'text',
      max_length: 20,
    })
    expect(added.status, added.raw).toBe(200)
    const name = Object.keys((await testDocument(server)) as object).find((item) =>
      item.includes('route_code'),
    )!
    const filled: Record<string, unknown> = { [name]: 'North 7', comments: 'Ring', ship_address2: 'Dock 4' }
    const order = await waiting({
      ...filled,
      wished_date: '2099-02-03',
      work_order_no: 'WO-1',
      customer_po: 'P1',
    })
    await deliver(order.details[0], '1000')
    const before = await read(order.document_id)
    const after = (await convert(order.document_id)).body.transaction_document
    const own = ['document_type', 'status_id', 'document_date', 'due_date', 'archived']
    for (const [field] of writableFields(transaction_documents)) {
      if (!own.includes(field)) expect(after[field], field).toEqual(before[field])
    }
    expect(after[name]).toBe('North 7')
    for (const [field] of writableFields(transaction_document_details)) {
      expect(after.details[0][field], field).toEqual(before.details[0][field])
    }
  })
})

describe('the dates of documents', () => {
  test('an invoice is due by its own date and terms, not by those of its order', async () => {
    const terms = await server
      .as('administrator')
      .call('POST', '/payment_terms', { description: 'Net 15', term_days: 15 })
    const { payment_term_id } = terms.body.payment_term
    const order = await waiting({ payment_term_id, document_date: '2026-01-01', due_date: '2026-01-11' })
    await deliver(order.details[0], '1000')
    const { document_id } = (await convert(order.document_id)).body.transaction_document
    const { rows } = await sql<{ is_right: boolean }>`
      select document_date = business_today() and due_date = business_today() + 15 as is_right
      from transaction_documents where document_id = ${document_id}`.execute(server.db)
    expect(rows[0]!.is_right).toBe(true)
  })

  test('no document is due before its own date', async () => {
    const created = await testDocument(server, { document_date: '2026-03-01', due_date: '2026-03-01' })
    const early = await admin('PATCH', `/${created.document_id}`, { due_date: '2026-02-28' })
    expect(early.body.errors).toMatchObject([{ field: 'due_date', rule: 'before_document' }])
    const late = await admin('PATCH', `/${created.document_id}`, { document_date: '2026-03-02' })
    expect(late.body.errors).toMatchObject([{ field: 'due_date', rule: 'before_document' }])
  })
})

describe('prices and totals', () => {
  test('a unit price has 6 decimals, a total as many as its currency', async () => {
    const created = await testDocument(server, {
      details: [
        line({ quantity: '333.3', unit_price: '2.987654' }),
        line({ quantity: '1', unit_price: '0.005' }),
      ],
    })
    expect(created).toMatchObject({
      details: [
        { unit_price: '2.987654', line_total: '995.790' },
        { unit_price: '0.005000', line_total: '0.010' },
      ],
      total_amount: '995.800',
    })
    const finer = await admin('PATCH', `/${created.document_id}`, {
      details: [line({ unit_price: '1.1234567' })],
    })
    expect(finer.body.errors).toMatchObject([{ field: 'details.0.unit_price', rule: 'decimal_size' }])
    const thousandth = await admin('PATCH', `/${created.document_id}`, { freight: '1.005' })
    expect(thousandth.body.errors).toMatchObject([
      {
        ...{ field: 'freight', rule: 'too_many_decimals' },
        message: 'At most 2 digits after the decimal point',
      },
    ])
  })
})

describe('payments', () => {
  const invoice = async (more: object = {}) => {
    const created = await testDocument(server, {
      document_type: 'invoice',
      details: [line({ unit_price: '0.6' })],
      ...more,
    })
    await step(created.document_id, IS.open)
    return created.document_id as number
  }
  const pay = (id: number, more: object = {}) =>
    admin('POST', `/${id}/payments`, { method: 'check', amount: '100', ...more })

  test('alone make an invoice paid', async () => {
    const id = await invoice()
    for (const status of [IS.paid, IS.partially_billed]) {
      expect((await step(id, status)).status).toBe(409)
      expect((await admin('PATCH', `/${id}`, { status_id: status })).status).toBe(409)
    }
    await pay(id, { amount: '600' })
    expect((await read(id)).status_id).toBe(IS.paid)
  })

  test('are reversed with a reason, and stay in the list', async () => {
    const id = await invoice()
    await step(id, IS.sent)
    const { payment_id } = (await pay(id)).body
    await pay(id, { amount: '500' })
    expect((await read(id)).status_id).toBe(IS.paid)
    const reverse = (reason: string) => admin('POST', `/${id}/payments/${payment_id}/reverse`, { reason })
    expect((await reverse(' ')).body.errors).toMatchObject([{ field: 'reason', rule: 'required' }])
    expect((await reverse('Bounced')).body.transaction_document).toMatchObject({
      balance: '100.000',
      document_balance: '100.000',
      status_id: IS.partially_billed,
    })
    expect((await reverse('Again')).status).toBe(409)
    const { payments } = (await admin('GET', `/${id}/payments`)).body
    expect(payments).toMatchObject([
      { reverse_reason: 'Bounced', reversed_at: expect.any(String) },
      { reversed_at: null },
    ])
    await admin('POST', `/${id}/payments/${payments[1].payment_id}/reverse`, { reason: 'Charged back' })
    expect(await read(id)).toMatchObject({ balance: '600.000', status_id: IS.sent })
    expect((await admin('POST', `/999999/payments/${payment_id}/reverse`, { reason: 'x' })).status).toBe(404)
  })

  test('are possible for every open invoice: none is opened or moved to a day in the future', async () => {
    const refused = { status: 422, body: { errors: [{ field: 'document_date', rule: 'in_future' }] } }
    const future = { document_date: '2099-01-01', due_date: '2099-02-01' }
    const details = [line({ unit_price: '0.6' })]
    const draft = await testDocument(server, { document_type: 'invoice', details, ...future })
    expect(await step(draft.document_id, IS.open)).toMatchObject(refused)
    const id = await invoice()
    const { rows } = await sql<{
      document_date: string
    }>`select (business_today() + 3)::text as document_date`.execute(server.db)
    // In another year, which its number rules out, it is refused at the same field.
    expect(await admin('PATCH', `/${id}`, { ...rows[0], due_date: '2099-02-01' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'document_date' }] },
    })
    // One from an earlier release stays changeable.
    await sql`update transaction_documents set document_date = '2099-01-01', due_date = '2099-02-01'
      where document_id = ${id}`.execute(server.db)
    expect((await admin('PATCH', `/${id}`, { freight: '1' })).status).toBe(200)
    const created = await admin(
      'POST',
      '',
      await documentBody(server, { document_type: 'invoice', details, ...future, status_id: IS.open }),
    )
    expect(created).toMatchObject(refused)
  })

  test('cannot be in the future', async () => {
    const id = await invoice()
    const response = await pay(id, { payment_date: '2099-01-01' })
    expect(response.body.errors).toMatchObject([{ field: 'payment_date', rule: 'in_future' }])
  })

  test('make the invoice unchangeable, and prevent archiving or voiding it', async () => {
    const id = await invoice()
    const { payment_id } = (await pay(id)).body
    const changed = await admin('PATCH', `/${id}`, { exchange_rate: '1.5', currency_id: 1 })
    expect(changed.body.errors).toMatchObject([
      { field: 'currency_id', rule: 'fixed_once_sent' },
      { field: 'exchange_rate', rule: 'fixed_once_sent' },
    ])
    expect((await admin('DELETE', `/${id}`)).status).toBe(409)
    expect((await admin('PATCH', `/${id}`, { archived: 1 })).status).toBe(409)
    const bulk = await admin('PATCH', '/bulk', { items: [{ id }], changes: { archived: 1 } })
    expect(bulk.status).toBe(422)
    await admin('POST', `/${id}/payments/${payment_id}/reverse`, { reason: 'Wrong invoice' })
    const voided = await step(id, IS.void)
    expect([voided.status, voided.body.message]).toEqual([
      409,
      expect.stringContaining('can no longer be voided'),
    ])
  })
})

describe('an order whose invoices are paid', () => {
  const pay = async (invoice: number, amount: string) => {
    const { body, status } = await admin('POST', `/${invoice}/payments`, { amount, method: 'check' })
    expect(status).toBe(200)
    return body.payment_id as number
  }
  const billed = async (id: number) => {
    const { body } = await convert(id)
    const { document_id, total_amount } = body.transaction_document
    await step(document_id, IS.open)
    return { document_id, total_amount } as { document_id: number; total_amount: string }
  }

  test('is closed by the last payment, and reopened when one is reversed', async () => {
    const order = await waiting()
    await deliver(order.details[0], '600')
    const first = await billed(order.document_id)
    await pay(first.document_id, first.total_amount)
    expect((await read(order.document_id)).status_id).toBe(IS.open)
    await deliver(order.details[0], '400')
    const second = await billed(order.document_id)
    await pay(second.document_id, '1')
    expect((await read(order.document_id)).status_id).toBe(IS.invoiced)
    const left = (await read(second.document_id)).balance
    const last = await pay(second.document_id, left)
    expect((await read(order.document_id)).status_id).toBe(IS.closed)
    await admin('POST', `/${second.document_id}/payments/${last}/reverse`, { reason: 'Bounced' })
    expect((await read(order.document_id)).status_id).toBe(IS.invoiced)
    await pay(second.document_id, left)
    expect((await read(order.document_id)).status_id).toBe(IS.closed)
  })

  test('must be billed again when more was delivered than its tickets show', async () => {
    const order = await waiting()
    await deliver(order.details[0], '1000')
    const { document_id, total_amount } = await billed(order.document_id)
    await pay(document_id, total_amount)
    await sql`update shipment_planner_details set delivered = delivered + 100
      where document_detail_id = ${order.details[0].document_detail_id}`.execute(server.db)
    const { rows } = await sql<{ shipment_id: number }>`select shipment_id from shipment_planner_details
      where document_detail_id = ${order.details[0].document_detail_id}`.execute(server.db)
    await countDelivered(
      { actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor },
      rows[0]!.shipment_id,
    )
    expect((await read(order.document_id)).status_id).toBe(IS.received)
    expect((await convert(order.document_id)).status).toBe(200)
  })
})
