// Deliberately long: it follows prices from the posted one to the invoice.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deliverOrderLine, testTruck } from '#server/app/testing/deliveries.ts'
import { documentBody, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { findPrices } from '#server/domains/orders/lines/findPrices.ts'
import type { Database } from '#server/platform/database/database.ts'

const GALLON = '3.785411784'
const seller = COMPANY.distributor

let server: TestServer
let gallon: number
let terminal_id: number
let device_id: number
beforeAll(async () => {
  server = await startTestServer()
  const { rows } = await sql<{ id: number }>`select id from units_of_measure where code = 'gal'`.execute(
    server.db,
  )
  gallon = rows[0]!.id
  const { body } = await admin('POST', '/terminals', { name: 'Rack', company_id: seller })
  terminal_id = body.terminal.terminal_id
  device_id = Number((await documentBody(server))['device_id'])
  await sql`update accounts set added_permissions = ${['transaction_documents.read']} where user_id =
    (select user_id from users where username = 'distributor@test.example')`.execute(server.db)
  await admin('PATCH', '/settings', { distributors_back_office: 1 })
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)
let names = 0
const ruleBody = (more: object = {}) => ({
  ...{ name: `Rule ${++names}`, company_id: seller, unit_id: gallon, from_date: '2020-01-01' },
  ...more,
})
async function rule(more: object = {}): Promise<number> {
  const { status, body, raw } = await admin('POST', '/price_rules', ruleBody(more))
  expect(status, raw).toBe(200)
  return body.price_rule.price_rule_id
}
const product = async (more: object = {}) => (await testProduct(server, more)).product_id
const post = (product_id: number, unit_price: string, valid_from?: string) =>
  admin('POST', '/prices/posted', {
    company_id: seller,
    ...(valid_from && { valid_from }),
    prices: [{ terminal_id, product_id, unit_id: gallon, unit_price }],
  })
const send = (more: object) =>
  admin('POST', '/transaction_documents', {
    ...{ device_id, due_date: '2099-01-31', payment_term_id: 1, currency_id: 3, approved: 0 },
    ...more,
  })
async function order(product_id: number, line: object = {}, more: object = {}) {
  const { status, body, raw } = await send({ details: [{ product_id, quantity: '100', ...line }], ...more })
  expect(status, raw).toBe(200)
  return body.transaction_document
}
const explain = async (document: { details: { document_detail_id: number }[] }) =>
  (await admin('GET', `/prices/lines/${document.details[0]!.document_detail_id}`)).body.explanation
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
const day = (count: number) => days(count).slice(0, 10)

describe('a price rule', () => {
  test('prices a line without a stated price, and is stored with it as an explanation', async () => {
    const product_id = await product({ list_price: '9', list_price_unit_id: gallon })
    const price_rule_id = await rule({ name: 'Retail', product_id, unit_price: '3.123456' })
    const created = await order(product_id)
    expect(created).toMatchObject({
      total_amount: '312.350',
      details: [
        { unit_price: '3.123456', price_source: 'price_list', price_problem: null, price_reason: null },
      ],
    })
    expect(await explain(created)).toMatchObject({
      ...{ unit_price: '3.123456', unit_title: 'gal', source: 'price_list' },
      steps: [
        { source: 'price_list', outcome: 'used', price_rule_id, rule_name: 'Retail', base: '3.123456' },
        { source: 'list_price', outcome: 'lower', base: '9.000000' },
      ],
    })
  })

  test('takes precedence by level: agreement, place, class, price list, then the last price', async () => {
    const product_id = await product()
    const { body } = await admin('POST', '/sites', { name: 'Yard', company_id: COMPANY.customer })
    const { site_id } = body.site
    const priced = async () => {
      const { details } = await order(product_id, {}, { site_id })
      return [details[0].price_source, details[0].unit_price]
    }
    await order(product_id, { unit_price: '7' }, { status_id: IS.approved })
    expect(await priced()).toEqual(['last_price', '7.000000'])
    await rule({ product_id, unit_price: '4' })
    expect(await priced()).toEqual(['price_list', '4.000000'])
    await rule({ product_id, unit_price: '3.9', price_class: 'COMMERCIAL' })
    expect(await priced()).toEqual(['price_list', '4.000000'])
    await admin('POST', '/price_classes', {
      ...{ company_id: seller, customer_id: COMPANY.customer, price_class: 'Commercial' },
    })
    expect(await priced()).toEqual(['class', '3.900000'])
    await rule({ product_id, unit_price: '3.8', site_id })
    expect(await priced()).toEqual(['place', '3.800000'])
    await rule({ product_id, unit_price: '3.7', customer_id: COMPANY.customer })
    expect(await priced()).toEqual(['agreement', '3.700000'])
  })

  test('prices nothing for another seller, customer, site or class', async () => {
    const product_id = await product()
    await rule({ product_id, unit_price: '1', customer_id: COMPANY.branch })
    await rule({ product_id, unit_price: '1', price_class: 'Farm' })
    await rule({ product_id, unit_price: '1', company_id: COMPANY.own })
    expect((await order(product_id)).details[0]).toMatchObject({ unit_price: '0.000000', price_source: null })
  })

  test('does not count as the last price at another site', async () => {
    const product_id = await product()
    const site = async (name: string) =>
      (await admin('POST', '/sites', { name, company_id: COMPANY.customer })).body.site.site_id
    const [here, there] = [await site('Here'), await site('There')]
    const price_rule_id = await rule({ product_id, unit_price: '9', site_id: here })
    await order(product_id, {}, { site_id: here, status_id: IS.approved })
    const priced = async (site_id: number) =>
      (await order(product_id, {}, { site_id })).details[0].price_source
    expect(await priced(there)).toBeNull()
    await admin('DELETE', `/price_rules/${price_rule_id}`)
    expect([await priced(here), await priced(there)]).toEqual(['last_price', null])
  })

  test('prices the companies below its customer as well, unless they have their own', async () => {
    const product_id = await product()
    await rule({ product_id, unit_price: '3.7', customer_id: COMPANY.customer })
    const priceOf = async () =>
      (
        await findPrices({ db: server.db, now: new Date() }, [
          { company_id: COMPANY.branch, product_id, unit_id: gallon },
        ])
      )[0]!.unit_price
    expect(await priceOf()).toBe('3.700000')
    await rule({ unit_price: '3.6', customer_id: COMPANY.branch })
    expect(await priceOf()).toBe('3.600000')
  })

  test('reaches the next tier when the quantity of a line grows', async () => {
    const product_id = await product()
    await rule({ product_id, unit_price: '4' })
    await rule({ product_id, unit_price: '3.5', from_quantity: '500' })
    const { document_id, details } = await order(product_id, { quantity: '499' })
    expect(details[0].unit_price).toBe('4.000000')
    const [line] = details
    const { body } = await admin('PATCH', `/transaction_documents/${document_id}`, {
      details: [{ ...line, quantity: '500', line_total: undefined }],
    })
    expect(body.transaction_document.details[0].unit_price).toBe('3.500000')
  })

  test('is refused at its first day if it overlaps with another of the same level and product', async () => {
    const product_id = await product()
    const first = {
      name: 'Winter',
      product_id,
      unit_price: '4',
      from_date: '2026-01-01',
      to_date: '2026-03-31',
    }
    await rule(first)
    const overlapping = { product_id, unit_price: '5', from_date: '2026-03-31' }
    const { status, body } = await admin('POST', '/price_rules', ruleBody(overlapping))
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'from_date', rule: 'rules_overlap', message: expect.stringContaining('Winter') }],
    ])
    const id = await rule({ ...overlapping, from_date: '2026-04-01' })
    const { status: changed } = await admin('PATCH', `/price_rules/${id}`, { from_date: '2026-03-01' })
    expect(changed).toBe(422)
    await rule({ ...overlapping, from_quantity: '100' })
    await rule({ ...overlapping, customer_id: COMPANY.customer })
  })

  test('is not restored after its deletion while another one overlaps with it', async () => {
    const product_id = await product()
    const deleted = await rule({ name: 'Summer', product_id, unit_price: '2', from_date: '2026-01-01' })
    const { undo_id } = (await admin('DELETE', `/price_rules/${deleted}`)).body
    const other = await rule({ name: 'Autumn', product_id, unit_price: '3', from_date: '2026-06-01' })
    const refused = await admin('POST', `/undo/${undo_id}`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Autumn')])
    expect((await admin('GET', `/price_rules/${deleted}`)).status).toBe(404)
    await admin('DELETE', `/price_rules/${other}`)
    expect((await admin('POST', `/undo/${undo_id}`)).status).toBe(200)
    expect((await admin('GET', `/price_rules/${deleted}`)).body.price_rule.unit_price).toBe('2.000000')
  })

  test('is saved only once if two that overlap are sent at once', async () => {
    const body = { product_id: await product(), unit_price: '4' }
    const sent = await Promise.all([1, 2, 3].map(() => admin('POST', '/price_rules', ruleBody(body))))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  test('names one level, one product, and either a fixed or a posted price', async () => {
    const { body } = await admin('POST', '/price_rules', {
      ...ruleBody({ unit_price: '4', terminal_id, customer_id: COMPANY.customer, price_class: 'Farm' }),
      ...{ product_id: await product(), product_group: 'gasoline' },
    })
    expect(body.errors.map(({ field, rule }: Record<string, string>) => `${field} ${rule}`).sort()).toEqual([
      'price_class one_level',
      'product_group one_product',
      'terminal_id price_or_terminal',
    ])
  })
})

describe('a person’s own price', () => {
  test('needs a reason if a rule gives another price, and keeps it', async () => {
    const product_id = await product()
    await rule({ product_id, unit_price: '4' })
    const refused = await send({ details: [{ product_id, quantity: '10', unit_price: '3.5' }] })
    expect(refused.body.errors).toEqual([
      {
        field: 'details.0.price_reason',
        rule: 'reason_for_price',
        message: expect.stringContaining('4.000000'),
      },
    ])
    const line = { unit_price: '3.5', price_reason: 'Matches a rival' }
    const created = await order(product_id, line)
    expect(created.details[0]).toMatchObject({ ...line, unit_price: '3.500000', price_source: 'by_hand' })
    expect(await explain(created)).toMatchObject({ reason: 'Matches a rival', found_price: '4.000000' })
    const same = await order(product_id, { unit_price: '4.0', price_reason: 'Not needed' })
    expect(same.details[0]).toMatchObject({ price_source: 'price_list', price_reason: null })
  })

  test('needs no reason if no rule exists', async () => {
    const { details } = await order(await product(), { unit_price: '3.5' })
    expect(details[0]).toMatchObject({ unit_price: '3.500000', price_source: 'by_hand' })
  })

  test('stays when the order is saved again', async () => {
    const product_id = await product()
    await rule({ product_id, unit_price: '4' })
    const created = await order(product_id, { unit_price: '3.5', price_reason: 'Agreed by phone' })
    const { body } = await admin('PATCH', `/transaction_documents/${created.document_id}`, {
      details: created.details.map((line: object) => ({ ...line, quantity: '20', line_total: undefined })),
    })
    expect(body.transaction_document.details[0]).toMatchObject({
      ...{ unit_price: '3.500000', price_source: 'by_hand', price_reason: 'Agreed by phone' },
    })
  })
})

describe('a customer', () => {
  test('gets the price of the rule when ordering, and sees neither source nor reason', async () => {
    const product_id = await product()
    await rule({ product_id, unit_price: '4' })
    const { body } = await server.as('customer').call('POST', '/transaction_documents', {
      device_id,
      details: [{ product_id, quantity: '10' }],
    })
    const [line] = body.transaction_document.details
    expect(line).toMatchObject({ unit_price: '4.000000', price_source: null, price_reason: null })
    const responses = await Promise.all(
      [
        `/prices/lines/${line.document_detail_id}`,
        `/prices/customers/${COMPANY.customer}`,
        '/price_rules',
      ].map((path) => server.as('customer').call('GET', path)),
    )
    expect(responses.map(({ status }) => status)).toEqual([405, 405, 405])
    const path = `/transaction_documents/price?company_id=${COMPANY.customer}&product_id=${product_id}`
    expect((await admin('GET', path)).body.price).toMatchObject({ source: 'price_list' })
    expect((await server.as('customer').call('GET', path)).body.price).toMatchObject({
      ...{ unit_price: '4.000000', source: null, problem: null, document_date: null },
    })
  })
})

test('an order keeps the price and the charges of its quote, with the explanation, whenever it is delivered', async () => {
  const product_id = await product()
  await rule({ product_id, terminal_id, margin: '0', price_by: 'delivery' })
  await post(product_id, '2', days(-2))
  const quote = await order(product_id, {}, { document_type: 'quote', freight: '7' })
  const path = `/transaction_documents/${quote.document_id}`
  for (const status_id of [IS.quoted, IS.accepted]) await admin('POST', `${path}/status`, { status_id })
  await post(product_id, '3')
  const { body } = await admin('POST', `${path}/convert`, { document_type: 'sales_order' })
  const { document_id, details } = body.transaction_document
  const [{ document_detail_id }] = details
  expect(await explain({ details })).toMatchObject({
    ...{ unit_price: '2.000000', source: 'price_list', steps: [{ outcome: 'used', base: '2.000000' }] },
  })
  await admin('POST', `/transaction_documents/${document_id}/status`, { status_id: IS.waiting_for_shipment })
  const truck_id = await testTruck(server)
  await deliverOrderLine(server, {
    truck_id,
    product_id,
    document_detail_id,
    quantity: '100',
    factor: GALLON,
  })
  expect(
    (await admin('GET', `/transaction_documents/${document_id}`)).body.transaction_document,
  ).toMatchObject({
    ...{ total_amount: '207.000', freight: '7.000', details: [{ price_source: 'price_list' }] },
  })
})

describe('a posted price', () => {
  test('plus the margin is the price; without one the line is marked as unpriced, and is priced once it is posted', async () => {
    const product_id = await product({ list_price: '9', list_price_unit_id: gallon })
    await rule({ product_id, terminal_id, margin: '0.25', max_posted_days: 7 })
    const created = await order(product_id)
    expect(created).toMatchObject({
      unpriced: 1,
      details: [{ unit_price: '0.000000', price_problem: 'no_posted_price', price_source: 'price_list' }],
    })
    expect((await post(product_id, '2.5')).body).toMatchObject({ posted: 1, priced: 1 })
    const { body } = await admin('GET', `/transaction_documents/${created.document_id}`)
    expect(body.transaction_document).toMatchObject({
      ...{ unpriced: 0, subtotal: '275.000', total_amount: '275.000' },
      details: [{ unit_price: '2.750000', price_problem: null, line_total: '275.000' }],
    })
  })

  test('prices the lines that waited for it when it is restored after its deletion', async () => {
    const product_id = await product()
    await rule({ product_id, terminal_id, margin: '0.4', max_posted_days: 5 })
    await post(product_id, '2.5')
    const { posted_prices } = (await admin('GET', `/posted_prices?product_id=${product_id}`)).body
    const { undo_id } = (await admin('DELETE', `/posted_prices/${posted_prices[0].posted_price_id}`)).body
    const created = await order(product_id)
    expect(created.details[0].price_problem).toBe('no_posted_price')
    expect((await admin('POST', `/undo/${undo_id}`)).status).toBe(200)
    const { transaction_document } = (await admin('GET', `/transaction_documents/${created.document_id}`))
      .body
    expect(transaction_document.details[0]).toMatchObject({ unit_price: '2.900000', price_problem: null })
  })

  test('prices nothing if it is too old', async () => {
    const product_id = await product()
    await rule({ product_id, terminal_id, margin: '0.25', max_posted_days: 3 })
    await post(product_id, '2.5', days(-4))
    expect((await order(product_id)).details[0]).toMatchObject({ price_problem: 'posted_too_old' })
  })

  test('can be replayed for any day, and invalid prices are refused at their row', async () => {
    const product_id = await product()
    await rule({ product_id, terminal_id, margin: '0.1' })
    await post(product_id, '2', days(-10))
    await post(product_id, '3', days(-5))
    const at = async (document_date: string) =>
      (
        await admin(
          'GET',
          `/prices/explain?company_id=${COMPANY.customer}&product_id=${product_id}&unit_id=${gallon}&document_date=${document_date}`,
        )
      ).body.explanation
    expect((await at(day(-7))).unit_price).toBe('2.100000')
    expect((await at(day(-3))).unit_price).toBe('3.100000')
    expect(await at(day(-20))).toMatchObject({ unit_price: null, problem: 'no_posted_price' })
    const price = { terminal_id, product_id, unit_id: gallon, unit_price: '1' }
    const { body } = await admin('POST', '/prices/posted', {
      company_id: seller,
      prices: [price, { ...price, unit_price: '0' }],
    })
    expect(body.errors).toMatchObject([{ field: 'prices.1.unit_price', rule: 'above_zero' }])
    const { body: today } = await admin('GET', `/prices/today?company_id=${seller}`)
    expect(today.posted.find((item: { product_id: number }) => item.product_id === product_id)).toMatchObject(
      {
        ...{ terminal_title: 'Rack', unit_price: '3.000000', yesterday: '3.000000', unit_title: 'gal' },
      },
    )
  })
})

describe('a rule by the day of delivery', () => {
  test('prices the line again when it is delivered, each delivery by its day, and the invoice bills that', async () => {
    const product_id = await product()
    const truck_id = await testTruck(server)
    await rule({ product_id, terminal_id, margin: '0', price_by: 'delivery' })
    await post(product_id, '2', days(-2))
    const created = await order(product_id, {}, { status_id: IS.waiting_for_shipment })
    const { document_id, details } = created
    const [{ document_detail_id }] = details
    expect(details[0].unit_price).toBe('2.000000')
    await post(product_id, '3')
    const deliver = (quantity: string) =>
      deliverOrderLine(server, { truck_id, product_id, document_detail_id, quantity, factor: GALLON })
    await deliver('60')
    const read = async () =>
      (await admin('GET', `/transaction_documents/${document_id}`)).body.transaction_document
    expect((await read()).details[0].unit_price).toBe('3.000000')
    expect((await read()).total_amount).toBe('300.000')
    const bill = async () =>
      (await admin('POST', `/transaction_documents/${document_id}/convert`, { document_type: 'invoice' }))
        .body.transaction_document
    const first = await bill()
    expect(first).toMatchObject({ total_amount: '180.000', details: [{ price_source: 'price_list' }] })
    const { unit_price, steps } = await explain(first)
    expect([unit_price, steps[0].outcome, steps[0].base]).toEqual(['3.000000', 'used', '3.000000'])
    await post(product_id, '4')
    await deliver('10')
    await sql`update shipment_stops set done_at = now() - interval '1 day'`.execute(server.db)
    await deliver('30')
    const second = await bill()
    // 10 at yesterday's 2 and 30 at today's 4.
    expect(second).toMatchObject({
      ...{ total_amount: '140.000', details: [{ quantity: '40.000', unit_price: '3.500000' }] },
    })
    const { parts } = await explain(second)
    expect(parts.map((part: Record<string, string>) => [part['quantity'], part['unit_price']])).toEqual([
      ['10.000', '2.000000'],
      ['30.000', '4.000000'],
    ])
  })

  test('prices credited deliveries again, by their day', async () => {
    const product_id = await product()
    const truck_id = await testTruck(server)
    await rule({ product_id, terminal_id, margin: '0', price_by: 'delivery' })
    await post(product_id, '2', days(-2))
    await post(product_id, '3')
    const { document_id, details } = await order(product_id, {}, { status_id: IS.waiting_for_shipment })
    const [{ document_detail_id }] = details
    await deliverOrderLine(server, {
      truck_id,
      product_id,
      document_detail_id,
      quantity: '60',
      factor: GALLON,
    })
    const bill = async () =>
      (await admin('POST', `/transaction_documents/${document_id}/convert`, { document_type: 'invoice' }))
        .body.transaction_document
    const first = await bill()
    expect(first.total_amount).toBe('180.000')
    const path = `/transaction_documents/${first.document_id}`
    for (const status_id of [IS.open, IS.sent])
      expect((await admin('POST', `${path}/status`, { status_id })).status).toBe(200)
    const credited = await admin('POST', `${path}/credit`, { reason: 'Wrong day' })
    expect(credited.status, credited.raw).toBe(200)
    await sql`update shipment_stops set done_at = now() - interval '1 day'`.execute(server.db)
    expect(await bill()).toMatchObject({
      total_amount: '120.000',
      details: [{ quantity: '60.000', unit_price: '2.000000' }],
    })
  })

  describe('of two deliveries, each on an invoice', () => {
    const GIVEN_BACK = 'Wrong address'
    const call = async (method: string, path: string, body?: object) => {
      const response = await admin(method, `/transaction_documents/${path}`, body)
      expect(response.status, response.raw).toBe(200)
      return response.body.transaction_document
    }
    /** 100 delivered at 3 and 100 later at 4: each on a separate invoice, the first one sent if it is to be credited. */
    async function billedTwice() {
      const product_id = await product()
      const truck_id = await testTruck(server)
      await rule({ product_id, terminal_id, margin: '0', price_by: 'delivery' })
      await post(product_id, '3')
      const { document_id, details } = await order(
        product_id,
        { quantity: '200' },
        { status_id: IS.waiting_for_shipment },
      )
      const bill = () => call('POST', `${document_id}/convert`, { document_type: 'invoice' })
      const invoices = []
      for (const price of ['3', '4']) {
        await post(product_id, price)
        const { document_detail_id } = details[0]
        const quantity = '100'
        await deliverOrderLine(server, { truck_id, product_id, document_detail_id, quantity, factor: GALLON })
        invoices.push(await bill())
      }
      const [first, second] = invoices
      expect([first.total_amount, second.total_amount]).toEqual(['300.000', '400.000'])
      const waiting = async () =>
        (await admin('GET', '/billing/unbilled')).body.unbilled.find(
          (item: { document_id: number }) => item.document_id === document_id,
        )?.total
      return { order: document_id as number, first, second, bill, waiting }
    }
    const step = (invoice: { document_id: number }, status_id: number) =>
      call('POST', `${invoice.document_id}/status`, { status_id, reason: GIVEN_BACK })
    async function credit(invoice: { document_id: number }, body: object = {}) {
      for (const status_id of [IS.open, IS.sent]) await step(invoice, status_id)
      return call('POST', `${invoice.document_id}/credit`, { reason: GIVEN_BACK, ...body })
    }

    test('bills the earlier again at its own price after a credit, however often', async () => {
      const { order: id, first, bill, waiting } = await billedTwice()
      let last = first
      for (let time = 0; time < 3; time++) {
        expect((await credit(last)).total_amount).toBe('-300.000')
        expect(await waiting()).toBe('300.000')
        last = await bill()
        expect(last).toMatchObject({
          total_amount: '300.000',
          details: [{ quantity: '100.000', unit_price: '3.000000' }],
        })
      }
      expect(await waiting()).toBeUndefined()
      expect(await call('GET', String(id))).toMatchObject({ status_id: IS.invoiced })
    })

    test('bills the earlier again at its own price when its invoice is void', async () => {
      const { first, bill, waiting } = await billedTwice()
      for (const status_id of [IS.open, IS.void]) await step(first, status_id)
      expect(await waiting()).toBe('300.000')
      expect(await bill()).toMatchObject({ total_amount: '300.000', details: [{ unit_price: '3.000000' }] })
    })

    test('bills the later again at its own price, and both at their mean', async () => {
      const { first, second, bill } = await billedTwice()
      await credit(second)
      const again = await bill()
      expect(again.total_amount).toBe('400.000')
      await credit(first)
      await credit(again)
      const both = await bill()
      expect(both).toMatchObject({ total_amount: '700.000', details: [{ unit_price: '3.500000' }] })
      await credit(both)
      expect((await bill()).total_amount).toBe('700.000')
    })

    test('bills a part of the earlier again at its own price, and nothing again for an amount', async () => {
      const { first, bill, waiting } = await billedTwice()
      await credit(first, { amount: '7' })
      expect(await waiting()).toBeUndefined()
      const details = [{ document_detail_id: first.details[0].document_detail_id, quantity: '40' }]
      const note = await call('POST', `${first.document_id}/credit`, { reason: GIVEN_BACK, details })
      expect([note.total_amount, await waiting()]).toEqual(['-120.000', '120.000'])
      expect(await bill()).toMatchObject({ total_amount: '120.000', details: [{ quantity: '40.000' }] })
    })

    test('bills the earlier again by the days of invoices from before their deliveries were stored', async () => {
      const { first, bill } = await billedTwice()
      await sql`update transaction_document_details set price_found = price_found - 'parts'`.execute(
        server.db,
      )
      await credit(first)
      const again = await bill()
      expect(again.total_amount).toBe('300.000')
      await credit(again)
      expect((await bill()).total_amount).toBe('300.000')
    })
  })

  test('shows the billable rest after a credit at the price of its later invoice', async () => {
    const product_id = await product()
    const truck_id = await testTruck(server)
    await rule({ product_id, terminal_id, margin: '0', price_by: 'delivery' })
    await post(product_id, '2', days(-2))
    const { document_id, details } = await order(product_id, {}, { status_id: IS.waiting_for_shipment })
    const [{ document_detail_id }] = details
    const deliver = (quantity: string) =>
      deliverOrderLine(server, { truck_id, product_id, document_detail_id, quantity, factor: GALLON })
    await deliver('10')
    await sql`update shipment_stops set done_at = now() - interval '1 day'`.execute(server.db)
    await post(product_id, '4')
    await deliver('30')
    const path = `/transaction_documents/${document_id}`
    const bill = async () =>
      (await admin('POST', `${path}/convert`, { document_type: 'invoice' })).body.transaction_document
    const first = await bill()
    expect(first).toMatchObject({ total_amount: '140.000', details: [{ unit_price: '3.500000' }] })
    for (const status_id of [IS.open, IS.sent])
      await admin('POST', `/transaction_documents/${first.document_id}/status`, { status_id })
    const credited = await admin('POST', `/transaction_documents/${first.document_id}/credit`, {
      reason: 'Wrong address',
      details: [{ document_detail_id: first.details[0].document_detail_id, quantity: '20' }],
    })
    expect(credited.status, credited.raw).toBe(200)
    const { body } = await admin('GET', '/billing/unbilled')
    const unbilled = body.unbilled.find((item: { document_id: number }) => item.document_id === document_id)
    // At the mean that was billed, and credited.
    expect(credited.body.transaction_document.total_amount).toBe('-70.000')
    expect(Number(unbilled.total)).toBe(70)
    expect(await bill()).toMatchObject({ total_amount: '70.000', details: [{ unit_price: '3.500000' }] })
  })
})

test('fees are charged on orders, follow their lines, and leave a charge that a person entered', async () => {
  const product_id = await product({ un_number: 'UN1202' })
  await rule({ product_id, unit_price: '2' })
  const fee = (more: object) =>
    admin('POST', '/price_fees', { company_id: seller, from_date: '2020-01-01', ...more })
  const created = [
    await fee({ name: 'Delivery', amount: '25' }),
    await fee({
      name: 'Hazmat',
      fee_kind: 'hazmat',
      charge: 'handling_charge',
      amount: '0.05',
      per: 'unit',
      unit_id: gallon,
    }),
  ]
  const first = await order(product_id, { quantity: '100' })
  expect(first).toMatchObject({ freight: '25.000', handling_charge: '5.000', total_amount: '230.000' })
  const entered = async (query: string) =>
    (await admin('GET', `/transaction_documents/taxes?${query}`)).body.fees
  const isNew = `company_id=${first.company_id}&device_id=${first.device_id}`
  expect(await entered(`${isNew}&lines=${product_id}:${gallon}::100.5`)).toMatchObject({
    before: [],
    found: [
      { name: 'Delivery', charge: 'freight', amount: '25.000' },
      { name: 'Hazmat', charge: 'handling_charge', amount: '5.030' },
    ],
  })
  const saved = `document_id=${first.document_id}`
  expect(await entered(`${saved}&lines=${product_id}:${gallon}::200`)).toMatchObject({
    before: [{ amount: '25.000' }, { amount: '5.000' }],
    found: [{ amount: '25.000' }, { amount: '10.000' }],
  })
  expect(await entered(`${isNew}&document_date=2019-12-31&lines=${product_id}:${gallon}::1`)).toEqual({
    ...{ before: [], found: [] },
  })
  const change = async (more: object) =>
    (await admin('PATCH', `/transaction_documents/${first.document_id}`, more)).body.transaction_document
  const grown = { details: [{ ...first.details[0], quantity: '200', line_total: undefined }] }
  expect(await change(grown)).toMatchObject({ handling_charge: '10.000', total_amount: '435.000' })
  expect(await change({ freight: '0' })).toMatchObject({ freight: '0.000', total_amount: '410.000' })
  expect(
    await change({
      details: first.details.map((line: object) => ({
        ...line,
        quantity: '50',
        quantity_liters: undefined,
        line_total: undefined,
      })),
    }),
  ).toMatchObject({
    ...{ freight: '0.000', handling_charge: '2.500', total_amount: '102.500' },
  })
  for (const { body } of created) await admin('DELETE', `/price_fees/${body.price_fee.price_fee_id}`)
})

test('fees follow the delivered quantity, unless the customer pays on delivery', async () => {
  const product_id = await product()
  const truck_id = await testTruck(server)
  await rule({ product_id, unit_price: '2' })
  const fee = (more: object) =>
    admin('POST', '/price_fees', { company_id: seller, from_date: '2020-01-01', unit_id: gallon, ...more })
  const created = [
    await fee({ name: 'Per gallon', charge: 'expedite_fee', amount: '0.1', per: 'unit' }),
    await fee({ name: 'Small drop', fee_kind: 'minimum_drop', amount: '25', below_quantity: '100' }),
  ]
  const { rows } = await sql<{ id: number }>`
    select max(payment_term_id) filter (where term_days > 0) as id from payment_terms`.execute(server.db)
  const ordered = (payment_term_id: number) =>
    order(product_id, { quantity: '120' }, { status_id: IS.waiting_for_shipment, payment_term_id })
  const deliver = ({ details }: { details: { document_detail_id: number }[] }, quantity: string) => {
    const { document_detail_id } = details[0]!
    return deliverOrderLine(server, { truck_id, product_id, document_detail_id, quantity, factor: GALLON })
  }
  const bill = async ({ document_id }: { document_id: number }) =>
    (await admin('POST', `/transaction_documents/${document_id}/convert`, { document_type: 'invoice' })).body
      .transaction_document
  const onCredit = await ordered(rows[0]!.id)
  expect(onCredit).toMatchObject({ freight: '0.000', expedite_fee: '12.000', total_amount: '252.000' })
  await deliver(onCredit, '60')
  // A fee that changes after the delivery does not change the bill.
  const later = created.map(({ body }) => `/price_fees/${body.price_fee.price_fee_id}`)
  await admin('PATCH', later[0]!, { amount: '0.2' })
  expect(await bill(onCredit)).toMatchObject({
    ...{ freight: '25.000', expedite_fee: '6.000', total_amount: '151.000' },
  })
  await admin('PATCH', later[0]!, { amount: '0.1' })
  await deliver(onCredit, '60')
  expect(await bill(onCredit)).toMatchObject({
    ...{ freight: '25.000', expedite_fee: '6.000', total_amount: '151.000' },
  })
  // The same deliveries on one invoice cost the same.
  const billedOnce = await ordered(rows[0]!.id)
  await deliver(billedOnce, '60')
  await deliver(billedOnce, '60')
  expect(await bill(billedOnce)).toMatchObject({
    ...{ freight: '50.000', expedite_fee: '12.000', total_amount: '302.000' },
  })
  await sql`update payment_terms set term_days = 0 where payment_term_id = 1`.execute(server.db)
  const onDelivery = await ordered(1)
  await deliver(onDelivery, '60')
  expect(await bill(onDelivery)).toMatchObject({ freight: '0.000', expedite_fee: '12.000' })
  for (const { body } of created) await admin('DELETE', `/price_fees/${body.price_fee.price_fee_id}`)
})

test('today’s prices are those of the seller who posted last, unless another is requested', async () => {
  const product_id = await product()
  await post(product_id, '2')
  expect((await admin('GET', '/prices/today')).body).toMatchObject({ company_id: seller, currency_id: 3 })
  const { body, raw } = await admin('GET', `/prices/today?company_id=${COMPANY.own}`)
  expect(body, raw).toMatchObject({ company_id: COMPANY.own, posted: [] })
})

test('the prices of a customer are listed with their rule', async () => {
  const product_id = await product()
  await rule({ name: 'Contract', product_id, unit_price: '3.7', customer_id: COMPANY.customer })
  const { body } = await server.as('distributor').call('GET', `/prices/customers/${COMPANY.customer}`)
  expect(body).toMatchObject({ price_class: 'Commercial', currency_id: 3 })
  expect(body.prices.find((price: { product_id: number }) => price.product_id === product_id)).toMatchObject({
    ...{ unit_price: '3.700000', source: 'agreement', rule_name: 'Contract', unit_title: 'gal' },
  })
  const far = await server.as('distributor').call('GET', `/prices/customers/${COMPANY.stranger}`)
  expect(far.status).toBe(404)
})

test('500 lines are priced by one statement', async () => {
  const product_id = await product()
  await rule({ product_id, unit_price: '3.7' })
  let statements = 0
  const counting = new Proxy(server.db, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (name === 'getExecutor')
        return () => {
          statements += 1
          return target.getExecutor()
        }
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Database
  const lines = Array.from({ length: 500 }, (_, index) => ({
    ...{ company_id: COMPANY.customer, product_id, unit_id: gallon, quantity: String(index) },
  }))
  const found = await findPrices({ db: counting, now: new Date() }, lines)
  expect(found.map(({ unit_price }) => unit_price)).toEqual(lines.map(() => '3.700000'))
  expect(statements).toBe(1)
})
