// Deliberately long: it follows a document's whole life, from its lines to its print.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { COMPANY, moveToSeller } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { documentBody, testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  await moveToSeller(server.db, ['csr'])
  product_id = (await testProduct(server)).product_id
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/transaction_documents${path}`, body)
const line = (more: object = {}) => ({ product_id, quantity: '100', unit_price: '2.5', ...more })
const withLines = (more: object = {}, lines: object[] = [line()]) =>
  testDocument(server, { details: lines, ...more })
async function unitOf(code: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from units_of_measure where code = ${code}`.execute(
    server.db,
  )
  return rows[0]!.id
}
const step = (id: number, status_id: number) => admin('POST', `/${id}/status`, { status_id })

test('the dashboard requests the documents with pending work', async () => {
  const [open, done] = [await withLines(), await withLines()]
  await step(done.document_id, IS.cancelled)
  const { body } = await admin('GET', '?dashboard=1&page_size=1000')
  const ids = body.transaction_documents.map(({ document_id }: { document_id: number }) => document_id)
  expect(ids).toContain(open.document_id)
  expect(ids).not.toContain(done.document_id)
})

describe('a document', () => {
  test('is a new sales order of its device’s company, with today’s date, by default', async () => {
    const { company_id: _, ...body } = await documentBody(server)
    const response = await admin('POST', '', body)
    expect(response.body.transaction_document).toMatchObject({
      document_type: 'sales_order',
      status_id: 20,
      company_id: COMPANY.customer,
      exchange_rate: '1.0000000000',
      discount_type: 'A',
      total_amount: '0.000',
      locked: 0,
      details: [],
      document_number: expect.stringMatching(/^SO-\d+$/),
      document_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  test('computes its figures itself, also in its own currency', async () => {
    const document = await withLines(
      { discount_type: '%', discount: '10', freight: '5', currency_id: 1, exchange_rate: '1.5' },
      [
        line({ line_discount_type: '$', line_discount_amount: '50' }),
        line({ line_discount_type: 'P', line_discount_percentage: '20' }),
      ],
    )
    expect(document).toMatchObject({
      discount_type: 'P',
      subtotal: '400.000',
      discount_amount: '40.000',
      total_amount: '365.000',
      balance: null,
      document_total_amount: '547.500',
      document_freight: '7.500',
    })
    expect(document.details.map((detail: { line_total: string }) => detail.line_total)).toEqual([
      '200.000',
      '200.000',
    ])
  })

  test('is converted only to a currency other than its company’s', async () => {
    const refused = { status: 422, body: { errors: [{ field: 'exchange_rate', rule: 'own_currency_rate' }] } }
    const own = { currency_id: 3, exchange_rate: '1.5' }
    for (const document_type of ['quote', 'sales_order', 'invoice'])
      expect(await admin('POST', '', await documentBody(server, { document_type, ...own }))).toMatchObject(
        refused,
      )
    const { document_id: id } = await withLines({ currency_id: 1, exchange_rate: '1.5' })
    expect(await admin('PATCH', `/${id}`, { currency_id: 3 })).toMatchObject(refused)
    expect((await admin('PATCH', `/${id}`, { currency_id: 3, exchange_rate: '1' })).status).toBe(200)
    expect(await admin('PATCH', `/${id}`, { exchange_rate: '0.9' })).toMatchObject(refused)
    // Stored values stay, so that the rest can be changed.
    await sql`update transaction_documents set exchange_rate = 1.5 where document_id = ${id}`.execute(
      server.db,
    )
    expect((await admin('PATCH', `/${id}`, { comments: 'Gate' })).status).toBe(200)
  })

  test.each([
    [{ total_amount: '249.999' }, 'total_amount'],
    [{ document_balance: 1 }, 'document_balance'],
    [{ subtotal: '250.0', balance: 'much' }, 'balance'],
  ])('refuses sent figures that differ from the computed ones: %j', async (sent, field) => {
    const response = await admin('POST', '', await documentBody(server, { details: [line()], ...sent }))
    expect(response).toMatchObject({ status: 422, body: { errors: [{ field, rule: 'total_differs' }] } })
  })

  test('refuses a line’s total that differs, and accepts equal figures', async () => {
    const refused = await documentBody(server, { details: [line(), line({ line_total: '250.001' })] })
    expect((await admin('POST', '', refused)).body.errors).toMatchObject([{ field: 'details.1.line_total' }])
    const right = await documentBody(server, {
      details: [line({ line_total: 250 })],
      total_amount: '250.00',
      balance: '250',
    })
    expect((await admin('POST', '', right)).status).toBe(200)
  })

  test.each([
    [[{ quantity: '1' }], 'details.0.product_id'],
    [[{ product_id: 1 }], 'details.0.quantity'],
    [[{}, { quantity: '-1' }], 'details.0.product_id'],
  ])('names what is missing in a line: %j', async (details, field) => {
    const response = await admin('POST', '', await documentBody(server, { details }))
    expect(response.status).toBe(422)
    expect(response.body.errors.map((error: { field: string }) => error.field)).toContain(field)
  })

  test('refuses a discount that is larger than its base', async () => {
    const order = await admin('POST', '', await documentBody(server, { details: [line()], discount: '251' }))
    expect(order.body.errors).toMatchObject([{ field: 'discount', rule: 'discount_too_high' }])
    const row = line({ line_discount_amount: '250.001' })
    const ofLine = await admin('POST', '', await documentBody(server, { details: [row] }))
    expect(ofLine.body.errors).toMatchObject([{ field: 'details.0.line_discount_amount' }])
  })

  test('has a ZIP code of five characters in the United States, and a longer one abroad', async () => {
    const home = await admin('POST', '', await documentBody(server, { ship_zip_code: '123456' }))
    expect(home.body.errors).toMatchObject([{ field: 'ship_zip_code' }])
    const abroad = await documentBody(server, { ship_zip_code: 'SW1A 1AA', ship_country_iso_3: 'GBR' })
    expect((await admin('POST', '', abroad)).status).toBe(200)
  })

  test('never shows a product of another company', async () => {
    const foreign = await testProduct(server, {}, COMPANY.stranger)
    const body = await documentBody(server, { details: [line({ product_id: foreign.product_id })] })
    expect((await server.as('csr').call('POST', '/transaction_documents', body)).status).toBe(404)
  })
})

describe('quantities for a tank', () => {
  test('are at most what the tanks of its product hold; a refusal names the quantity', async () => {
    const { device_id } = await deviceWithTank(server, { tank: { product_id } })
    const litre = await unitOf('l')
    const order = (quantity: string, more: object = {}) =>
      documentBody(server, { device_id, details: [line({ quantity, unit_id: litre, ...more })] }).then(
        (body) => admin('POST', '', body),
      )
    const refused = await order('500000')
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [
        {
          field: 'details.0.quantity',
          rule: 'beyond_tank',
          message: expect.stringMatching(/^The tank takes at most 528.gal$/),
        },
      ],
    ])
    expect((await order('2001')).status).toBe(422)
    const taken = await order('2000')
    expect(taken.status).toBe(200)
    const { document_id, details } = taken.body.transaction_document
    const keyOf = ({ document_detail_id }: { document_detail_id: number }) => ({ document_detail_id })
    const change = (quantity: string) =>
      admin('PATCH', `/${document_id}`, {
        details: [line({ ...keyOf(details[0]), unit_id: litre, quantity })],
      })
    expect((await change('500000')).body.errors).toMatchObject([{ rule: 'beyond_tank' }])
    expect((await change('1500')).status).toBe(200)
  })

  test('are at most the maximum fill of a tank for liquefied gas', async () => {
    const gas = { product_group: 'lpg', product_name: 'Propane HD5' }
    const propane = await testProduct(server, gas)
    const { device_id } = await deviceWithTank(server, { tank: { product_id: propane.product_id } })
    const order = async (quantity: string) => {
      const details = [line({ quantity, unit_id: await unitOf('l'), product_id: propane.product_id })]
      return admin('POST', '', await documentBody(server, { device_id, details }))
    }
    expect((await order('1601')).body.errors).toMatchObject([{ rule: 'beyond_tank' }])
    expect((await order('1600')).status).toBe(200)
  })

  test('are for a tank of its own customer, or of one below it', async () => {
    const { device_id } = await deviceWithTank(server, { company: COMPANY.stranger })
    const created = await admin(
      'POST',
      '',
      await documentBody(server, { device_id, company_id: COMPANY.customer }),
    )
    expect([created.status, created.body.errors]).toMatchObject([
      422,
      [{ field: 'device_id', rule: 'other_company' }],
    ])
  })
})

describe('its lines', () => {
  test('are summed in lists on request, in the unit of the reader', async () => {
    const kilogram = await unitOf('kg')
    const { document_id } = await withLines({}, [
      line(),
      line({ quantity: '20' }),
      line({ quantity: '7', unit_id: kilogram }),
    ])
    const { body } = await admin(
      'GET',
      '?fields=line_place,line_products,line_gallons,line_litres&page_size=1000',
    )
    const found = body.transaction_documents.find(
      (document: { document_id: number }) => document.document_id === document_id,
    )
    expect(found).toMatchObject({
      line_gallons: '120.0',
      line_place: expect.stringMatching(/./),
      line_products: expect.stringMatching(/./),
    })
    expect(found).not.toHaveProperty('line_litres')
  })

  test('are replaced by a new list: changed by id, created without an id, deleted if missing', async () => {
    const created = await withLines({}, [line(), line({ quantity: '2' }), line({ quantity: '3' })])
    const [first, second] = created.details
    const { body } = await admin('PATCH', `/${created.document_id}`, {
      details: [
        { document_detail_id: second.document_detail_id, quantity: '20' },
        line({ quantity: '7' }),
        { document_detail_id: first.document_detail_id },
      ],
    })
    const after = body.transaction_document
    expect(after.details).toMatchObject([
      { document_detail_id: second.document_detail_id, quantity: '20.000', unit_price: '2.500000' },
      { quantity: '7.000' },
      first,
    ])
    expect(after.total_amount).toBe('317.500')
    const { body: history } = await admin('GET', `/${created.document_id}/history`)
    expect(JSON.stringify(history.audit_entries)).toContain('"details"')
  })

  test('stay when no list is sent, and may all be deleted', async () => {
    const created = await withLines()
    const unchanged = await admin('PATCH', `/${created.document_id}`, { freight: '1' })
    expect(unchanged.body.transaction_document).toMatchObject({
      total_amount: '251.000',
      details: created.details,
    })
    const bare = await admin('PATCH', `/${created.document_id}`, { details: [] })
    expect(bare.body.transaction_document).toMatchObject({ total_amount: '1.000', details: [] })
  })

  test('are refused if they belong to another document', async () => {
    const [mine, other] = [await withLines(), await withLines()]
    const response = await admin('PATCH', `/${mine.document_id}`, { details: other.details })
    expect(response).toMatchObject({ status: 422, body: { errors: [{ rule: 'not_found' }] } })
  })
})

describe('its status', () => {
  test('follows the table, and a refusal names the allowed steps', async () => {
    const { document_id: id } = await withLines()
    expect((await step(id, IS.waiting_for_shipment)).body.transaction_document.status_id).toBe(22)
    const refused = await step(id, IS.paid)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: 'The status is waiting for shipment and cannot become paid; allowed: received, cancelled.',
      },
    })
    expect((await step(id, 19)).status).toBe(422)
    expect((await admin('PATCH', `/${id}`, { status_id: IS.paid })).status).toBe(409)
    expect((await admin('GET', `/${id}`)).body.transaction_document.status_id).toBe(22)
  })

  test('a new document can be saved as a draft at once, but not as paid', async () => {
    expect((await withLines({ status_id: IS.draft })).status_id).toBe(21)
    const paid = await admin('POST', '', await documentBody(server, { status_id: IS.paid }))
    expect(paid.status).toBe(409)
  })

  test('a quote can be rejected only once it was given out', async () => {
    const { document_id: id } = await withLines({ document_type: 'quote' })
    expect((await admin('POST', `/${id}/reject`, {})).status).toBe(409)
    await step(id, IS.quoted)
    expect((await admin('POST', `/${id}/reject`, {})).body.transaction_document.status_id).toBe(28)
    expect((await admin('PATCH', `/${id}`, { freight: '9' })).status).toBe(409)
  })

  test('a rejected quote is not approved, even if it was before', async () => {
    const { document_id: id } = await withLines({ document_type: 'quote', approved: 1 })
    await step(id, IS.quoted)
    const { body } = await admin('POST', `/${id}/reject`, {})
    expect(body.transaction_document).toMatchObject({ status_id: IS.rejected, approved: 0 })
  })

  test('a quote becomes a purchase order of a vendor, and stays open without one', async () => {
    const { document_id: id } = await withLines({ document_type: 'quote' })
    await step(id, IS.quoted)
    await step(id, IS.accepted)
    const convert = (body: object) => admin('POST', `/${id}/convert`, body)
    for (const [body, rule] of [
      [{ document_type: 'purchase_order' }, 'required'],
      [{ document_type: 'purchase_order', vendor_id: COMPANY.customer }, 'not_found'],
      [{ document_type: 'sales_order', vendor_id: COMPANY.vendor }, 'purchase_only'],
    ] as const)
      expect(await convert(body)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'vendor_id', rule }] },
      })
    expect((await admin('GET', `/${id}`)).body.transaction_document.status_id).toBe(IS.accepted)
    const created = await convert({ document_type: 'purchase_order', vendor_id: COMPANY.vendor })
    expect(created.body.transaction_document).toMatchObject({
      document_type: 'purchase_order',
      vendor_id: COMPANY.vendor,
    })
  })

  test('an accepted quote becomes an order and is closed; a received order becomes an invoice', async () => {
    const quote = await withLines({ document_type: 'quote', customer_po: 'PO 7', freight: '3' })
    const refused = await admin('POST', `/${quote.document_id}/convert`, { document_type: 'sales_order' })
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('new') } })
    await step(quote.document_id, IS.quoted)
    await step(quote.document_id, IS.accepted)
    expect(
      (await admin('POST', `/${quote.document_id}/convert`, { document_type: 'invoice' })).body.message,
    ).toContain('purchase order, sales order')
    const { body } = await admin('POST', `/${quote.document_id}/convert`, { document_type: 'sales_order' })
    const order = body.transaction_document
    expect(order).toMatchObject({
      document_type: 'sales_order',
      status_id: 20,
      source_document_id: quote.document_id,
      customer_po: 'PO 7',
      total_amount: '253.000',
      balance: null,
      details: [{ line_total: '250.000' }],
    })
    expect((await admin('GET', `/${quote.document_id}`)).body.transaction_document.status_id).toBe(IS.closed)
    await step(order.document_id, IS.waiting_for_shipment)
    await admin('POST', `/${order.document_id}/status`, { status_id: IS.received, reason: 'Fetched' })
    const invoice = await admin('POST', `/${order.document_id}/convert`, { document_type: 'invoice' })
    expect(invoice.body.transaction_document.document_number).toMatch(/^Draft /)
    expect((await admin('GET', `/${order.document_id}`)).body.transaction_document.status_id).toBe(
      IS.invoiced,
    )
  })
})

