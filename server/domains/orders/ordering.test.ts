import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { documentBody, testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
let device_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
  device_id = Number((await documentBody(server))['device_id'])
  // A customer with more permissions than the template still only orders.
  await sql`update permission_templates set permissions = permissions || '["transaction_documents.update",
    "transaction_documents.delete", "data_imports.create", "data_imports.read"]'::jsonb
    where login_type_id = 'customer'`.execute(server.db)
})
afterAll(() => server.close())

const customer = (method: string, path: string, body?: unknown) =>
  server.as('customer').call(method, `/transaction_documents${path}`, body)
const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/transaction_documents${path}`, body)
const line = (more: object = {}) => ({ product_id, quantity: '250', ...more })
const order = async (more: object = {}) => {
  const response = await customer('POST', '', { device_id, details: [line()], ...more })
  expect(response.status, response.raw).toBe(200)
  return response.body.transaction_document
}
const refusedFields = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(422)
  expect(new Set(body.errors.map(({ rule }: { rule: string }) => rule))).toEqual(
    new Set(['decided_by_seller']),
  )
  return body.errors.map(({ field }: { field: string }) => field).sort()
}

test('a search in the list finds orders by customer and place that the reader may see', async () => {
  const created = await order()
  const at = `Mill ${Date.now()}`
  await sql`update devices set label = ${at} where device_id = ${device_id}`.execute(server.db)
  const found = async (as: typeof admin, text: string) => {
    const { body } = await as('GET', `?search=${encodeURIComponent(text)}`)
    return body.transaction_documents.map((one: { document_id: number }) => one.document_id)
  }
  expect(await found(admin, at)).toEqual([created.document_id])
  expect(await found(customer, at)).toEqual([created.document_id])
  expect(await found(admin, 'prairie FUELS')).toContain(created.document_id)
  expect(
    await found((...of) => server.as('stranger').call(of[0], `/transaction_documents${of[1]}`), at),
  ).toEqual([])
})

describe('a customer who orders', () => {
  test('states a tank, a product, a quantity, a day, a number and a note; the rest is derived', async () => {
    const created = await order({ wished_date: '2099-01-05', customer_po: 'A-17', comments: 'Ring the bell' })
    expect(created).toMatchObject({
      document_type: 'sales_order',
      status_id: IS.new,
      approved: 0,
      company_id: COMPANY.customer,
      payment_term_id: 1,
      currency_id: 3,
      wished_date: '2099-01-05',
      customer_po: 'A-17',
      comments: 'Ring the bell',
      details: [{ product_id, quantity: '250.000', unit_price: '0.000000', unit_title: 'gal' }],
    })
  })

  test.each([
    [{ status_id: IS.waiting_for_shipment, approved: 1 }, ['approved', 'status_id']],
    [{ document_type: 'invoice', status_id: IS.open }, ['document_type', 'status_id']],
    [{ document_type: 'quote' }, ['document_type']],
    [{ discount_type: 'P', discount: '50' }, ['discount', 'discount_type']],
    [
      { freight: '-0', customs: '1', expedite_fee: '1', handling_charge: '1' },
      ['customs', 'expedite_fee', 'handling_charge'],
    ],
    [{ currency_id: 1, exchange_rate: '2' }, ['currency_id', 'exchange_rate']],
    [{ due_date: '2099-12-31', document_date: '2020-01-01' }, ['document_date', 'due_date']],
    [{ details: [{ unit_price: '0.01' }] }, ['details.0.unit_price']],
    [
      { details: [{}, { line_discount_type: 'P', line_discount_percentage: '50' }] },
      ['details.1.line_discount_percentage', 'details.1.line_discount_type'],
    ],
    [{ ship_address1: 'Another yard' }, ['ship_address1']],
    [{ archived: 1 }, ['archived']],
  ])('decides nothing else: %j', async (more, fields) => {
    const { details = [{}], ...values } = more as { details?: object[] }
    const response = await customer('POST', '', { device_id, ...values, details: details.map(line) })
    expect(refusedFields(response)).toEqual(fields)
  })

  test('cannot choose terms', async () => {
    const terms = await server
      .as('administrator')
      .call('POST', '/payment_terms', { description: 'Net 60', term_days: 60 })
    const { payment_term_id } = terms.body.payment_term
    expect(
      refusedFields(await customer('POST', '', { device_id, payment_term_id, details: [line()] })),
    ).toEqual(['payment_term_id'])
  })

  test('may send a whole record, if it is unchanged', async () => {
    const { details, document_id, ...made } = await order()
    const { created_at: _c, updated_at: _u, document_number: _n, ...whole } = made
    const sent = Object.fromEntries(
      Object.entries(whole).filter(
        ([name]) => !/_title$|^device_name$|^document_(sub|dis|fre|cus|exp|han|tot|bal)|locked/.test(name),
      ),
    )
    for (const name of [
      'subtotal',
      'discount_amount',
      'total_amount',
      'balance',
      'closed_short',
      'given_out',
      'unpriced',
      'close_reason',
      'source_document_id',
      'company_currency_id',
    ])
      delete sent[name]
    const again = await customer('POST', '', {
      ...sent,
      details: [line({ unit_price: '0', line_discount_type: '$' })],
    })
    expect(again.status, again.raw).toBe(200)
    const changed = await customer('PATCH', `/${document_id}`, { ...sent, comments: 'Side gate' })
    expect(changed.status, changed.raw).toBe(200)
    expect(changed.body.transaction_document).toMatchObject({ comments: 'Side gate', details })
  })

  test('gets no further through a change, a step, a bulk change, an import or a conversion', async () => {
    const { document_id: id } = await order()
    expect(refusedFields(await customer('PATCH', `/${id}`, { approved: 1, freight: '5' }))).toEqual([
      'approved',
      'freight',
    ])
    expect(refusedFields(await customer('PATCH', `/${id}`, { status_id: IS.waiting_for_shipment }))).toEqual([
      'status_id',
    ])
    expect(refusedFields(await customer('POST', `/${id}/status`, { status_id: IS.approved }))).toEqual([
      'status_id',
    ])
    const bulk = await customer('PATCH', '/bulk', { items: [{ id }], changes: { approved: 1 } })
    expect(bulk.status, bulk.raw).toBe(422)
    for (const [path, body] of [
      ['convert', { document_type: 'invoice' }],
      ['payments', { amount: '1', method: 'cash' }],
      ['close_short', {}],
    ] as const) {
      expect((await customer('POST', `/${id}/${path}`, body)).status, path).toBe(405)
    }
    expect((await customer('DELETE', `/${id}`)).status).toBe(405)
    expect((await admin('GET', `/${id}`)).body.transaction_document).toMatchObject({
      status_id: IS.new,
      approved: 0,
      archived: 0,
    })
  })

  test('can change an order only until the office works on it', async () => {
    const { document_id: id } = await order()
    const more = await customer('PATCH', `/${id}`, { details: [line({ quantity: '300' })] })
    expect(more.body.transaction_document.details).toMatchObject([{ quantity: '300.000' }])
    const { details } = more.body.transaction_document
    await admin('PATCH', `/${id}`, {
      details: [{ document_detail_id: details[0].document_detail_id, unit_price: '3' }],
    })
    await admin('POST', `/${id}/status`, { status_id: IS.approved })
    const late = await customer('PATCH', `/${id}`, { details: [line({ quantity: '9000' })] })
    expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining('being processed') } })
    expect((await customer('PATCH', `/${id}`, { comments: 'x' })).status).toBe(409)
  })

  test('keeps a price that was set for a line, and loses it with another unit or product', async () => {
    const { product_id } = await testProduct(server)
    const { document_id: id } = await order({ details: [line({ product_id })] })
    const priced = [line({ product_id, unit_price: '3.2555' })]
    const { details } = (await admin('PATCH', `/${id}`, { details: priced })).body.transaction_document
    const { document_detail_id, unit_price } = details[0]
    const unchanged = await customer('PATCH', `/${id}`, {
      details: [{ document_detail_id, unit_price, quantity: '260' }],
    })
    expect(unchanged.body.transaction_document.details[0]).toMatchObject({
      unit_price: '3.255500',
      line_total: '846.430',
    })
    const { rows } = await sql<{ id: number }>`select id from units_of_measure where code = 'm3'`.execute(
      server.db,
    )
    const other = await customer('PATCH', `/${id}`, {
      details: [{ document_detail_id, unit_price, unit_id: Number(rows[0]!.id) }],
    })
    expect(other.body.transaction_document.details[0]).toMatchObject({
      unit_price: '0.000000',
      unit_title: 'm³',
    })
  })
})

describe('an approved order', () => {
  test('has the badge and the flag', async () => {
    const created = await testDocument(server, { approved: 0, details: [line({ unit_price: '3' })] })
    const { body } = await admin('POST', `/${created.document_id}/status`, { status_id: IS.approved })
    expect(body.transaction_document).toMatchObject({ status_id: IS.approved, approved: 1 })
    const back = await admin('PATCH', `/${created.document_id}`, { approved: 0 })
    expect(back).toMatchObject({ status: 422, body: { errors: [{ field: 'approved' }] } })
    const atOnce = await testDocument(server, {
      ...{ approved: 0, status_id: IS.approved },
      details: [line({ unit_price: '3' })],
    })
    expect(atOnce).toMatchObject({ status_id: IS.approved, approved: 1 })
  })
})

test('a customer reads plain statuses on paper, in files and on related documents; the office reads its own', async () => {
  const { document_id } = await waitingOrder(server, { details: [line({ unit_price: '3' })] })
  const invoice = await testDocument(server, {
    ...{ document_type: 'invoice', details: [line({ unit_price: '3' })] },
  })
  for (const status_id of [IS.open, IS.sent])
    await admin('POST', `/${invoice.document_id}/status`, { status_id })
  await sql`update transaction_documents set source_document_id = ${document_id}
    where document_id = ${invoice.document_id}`.execute(server.db)
  const readBy = async (call: typeof customer) =>
    [
      await call('GET', `/print?document_id=${document_id}`),
      await call('GET', '/export?format=csv&columns=document_number,status_id'),
      await call('GET', `/${document_id}/linked_documents`),
    ].map(({ raw }) => raw)
  const [paper, file, links] = await readBy(customer)
  expect(paper).toContain('Waiting for delivery')
  expect(file).toContain('Waiting for delivery')
  expect(file).toContain('To pay')
  expect(links).toContain('To pay')
  for (const text of await readBy(customer)) expect(text).not.toMatch(/Waiting for shipment|"?,Sent/)
  const [officePaper, officeFile] = await readBy(admin)
  expect(officePaper).toContain('Waiting for shipment')
  expect(officeFile).toContain('Waiting for shipment')
})
