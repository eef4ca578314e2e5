import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { documentBody, testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

type Account = Parameters<TestServer['as']>[0]

let server: TestServer
let device_id: number
const unit: Record<string, number> = {}
beforeAll(async () => {
  server = await startTestServer()
  device_id = Number((await documentBody(server))['device_id'])
  const { body } = await server.as('administrator').call('GET', '/units_of_measure?options=1')
  await sql`update permission_templates set permissions = permissions
    || '["tank_products.update", "transaction_documents.update"]'::jsonb where login_type_id = 'customer'`.execute(
    server.db,
  )
  for (const { id, code } of body.units_of_measure) if (code) unit[code] = id
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown, as: Account = 'administrator') =>
  server.as(as).call(method, `/transaction_documents${path}`, body)
const step = (id: number, status_id: number, reason?: string, as?: Account) =>
  call('POST', `/${id}/status`, { status_id, reason }, as)
const read = async (id: number) => (await call('GET', `/${id}`)).body.transaction_document
const refused = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(422)
  return body.errors.map(({ field, rule }: { field: string; rule: string }) => [field, rule])
}
const invoice = (details: object[]) => testDocument(server, { document_type: 'invoice', details })

/** A product of the distributor, which its customers buy. */
async function sold(list_price?: string, per = 'gal'): Promise<number> {
  const price = list_price === undefined ? {} : { list_price, list_price_unit_id: unit[per] }
  return (await testProduct(server, price, COMPANY.distributor)).product_id
}

describe('a price is found', () => {
  const priceOf = async (product_id: number, unit_id?: number, as: Account = 'administrator') =>
    call(
      'GET',
      `/price?company_id=${COMPANY.customer}&product_id=${product_id}${unit_id ? `&unit_id=${unit_id}` : ''}`,
      undefined,
      as,
    )

  test('as the customer’s last price, else the list price, else not at all', async () => {
    const product_id = await sold('2.9525')
    expect((await priceOf(product_id)).body.price).toEqual({
      ...{ product_id, unit_id: unit['gal'], unit_price: '2.952500' },
      ...{ source: 'list_price', is_ruled: false, problem: null, document_date: null },
    })
    const line = (unit_price: string) => [{ product_id, quantity: '5', unit_id: unit['gal'], unit_price }]
    await testDocument(server, { details: line('9.99') })
    expect((await priceOf(product_id)).body.price.source).toBe('list_price')
    await waitingOrder(server, { details: line('3.25') })
    expect((await priceOf(product_id)).body.price).toMatchObject({
      ...{ unit_price: '3.250000', source: 'last_price', document_date: expect.any(String) },
    })
    expect((await priceOf(await sold())).body.price).toMatchObject({ unit_price: null, source: null })
  })

  test('in another unit of volume', async () => {
    const product_id = await sold('1', 'l')
    expect((await priceOf(product_id, unit['gal'])).body.price.unit_price).toBe('3.785412')
    expect((await priceOf(product_id, unit['m3'])).body.price.unit_price).toBe('1000.000000')
  })

  test('of a list only in the customer’s currency, set by users who decide about orders', async () => {
    const product_id = await sold('2')
    await sql`update companies set currency_id = 1 where company_id = ${COMPANY.distributor}`.execute(
      server.db,
    )
    expect((await priceOf(product_id)).body.price.unit_price).toBeNull()
    await sql`update companies set currency_id = 3 where company_id = ${COMPANY.distributor}`.execute(
      server.db,
    )
    expect((await priceOf(product_id)).body.price.unit_price).toBe('2.000000')
    const own = (await testProduct(server)).product_id
    const response = await server
      .as('customer')
      .call('PATCH', `/tank_products/${own}`, { list_price: '0.01', list_price_unit_id: unit['gal'] })
    expect(refused(response)).toEqual([
      ['list_price', 'decided_by_seller'],
      ['list_price_unit_id', 'decided_by_seller'],
    ])
  })

  test('hidden from users who do not see the customer, and the list price from companies below', async () => {
    const product_id = (
      await testProduct(server, { list_price: '2', list_price_unit_id: unit['gal'] }, COMPANY.distributor)
    ).product_id
    expect((await priceOf(product_id, undefined, 'stranger')).status).toBe(404)
    expect((await priceOf(product_id, undefined, 'customer')).body.price.unit_price).toBe('2.000000')
    const { body } = await server.as('customer').call('GET', `/tank_products/${product_id}`)
    expect(body.tank_product).toMatchObject({ product_id, list_price: null, list_price_unit_id: null })
  })

  test('needs its unit, and is not negative', async () => {
    const { status, body } = await server
      .as('administrator')
      .call('PATCH', `/tank_products/${await sold('2')}`, { list_price: '-1', list_price_unit_id: null })
    expect([status, body.errors.map(({ field }: { field: string }) => field).sort()]).toEqual([
      422,
      ['list_price', 'list_price_unit_id'],
    ])
  })
})

describe('an order', () => {
  test('is priced when a customer creates it, and again with another product', async () => {
    const product_id = await sold('2.5')
    const { body } = await call(
      'POST',
      '',
      { device_id, details: [{ product_id, quantity: '100' }] },
      'customer',
    )
    expect(body.transaction_document).toMatchObject({
      total_amount: '250.000',
      details: [{ unit_price: '2.500000', unpriced: 0 }],
    })
    const { document_id, details } = body.transaction_document
    const other = await sold('4')
    const changed = await call(
      'PATCH',
      `/${document_id}`,
      { details: [{ document_detail_id: details[0].document_detail_id, product_id: other }] },
      'customer',
    )
    expect(changed.status, changed.raw).toBe(200)
    expect(changed.body.transaction_document).toMatchObject({
      total_amount: '400.000',
      details: [{ unit_price: '4.000000' }],
    })
  })

  test('keeps a stated price, and is priced without one', async () => {
    const product_id = await sold('2.5')
    const { details } = await testDocument(server, {
      details: [
        { product_id, quantity: '1', unit_price: '7' },
        { product_id, quantity: '1' },
        { product_id, quantity: '1', unit_price: '' },
        { product_id, quantity: '1', unit_price: '0' },
      ],
    })
    expect(details.map(({ unit_price }: { unit_price: string }) => Number(unit_price))).toEqual([
      7, 2.5, 2.5, 0,
    ])
  })

  test.each([IS.approved, IS.waiting_for_shipment])(
    'that is not priced yet does not leave (%i), by a step, a change or when it is made',
    async (status_id) => {
      const product_id = await sold()
      const lines = [
        { product_id, quantity: '10', unit_price: '1' },
        { product_id, quantity: '10' },
      ]
      const { document_id, details } = await testDocument(server, { details: lines })
      expect(details.map(({ unpriced }: { unpriced: number }) => unpriced)).toEqual([0, 1])
      const issues = [['details.1.unit_price', 'unpriced']]
      expect(refused(await step(document_id, status_id, 'because'))).toEqual(issues)
      expect(refused(await call('PATCH', `/${document_id}`, { status_id }))).toEqual(issues)
      expect(
        refused(await call('POST', '', await documentBody(server, { status_id, details: lines }))),
      ).toEqual(issues)
      expect((await read(document_id)).status_id).toBe(IS.new)
      const priced = details.map(({ document_detail_id }: { document_detail_id: number }) => ({
        document_detail_id,
        unit_price: '2',
      }))
      expect((await call('PATCH', `/${document_id}`, { details: priced, status_id })).status).toBe(200)
      const back = await call('PATCH', `/${document_id}`, {
        details: [priced[0], { ...priced[1], unit_price: '0' }],
      })
      expect(refused(back)).toEqual(issues)
      expect(refused(await call('PATCH', `/${document_id}`, { details: [] }))).toEqual([
        ['details', 'no_lines'],
      ])
    },
  )

  test.each([
    ['sales_order', [IS.approved]],
    ['sales_order', [IS.waiting_for_shipment]],
    ['quote', [IS.quoted]],
    ['purchase_order', [IS.approved]],
    ['invoice', [IS.open]],
  ] as const)(
    'or another document (%s) without lines does not leave: %j',
    async (document_type, [status_id]) => {
      const { document_id } = await testDocument(server, { document_type })
      expect(refused(await step(document_id, status_id))).toEqual([['details', 'no_lines']])
      expect(
        refused(await call('POST', '', await documentBody(server, { document_type, status_id }))),
      ).toEqual([['details', 'no_lines']])
    },
  )

  test('is sent to a vendor without prices, which the vendor sets', async () => {
    const details = [{ product_id: await sold('5'), quantity: '10' }]
    const created = await testDocument(server, { document_type: 'purchase_order', details })
    expect(created.total_amount).toBe('0.000')
    expect((await step(created.document_id, IS.approved)).status).toBe(200)
  })
})

describe('an invoice without a price', () => {
  test('is opened and sent with the right and a reason only', async () => {
    const details = [{ product_id: await sold(), quantity: '10' }]
    const { document_id } = await invoice(details)
    const line = [['details.0.unit_price', 'unpriced']]
    await sql`update accounts set withdrawn_permissions = '{shipment_planners.overrule}' where login_type_id = 'employee'`.execute(
      server.db,
    )
    await server.forgetRights()
    expect(refused(await step(document_id, IS.open, 'A sample', 'employee'))).toEqual(line)
    expect(refused(await step(document_id, IS.open))).toEqual([['reason', 'reason_without_price']])
    expect((await step(document_id, IS.open, 'A sample')).status).toBe(200)
    expect(refused(await step(document_id, IS.sent, 'A sample', 'employee'))).toEqual(line)
    expect((await step(document_id, IS.sent, 'A sample')).status).toBe(200)
    const { body } = await call('GET', `/${document_id}/history`)
    expect(JSON.stringify(body)).toContain('A sample')
  })
})

test('totals are left out of lists, prints and files while a line has no price', async () => {
  const product_id = await sold()
  const customer_po = `Unpriced ${Date.now()}`
  const line = { product_id, quantity: '10' }
  const created = await testDocument(server, { customer_po, details: [line] })
  expect(created).toMatchObject({ unpriced: 1, total_amount: '0.000' })
  const search = `search=${encodeURIComponent(customer_po)}`
  const listed = async () =>
    (await call('GET', `?${search}&fields=document_number,total_amount`)).body.transaction_documents[0]
  const exported = async () =>
    (await call('GET', `/export?${search}&columns=total_amount,customer_po`)).raw.split(/\r?\n/)[1]
  expect(await listed()).toMatchObject({ unpriced: 1 })
  expect(await exported()).toBe(`,${customer_po}`)
  const printed = async () => (await call('GET', `/print?${search}`)).body.print.html
  expect(await printed()).toContain('Not priced yet')
  expect(await printed()).not.toContain('$0.0')
  // A free line has a price, with a discount of all of it: the total is known.
  const free = { ...line, unit_price: '2', line_discount_type: 'P', line_discount_percentage: '100' }
  const changed = await call('PATCH', `/${created.document_id}`, { details: [free] })
  expect(changed.body.transaction_document).toMatchObject({ unpriced: 0, total_amount: '0.000' })
  expect(await listed()).toMatchObject({ unpriced: 0 })
  expect(await printed()).toContain('$0.00')
  expect(await exported()).toBe(`0.000,${customer_po}`)
  const bought = await testDocument(server, { document_type: 'purchase_order', details: [line] })
  expect(bought.unpriced).toBe(0)
})

test('a print marks unpriced lines, and has no total of them', async () => {
  const details = [{ product_id: await sold(), quantity: '10' }]
  const { document_id } = await testDocument(server, { document_type: 'quote', details })
  const { body } = await call('GET', `/print?document_id=${document_id}`)
  expect(body.print.html).toContain('Not priced yet')
  expect(body.print.html).not.toContain('$0.0')
})

describe('a sent invoice', () => {
  const out = async (more: object = {}) => {
    const details = [{ product_id: await sold(), quantity: '10', unit_price: '2' }]
    const created = await testDocument(server, { document_type: 'invoice', details, ...more })
    for (const status of [IS.open, IS.sent])
      expect((await step(created.document_id, status)).status).toBe(200)
    return created
  }

  test('is fixed: a refusal names each field that would change, also in its lines', async () => {
    const { document_id, details } = await out()
    const [{ document_detail_id, product_id }] = details
    const changed = await call('PATCH', `/${document_id}`, {
      ...{ freight: '99', comments: 'Late', due_date: '2099-01-01' },
      details: [
        { document_detail_id, quantity: '11', unit_price: '2' },
        { product_id, quantity: '1', unit_price: '1' },
      ],
    })
    const fields = refused(changed).map(([field]: [string]) => field)
    expect(fields).toEqual(
      expect.arrayContaining([
        'freight',
        'comments',
        'due_date',
        'details.0.quantity',
        'details.1.product_id',
      ]),
    )
    expect(refused(await call('PATCH', `/${document_id}`, { details: [] }))).toEqual([
      ['details', 'no_lines'],
    ])
    expect(await read(document_id)).toMatchObject({ total_amount: '20.000', comments: null })
  })

  test('accepts unchanged fields, and internal notes of the office', async () => {
    const { document_id } = await out()
    const { details, freight, comments } = await read(document_id)
    const lines = details.map(({ document_detail_id, quantity, unit_price }: Record<string, string>) => ({
      document_detail_id,
      quantity: String(Number(quantity)),
      unit_price,
    }))
    const same = await call('PATCH', `/${document_id}`, { details: lines, freight, comments, approved: 1 })
    expect(same.status, same.raw).toBe(200)
    expect(same.body.transaction_document).toMatchObject({ approved: 1, total_amount: '20.000' })
  })

  test('stays marked as sent through later steps, unlike an open one', async () => {
    const { document_id, given_out } = await out()
    expect([given_out, (await read(document_id)).given_out]).toEqual([0, 1])
    const { body } = await call('GET', `?document_type=invoice&fields=document_id,given_out&limit=100`)
    expect(body.transaction_documents).toContainEqual(expect.objectContaining({ document_id, given_out: 1 }))
    await step(document_id, IS.write_off)
    expect((await read(document_id)).given_out).toBe(1)
  })

  test('cannot be voided or archived', async () => {
    const { document_id } = await out()
    expect((await call('DELETE', `/${document_id}`)).status).toBe(409)
    expect((await call('PATCH', `/${document_id}`, { archived: 1 })).status).toBe(409)
    expect((await step(document_id, IS.billed)).status).toBe(200)
    expect(refused(await call('PATCH', `/${document_id}`, { freight: '1' }))).toEqual([
      ['freight', 'fixed_once_sent'],
    ])
    expect((await step(document_id, IS.void)).status).toBe(409)
    expect((await step(document_id, IS.write_off)).status).toBe(200)
    expect((await call('DELETE', `/${document_id}`)).status).toBe(409)
  })

  test('stays fixed after its payment was reversed, and is paid as of its own date', async () => {
    const details = [{ product_id: await sold(), quantity: '10', unit_price: '2' }]
    const { document_id } = await testDocument(server, {
      ...{ document_type: 'invoice', document_date: '2026-03-10', due_date: '2026-04-10', details },
    })
    await step(document_id, IS.open)
    expect((await call('PATCH', `/${document_id}`, { freight: '1' })).status).toBe(200)
    const pay = (payment_date: string) =>
      call('POST', `/${document_id}/payments`, { amount: '5', method: 'cash', payment_date })
    expect(refused(await pay('2026-03-09'))).toEqual([['payment_date', 'before_document']])
    const { payment_id } = (await pay('2026-03-10')).body
    await call('POST', `/${document_id}/payments/${payment_id}/reverse`, { reason: 'Bounced' })
    expect((await read(document_id)).status_id).toBe(IS.open)
    expect(refused(await call('PATCH', `/${document_id}`, { freight: '2' }))).toEqual([
      ['freight', 'fixed_once_sent'],
    ])
  })
})

test('only an invoice has a balance, in records, lists and files', async () => {
  const details = [{ product_id: await sold(), quantity: '10', unit_price: '2' }]
  const customer_po = `Balance ${Date.now()}`
  for (const document_type of ['quote', 'sales_order', 'purchase_order'] as const) {
    const created = await testDocument(server, { document_type, details, customer_po })
    expect([created.balance, created.document_balance], document_type).toEqual([null, null])
    const { body } = await call('PATCH', `/${created.document_id}`, { freight: '1', balance: null })
    expect(body.transaction_document).toMatchObject({ total_amount: '21.000', balance: null })
  }
  const bill = await invoice(details)
  expect([bill.balance, bill.document_balance]).toEqual(['20.000', '20.000'])
  const { body } = await call('GET', `?search=${encodeURIComponent(customer_po)}`)
  expect(body.transaction_documents.length).toBeGreaterThan(0)
  for (const document of body.transaction_documents)
    expect(document).toMatchObject({ total_amount: '21.000', balance: null })
  const { raw } = await call('GET', `/export?search=${encodeURIComponent(customer_po)}`)
  // Total, balance, subtotal in the document's currency.
  expect(raw).toContain('21.000,,20.000')
  expect(raw).not.toContain('21.000,21.000')
})