describe('its payments', () => {
  const invoice = async (more: object = {}) => {
    const created = await withLines({ document_type: 'invoice', ...more })
    return (await step(created.document_id, IS.open)).body.transaction_document
  }
  const pay = (id: number, body: object) => admin('POST', `/${id}/payments`, { method: 'check', ...body })

  test('make an invoice partially billed, then paid', async () => {
    const { document_id: id } = await invoice()
    const first = await pay(id, { amount: '100', reference: 'No. 17', currency_id: 3 })
    expect(first.body.transaction_document).toMatchObject({ balance: '150.000', status_id: 33 })
    const second = await pay(id, { amount: '150', method: 'cash', currency_id: 3 })
    expect(second.body.transaction_document).toMatchObject({ balance: '0.000', status_id: 35 })
    const { body } = await admin('GET', `/${id}/payments`)
    expect(body.payments).toMatchObject([
      { amount: '100.000', reference: 'No. 17', method: 'check' },
      { amount: '150.000', method: 'cash' },
    ])
  })

  test.each([
    [{ amount: '250.001', currency_id: 3 }, 'amount'],
    [{ amount: '0', currency_id: 3 }, 'amount'],
    [{ amount: '1', method: 'card', currency_id: 3 }, 'method'],
    [{ amount: '1', method: 'barter' }, 'method'],
    [{ amount: '1', currency_id: 1 }, 'currency_id'],
  ])('refuse %j by naming %s', async (body, field) => {
    const { document_id: id } = await invoice()
    const response = await pay(id, body)
    expect(response).toMatchObject({ status: 422, body: { errors: [{ field }] } })
    expect((await admin('GET', `/${id}`)).body.transaction_document.balance).toBe('250.000')
  })

  test('leave no balance when everything is paid in the document’s currency', async () => {
    const created = await invoice({ currency_id: 1, exchange_rate: '3' })
    const rest = created.document_balance
    await pay(created.document_id, { amount: '100' })
    const after = (await admin('GET', `/${created.document_id}`)).body.transaction_document
    expect(after).toMatchObject({ balance: '216.670', document_balance: '650.010' })
    const last = await pay(created.document_id, { amount: after.document_balance })
    expect(last.body.transaction_document).toMatchObject({ balance: '0.000', status_id: 35 })
    expect(rest).toBe('750.000')
  })

  test('are for open invoices only', async () => {
    const order = await withLines()
    expect((await pay(order.document_id, { amount: '1' })).status).toBe(409)
  })
})

describe('a document with a product on a shipment', () => {
  const onShipment = async (status: number) => {
    const document = await withLines()
    const { rows } = await sql<{ shipment_id: number }>`
      insert into shipment_planners (company_id, status_id, load_date) values (${COMPANY.customer}, ${status}, '2026-11-21')
      returning shipment_id`.execute(server.db)
    await sql`insert into shipment_planner_details (shipment_id, sort_order, product_id, quantity_ordered,
        document_detail_id)
      values (${rows[0]!.shipment_id}, 0, ${product_id}, 100, ${document.details[0].document_detail_id})`.execute(
      server.db,
    )
    return document
  }
  const TEXT = 'This order is locked and cannot be edited as 1 or more products is on a shipment.'

  test('is locked, with the specification’s message', async () => {
    const { document_id: id } = await onShipment(1)
    expect((await admin('GET', `/${id}`)).body.transaction_document.locked).toBe(1)
    for (const answer of [
      await admin('PATCH', `/${id}`, { freight: '1' }),
      await admin('PATCH', `/${id}`, { details: [] }),
      await admin('DELETE', `/${id}`),
      await step(id, IS.cancelled),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { message: TEXT } })
    }
    expect((await step(id, IS.waiting_for_shipment)).status).toBe(200)
  })

  test('is free again once the shipment is cancelled', async () => {
    const { document_id: id } = await onShipment(5)
    expect((await admin('PATCH', `/${id}`, { details: [] })).status).toBe(200)
  })
})

describe('its print', () => {
  test('is a document: letterhead, addresses, lines and totals, in its own currency', async () => {
    const document = await withLines({
      document_type: 'invoice',
      exchange_rate: '2',
      freight: '4',
      bill_address1: '12 Mill <Road>',
      bill_city: 'York',
      bill_state: 'NE',
      bill_zip_code: '68467',
      comments: 'Call before you come.',
      currency_id: 1,
    })
    const { body } = await admin('GET', `/print?document_id=${document.document_id}`)
    const { title, html } = body.print
    expect(title).toBe(`Draft: Invoice ${document.document_id}`)
    for (const text of [
      'North Distribution',
      'Bill to',
      'Prairie Fuels',
      '12 Mill &#60;Road&#62;',
      'York, NE 68467',
    ]) {
      expect(html).toContain(text)
    }
    for (const text of ['Quantity', '500.00', '8.00', '508.00', 'Call before you come.']) {
      expect(html).toContain(text)
    }
    expect(html).not.toContain('<script')
    const pdf = await admin('GET', `/print?document_id=${document.document_id}&format=pdf`)
    expect(pdf.raw.startsWith('%PDF')).toBe(true)
  })
})

describe('the timeline', () => {
  const linked = async (account: 'administrator' | 'customer' | 'stranger', path: string) =>
    (await server.as(account).call('GET', `${path}/linked_documents`)).body.linked_documents
  const refs = (items: { link_object_ref: string; link_object_id: number }[]) =>
    items.map(({ link_object_ref, link_object_id }) => `${link_object_ref} ${link_object_id}`)

  test('leads from a quote to all later documents, and to the related work', async () => {
    const example = await exampleOf(server, work_orders)
    const { body } = await server.as('administrator').call('POST', '/work_orders', example)
    const work = body.work_order
    const quote = await withLines({ document_type: 'quote', work_order_no: work.wo_number })
    await step(quote.document_id, IS.quoted)
    await step(quote.document_id, IS.accepted)
    const order = (await admin('POST', `/${quote.document_id}/convert`, { document_type: 'sales_order' }))
      .body.transaction_document
    await step(order.document_id, IS.waiting_for_shipment)
    await admin('POST', `/${order.document_id}/status`, { status_id: IS.received, reason: 'Fetched' })
    const invoice = (await admin('POST', `/${order.document_id}/convert`, { document_type: 'invoice' })).body
      .transaction_document
    await step(invoice.document_id, IS.open)
    await admin('POST', `/${invoice.document_id}/payments`, { amount: '50', method: 'cash' })
    const ofQuote = await linked('administrator', `/transaction_documents/${quote.document_id}`)
    expect(refs(ofQuote).sort()).toEqual(
      [
        `document ${invoice.document_id}`,
        `document ${order.document_id}`,
        `payment ${invoice.document_id}`,
        `work_order ${work.id}`,
      ].sort(),
    )
    expect(ofQuote[0]).toMatchObject({ company: 'Prairie Fuels', status: expect.any(String) })
    const ofWork = await linked('administrator', `/work_orders/${work.id}`)
    expect(refs(ofWork)).toContain(`document ${quote.document_id}`)
    // A customer sees no work orders, and a stranger nothing at all.
    const ofCustomer = await linked('customer', `/transaction_documents/${quote.document_id}`)
    expect(refs(ofCustomer).some((item) => item.startsWith('work_order'))).toBe(false)
    expect(await linked('stranger', `/transaction_documents/${quote.document_id}`)).toBeUndefined()
  })

  test('calls a shipment confirmed once its day is', async () => {
    const order = await withLines({ document_type: 'sales_order' })
    await step(order.document_id, IS.waiting_for_shipment)
    const [{ document_detail_id, product_id }] = order.details
    const { body } = await server.as('administrator').call('POST', '/shipment_planner', {
      ...{ company_id: order.company_id, load_date: '2031-12-01' },
      details: [{ document_detail_id, product_id, quantity_ordered: 10, company_id: order.company_id }],
    })
    const statuses = async () =>
      (await linked('administrator', `/transaction_documents/${order.document_id}`)).map(
        ({ status }: { status: string }) => status,
      )
    expect(await statuses()).toEqual(['Draft'])
    const path = `/shipment_planner/${body.shipment_planner.shipment_id}`
    await server.as('administrator').call('PATCH', path, { is_firm: 1 })
    expect(await statuses()).toEqual(['Confirmed'])
  })

  test('is empty for a document without links', async () => {
    const { document_id } = await withLines()
    expect(await linked('administrator', `/transaction_documents/${document_id}`)).toEqual([])
  })
})

test('a user who may only read documents cannot change them', async () => {
  const { document_id: id } = await withLines()
  const driver = server.as('driver')
  expect((await driver.call('GET', `/transaction_documents/${id}`)).status).toBe(200)
  for (const path of ['status', 'reject', 'convert', 'payments']) {
    expect((await driver.call('POST', `/transaction_documents/${id}/${path}`, {})).status).toBe(405)
  }
  const stranger = await server.as('stranger').call('GET', `/transaction_documents/${id}/payments`)
  expect(stranger.status).toBe(404)
})

describe('printed amounts and quantities', () => {
  test('a print names the unit of each quantity and price, the seller’s address, and the payments', async () => {
    await server.as('administrator').call('POST', `/companies/${COMPANY.distributor}/addresses`, {
      address_type: 'billing',
      address1: '400 Central Avenue',
      city: 'Kearney',
      state: 'NE',
      zip_code: '68847',
    })
    const created = await withLines({ document_type: 'invoice', currency_id: 3 }, [
      line({ unit_price: '2.5555' }),
    ])
    await step(created.document_id, IS.open)
    await admin('POST', `/${created.document_id}/payments`, {
      amount: '55.55',
      method: 'check',
      reference: 'No. 9',
    })
    const { html } = (await admin('GET', `/print?document_id=${created.document_id}`)).body.print
    for (const text of [
      '100\u00a0gal',
      '$2.5555 / gal',
      '$255.55',
      '400 Central Avenue',
      'Kearney, NE 68847',
    ]) {
      expect(html).toContain(text)
    }
    expect(html).toMatch(/Paid \([^)]*Check, No\. 9\)/)
    expect(html).toContain('-$55.55')
    expect(html).toContain('$200.00')
    const timeline = await server
      .as('administrator')
      .call('GET', `/transaction_documents/${created.document_id}/linked_documents`)
    expect(timeline.body.linked_documents).toMatchObject([{ link_object_ref: 'payment', title: '$55.55' }])
  })

  test('a company’s print has its phones, addresses, e-mails and notes', async () => {
    const hang = (path: string, body: object) =>
      server.as('administrator').call('POST', `/customers/${COMPANY.customer}/${path}`, body)
    await hang('phones', { phone_number: '308-555-0143', phone_type: 'work' })
    await hang('emails', { email_address: 'office@prairie.example', email_type: 'work' })
    await hang('notes', { note: 'Gate is locked on Sundays.' })
    const { body } = await server
      .as('administrator')
      .call('GET', `/customers/print?company_id=${COMPANY.customer}`)
    for (const text of ['Phones', '555-0143', 'office@prairie.example', 'Gate is locked on Sundays.']) {
      expect(body.print.html).toContain(text)
    }
  })
})
