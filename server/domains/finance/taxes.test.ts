import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deliverOrderLine, testTruck } from '#server/app/testing/deliveries.ts'
import { testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

type Account = Parameters<TestServer['as']>[0]

const DOLLAR = 3
const GALLON = '3.785411784'
/** The address of delivery of the orders here. */
const KEARNEY = { ship_state: 'NE', ship_city: 'Kearney', ship_zip_code: '68847', ship_country_iso_3: 'USA' }

let server: TestServer
let product_id: number
let gallon: number
let seller: number
let excise: number
let sales: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
  gallon = await idOfUnit('gal')
  const { rows } = await sql<{ id: number }>`select seller_of(${COMPANY.customer}::int8) as id`.execute(
    server.db,
  )
  seller = Number(rows[0]!.id)
  excise = await code('Federal excise', {
    ...{ basis: 'per_unit', unit_id: gallon, currency_id: DOLLAR, printed_name: 'Federal excise tax' },
    jurisdiction: 'United States',
  })
  sales = await code('Sales tax', { applies_to: 'goods_and_freight', jurisdiction: 'Nebraska' })
  await make('tax_rates', { tax_code_id: excise, rate: '0.244', from_date: '2020-01-01' })
  await make('tax_rates', { tax_code_id: sales, rate: '5', from_date: '2020-01-01', to_date: '2024-12-31' })
  await make('tax_rates', { tax_code_id: sales, rate: '5.5', from_date: '2025-01-01' })
  await make('tax_rules', { tax_code_id: excise, country_iso_3: 'USA' })
  await make('tax_rules', { tax_code_id: sales, country_iso_3: 'USA', state: 'NE', zip_from: '688' })
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown, as: Account = 'administrator') =>
  server.as(as).call(method, path, body)
const make = async (kind: string, body: object) => {
  const response = await call('POST', `/${kind}`, body)
  expect(response.status, response.raw).toBe(200)
  return response.body[kind.replace(/s$/, '')]
}
const code = async (name: string, more: object) =>
  (await make('tax_codes', { name, printed_name: name, company_id: seller, ...more })).tax_code_id as number
const idOfUnit = async (requested: string) => {
  const { body } = await call('GET', '/units_of_measure?options=1')
  return body.units_of_measure.find((unit: { code: string | null }) => unit.code === requested).id as number
}
const issuesOf = ({ status, body }: { status: number; body: any }) => [
  status,
  ...(body.errors ?? []).map(({ field, rule }: any) => `${field} ${rule}`),
]
const lines = (quantity = '100', unit_price = '2.5') => [
  { product_id, quantity, unit_id: gallon, unit_price },
]
const order = (more: object = {}) =>
  testDocument(server, { ...KEARNEY, freight: '10', document_date: '2026-03-02', details: lines(), ...more })
const read = async (id: number) =>
  (await call('GET', `/transaction_documents/${id}`)).body.transaction_document
const taxesOf = async (id: number) => (await call('GET', `/transaction_documents/${id}/taxes`)).body.taxes
const change = (id: number, body: object) => call('PATCH', `/transaction_documents/${id}`, body)

describe('a document', () => {
  test('has the taxes of its place and day next to the specification’s total', async () => {
    const { document_id, ...figures } = await order()
    // 250 + 10 freight; 100 × 0.244; 5.5 % of 260.
    expect(figures).toMatchObject({ total_amount: '260.000', tax_total: '38.700', grand_total: '298.700' })
    expect(figures).toMatchObject({
      document_tax_total: '38.700',
      document_grand_total: '298.700',
      balance: null,
    })
    expect(await taxesOf(document_id)).toMatchObject([
      { tax_name: 'Federal excise tax', rate: '0.244000', taxable_amount: '250.000', tax: '24.400' },
      { tax_name: 'Sales tax', rate: '5.500000', taxable_amount: '260.000', tax: '14.300', unit_title: null },
    ])
  })

  test('has the rate of its day, even a past one', async () => {
    expect((await order({ document_date: '2024-12-31', due_date: '2025-12-31' })).tax_total).toBe('37.400')
  })

  test('has only the taxes of its place', async () => {
    expect((await order({ ship_state: 'KS', ship_zip_code: '66062' })).tax_total).toBe('24.400')
  })

  test('has its total as grand total if no code applies to it', async () => {
    const created = await order({ ship_country_iso_3: 'MEX' })
    expect(created).toMatchObject({ tax_total: '0.000', grand_total: '260.000', total_amount: '260.000' })
    expect(await taxesOf(created.document_id)).toEqual([])
  })

  test('is delivered to the address of its device if it has none', async () => {
    const { document_id, device_id } = await order({ ship_state: null, ship_city: null, ship_zip_code: null })
    await sql`insert into entity_addresses (object_ref, object_id, address_type, address1, city, state, zip_code, country_id)
      values ('device', ${device_id}, 'shipping', '1 Way', 'Kearney', 'NE', '68848', 140)`.execute(server.db)
    const { body } = await change(document_id, { freight: '20' })
    expect(body.transaction_document.tax_total).toBe('39.250')
    await sql`delete from entity_addresses where object_ref = 'device' and object_id = ${device_id}`.execute(
      server.db,
    )
  })

  test('has the same taxes while it is entered as after it is saved', async () => {
    const { document_id, company_id, device_id, details } = await order()
    const entered = async (query: object, as: Account = 'administrator') => {
      const text = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      )
      return call('GET', `/transaction_documents/taxes?${text}`, undefined, as)
    }
    const place = { ...KEARNEY, document_date: '2026-03-02', company_id, device_id }
    const line = `${product_id}:${gallon}:`
    const { body } = await entered({ ...place, lines: `${line},${line}` })
    const applied = [
      { tax_name: 'Federal excise tax', rate: '0.244000' },
      { tax_name: 'Sales tax', rate: '5.500000', applies_to: 'goods_and_freight' },
    ]
    const expected = { liters: expect.stringContaining(GALLON), taxes: applied }
    expect(body.lines).toMatchObject([expected, expected])
    // For a saved document, only changes are sent.
    const saved = { document_id, lines: `${line}${details[0].document_detail_id}` }
    expect((await entered(saved)).body.lines).toMatchObject([expected])
    const { body: earlier } = await entered({ ...saved, document_date: '2024-12-31' })
    expect(earlier.lines[0].taxes[1].rate).toBe('5.000000')
    const { body: elsewhere } = await entered({ ...saved, ship_state: 'IA', ship_zip_code: '50301' })
    expect(elsewhere.lines[0].taxes).toHaveLength(1)
    expect((await entered(saved, 'stranger')).status).toBe(404)
    expect((await entered({ ...place, lines: line }, 'stranger')).status).toBe(404)
    expect((await entered({ ...place, lines: '1' })).status).toBe(400)
  })

  test('refuses a sum with taxes that differs', async () => {
    const { document_id } = await order()
    expect(issuesOf(await change(document_id, { grand_total: '298.700', freight: '10.5' }))).toEqual([
      422,
      'grand_total total_differs',
    ])
    expect((await change(document_id, { grand_total: '299.230', freight: '10.5' })).status).toBe(200)
  })
})

describe('rates of a saved document', () => {
  test('are fixed once it is released, and follow the table while it is a draft', async () => {
    const draft = await order({ details: lines('10') })
    const released = await waitingOrder(server, {
      ...{ ...KEARNEY, document_date: '2026-03-02', details: lines('10') },
    })
    const { body } = await call('GET', `/tax_rates?tax_code_id=${sales}&sort=from_date`)
    const { tax_rate_id } = body.tax_rates.at(-1)
    expect((await call('PATCH', `/tax_rates/${tax_rate_id}`, { rate: '50' })).status).toBe(200)
    try {
      const rates = async (id: number) => {
        const { status, raw } = await change(id, { details: lines('20') })
        expect(status, raw).toBe(200)
        return (await taxesOf(id)).map(({ rate }: any) => rate)
      }
      expect(await rates(draft.document_id)).toEqual(['0.244000', '50.000000'])
      expect(await rates(released.document_id)).toEqual(['0.244000', '5.500000'])
      await change(released.document_id, { comments: 'Ring the bell' })
      expect((await read(released.document_id)).tax_total).toBe('7.630')
    } finally {
      await call('PATCH', `/tax_rates/${tax_rate_id}`, { rate: '5.5' })
    }
  })
})

describe('an invoice', () => {
  test('is owed with its taxes, at the rates of the day of delivery', async () => {
    const created = await waitingOrder(server, {
      ...{ ...KEARNEY, document_date: '2024-12-30', due_date: '2026-12-30', details: lines() },
    })
    expect((await read(created.document_id)).tax_total).toBe('36.900')
    const [{ document_detail_id }] = created.details
    const truck_id = await testTruck(server)
    await deliverOrderLine(server, {
      truck_id,
      product_id,
      document_detail_id,
      quantity: '80',
      factor: GALLON,
    })
    const { body } = await call('GET', '/billing/unbilled')
    const trial = body.unbilled.find((item: any) => item.document_id === created.document_id)
    const invoice = (
      await call('POST', `/transaction_documents/${created.document_id}/convert`, {
        document_type: 'invoice',
      })
    ).body.transaction_document
    // 80 × 0.244; 5.5 % of 200: it was delivered in January 2025.
    expect(invoice).toMatchObject({ total_amount: '200.000', tax_total: '30.520', grand_total: '230.520' })
    expect(invoice).toMatchObject({ balance: '230.520', document_balance: '230.520' })
    expect(trial.total).toBe(invoice.grand_total)
    const id = invoice.document_id
    await call('POST', `/transaction_documents/${id}/status`, { status_id: IS.open })
    const paid = await call('POST', `/transaction_documents/${id}/payments`, {
      amount: '230.52',
      method: 'check',
    })
    expect(paid.body.transaction_document).toMatchObject({ balance: '0.000', status_id: IS.paid })
  })

  test('bills a delivery again at the rates of its own day', async () => {
    const created = await waitingOrder(server, { ...KEARNEY, due_date: '2026-12-30', details: lines() })
    const [{ document_detail_id }] = created.details
    const truck_id = await testTruck(server)
    const deliver = async (quantity: string, done_at: string) => {
      await deliverOrderLine(server, { truck_id, product_id, document_detail_id, quantity, factor: GALLON })
      await sql`update shipment_stops t set done_at = ${done_at} from shipment_planner_details d
        where d.stop_id = t.stop_id and d.document_detail_id = ${document_detail_id} and t.done_at is null`.execute(
        server.db,
      )
    }
    const bill = async () =>
      (
        await call('POST', `/transaction_documents/${created.document_id}/convert`, {
          document_type: 'invoice',
        })
      ).body.transaction_document
    await deliver('40', '2024-12-20T18:00:00Z')
    const first = await bill()
    // 40 × 0.244; 5 % of 100.
    expect(first.tax_total).toBe('14.760')
    await deliver('60', '2025-01-20T18:00:00Z')
    // 60 × 0.244; 5.5 % of 150.
    expect((await bill()).tax_total).toBe('22.890')
    await call('POST', `/transaction_documents/${first.document_id}/status`, { status_id: IS.open })
    await call('POST', `/transaction_documents/${first.document_id}/status`, { status_id: IS.void })
    expect((await bill()).tax_total).toBe('14.760')
  })

  test('shows the certificate of an exempt customer instead of the tax', async () => {
    const certificate = await make('tax_exemptions', {
      ...{ company_id: seller, customer_id: COMPANY.customer, tax_code_id: sales, product_id },
      ...{ exempt_use: 'farm', certificate: 'NE-4711' },
    })
    const { document_id, tax_total } = await order({ document_type: 'invoice' })
    expect(tax_total).toBe('24.400')
    expect(await taxesOf(document_id)).toMatchObject([
      { certificate: null },
      {
        certificate: 'NE-4711',
        exempt_use: 'farm',
        taxable_amount: '0.000',
        exempt_amount: '260.000',
        tax: '0.000',
      },
    ])
    // The document keeps the data of the certificate after its deletion.
    await call('DELETE', `/tax_exemptions/${certificate.tax_exemption_id}`)
    expect((await taxesOf(document_id))[1]).toMatchObject({ certificate: 'NE-4711' })
  })
})

test('credit notes take back the taxes of their invoice to the cent', async () => {
  const { document_id: id, details } = await order({
    ...{ document_type: 'invoice', document_date: '2026-03-02', due_date: '2026-12-31' },
  })
  for (const status_id of [IS.open, IS.sent])
    await call('POST', `/transaction_documents/${id}/status`, { status_id })
  const credit = async (body: object) => {
    const response = await call('POST', `/transaction_documents/${id}/credit`, {
      reason: 'Wrong tank',
      ...body,
    })
    expect(response.status, response.raw).toBe(200)
    return response.body.transaction_document
  }
  const part = await credit({
    details: [{ document_detail_id: details[0].document_detail_id, quantity: '20' }],
  })
  // 5.5 % of 50; 20 × 0.244. Freight is credited with the rest.
  expect(part).toMatchObject({ total_amount: '-50.000', tax_total: '-7.630', grand_total: '-57.630' })
  expect((await read(id)).balance).toBe('241.070')
  const amount = await credit({ amount: '10' })
  expect(amount).toMatchObject({ total_amount: '-10.000', tax_total: '-0.550' })
  const rest = await credit({})
  expect(rest).toMatchObject({ total_amount: '-200.000', tax_total: '-30.520' })
  expect(await read(id)).toMatchObject({ balance: '0.000', grand_total: '298.700' })
  expect((await taxesOf(rest.document_id)).map(({ tax }: any) => tax)).toEqual(['-19.520', '-11.000'])
})

test('a credit note takes back the charged taxes, even if the customer has other certificates by now', async () => {
  const certificate = () =>
    make('tax_exemptions', {
      ...{ company_id: seller, customer_id: COMPANY.customer, exempt_use: 'farm', certificate: 'NE-7' },
    })
  const remove = (id: number) => call('DELETE', `/tax_exemptions/${id}`)
  const sent = async () => {
    const { document_id, details } = await order({ document_type: 'invoice', due_date: '2026-12-31' })
    for (const status_id of [IS.open, IS.sent])
      await call('POST', `/transaction_documents/${document_id}/status`, { status_id })
    return { document_id, line: details[0].document_detail_id }
  }
  const credit = async ({ document_id, line }: Awaited<ReturnType<typeof sent>>) => {
    const bodies = [{ details: [{ document_detail_id: line, quantity: '20' }] }, { amount: '10' }, {}]
    const taxes = []
    for (const body of bodies) {
      const response = await call('POST', `/transaction_documents/${document_id}/credit`, {
        ...{ reason: 'Wrong tank', ...body },
      })
      taxes.push(response.body.transaction_document.tax_total)
    }
    return taxes
  }
  const first = await certificate()
  const exempt = await sent()
  await remove(first.tax_exemption_id)
  expect(await credit(exempt)).toEqual(['0.000', '0.000', '0.000'])
  expect(await read(exempt.document_id)).toMatchObject({ balance: '0.000', grand_total: '260.000' })
  const taxed = await sent()
  const second = await certificate()
  expect(await credit(taxed)).toEqual(['-7.630', '-0.550', '-30.520'])
  await remove(second.tax_exemption_id)
})

describe('records of taxes', () => {
  test('rates of a code do not overlap', async () => {
    const rate = { tax_code_id: sales, rate: '7' }
    for (const dates of [
      { from_date: '2026-01-01' },
      { from_date: '2019-01-01' },
      { from_date: '2024-12-31', to_date: '2024-12-31' },
    ])
      expect(issuesOf(await call('POST', '/tax_rates', { ...rate, ...dates }))).toEqual([
        422,
        'from_date rates_overlap',
      ])
    const { tax_rate_id } = await make('tax_rates', {
      ...rate,
      from_date: '2019-01-01',
      to_date: '2019-12-31',
    })
    expect(issuesOf(await call('PATCH', `/tax_rates/${tax_rate_id}`, { to_date: null }))).toEqual([
      422,
      'from_date rates_overlap',
    ])
  })

  test('a deleted rate cannot be restored while another rate covers its days', async () => {
    const tax_code_id = await code('Replaced', { jurisdiction: 'Ohio' })
    const rate = { tax_code_id, rate: '3', from_date: '2025-01-01' }
    const { tax_rate_id } = await make('tax_rates', rate)
    const { undo_id } = (await call('DELETE', `/tax_rates/${tax_rate_id}`)).body
    const other = await make('tax_rates', { ...rate, rate: '4', from_date: '2025-06-01' })
    expect((await call('POST', `/undo/${undo_id}`)).status).toBe(409)
    expect((await call('GET', `/tax_rates/${tax_rate_id}`)).status).toBe(404)
    await call('DELETE', `/tax_rates/${other.tax_rate_id}`)
    expect((await call('POST', `/undo/${undo_id}`)).status).toBe(200)
  })

  test('a deleted certificate can be restored although it has ended', async () => {
    const { tax_exemption_id } = await make('tax_exemptions', {
      ...{ company_id: seller, customer_id: COMPANY.customer, exempt_use: 'resale', certificate: 'R-9' },
      tax_code_id: sales,
    })
    await call('PATCH', `/tax_exemptions/${tax_exemption_id}`, { end_date: '2024-01-31' })
    const remove = () => call('DELETE', `/tax_exemptions/${tax_exemption_id}`)
    const { undo_id } = (await remove()).body
    expect((await call('POST', `/undo/${undo_id}`)).status).toBe(200)
    await remove()
  })

  test('an amount per unit has a unit of volume and a currency', async () => {
    const body = { name: 'Fee', printed_name: 'Fee', company_id: seller, basis: 'per_unit' }
    expect(issuesOf(await call('POST', '/tax_codes', body))).toEqual([
      422,
      'unit_id required',
      'currency_id required',
    ])
    const { body: units } = await call('GET', '/units_of_measure?options=1')
    const other = units.units_of_measure.find(({ measure }: any) => measure !== 'volume')
    expect(
      issuesOf(await call('POST', '/tax_codes', { ...body, unit_id: other.id, currency_id: DOLLAR })),
    ).toEqual([422, 'unit_id choice'])
  })

  test('an ended certificate is refused for a new use', async () => {
    const body = {
      ...{ company_id: seller, customer_id: COMPANY.customer, exempt_use: 'resale', certificate: 'R-1' },
      end_date: '2024-01-31',
    }
    const ended = [422, 'end_date certificate_ended']
    expect(issuesOf(await call('POST', '/tax_exemptions', body))).toEqual(ended)
    const { tax_exemption_id } = await make('tax_exemptions', { ...body, end_date: null, tax_code_id: sales })
    const path = `/tax_exemptions/${tax_exemption_id}`
    expect((await call('PATCH', path, { end_date: '2024-01-31' })).status).toBe(200)
    expect(issuesOf(await call('PATCH', path, { tax_code_id: null }))).toEqual(ended)
    await call('DELETE', path)
  })

  test('are maintained by staff and distributors, never seen by customers', async () => {
    for (const kind of ['tax_codes', 'tax_rates', 'tax_rules', 'tax_exemptions']) {
      expect((await call('GET', `/${kind}`, undefined, 'customer')).status).toBe(405)
      expect((await call('GET', `/${kind}`, undefined, 'csr')).status).toBe(405)
      expect((await call('GET', `/${kind}`, undefined, 'employee')).status).toBe(200)
    }
  })

  test('do not apply to another seller', async () => {
    const other = await code('Foreign', { company_id: COMPANY.stranger })
    await make('tax_rates', { tax_code_id: other, rate: '99', from_date: '2020-01-01' })
    await make('tax_rules', { tax_code_id: other })
    expect((await order()).tax_total).toBe('38.700')
  })

  test('are refused in a third currency', async () => {
    const { rows } = await sql<{ id: number }>`
      select min(currency_id) as id from currencies where currency_id <> ${DOLLAR}`.execute(server.db)
    const other = await code('Peso tax', {
      basis: 'per_unit',
      unit_id: gallon,
      currency_id: Number(rows[0]!.id),
    })
    await make('tax_rates', { tax_code_id: other, rate: '1', from_date: '2020-01-01' })
    await make('tax_rules', { tax_code_id: other })
    const { document_id } = await order({ details: [] })
    expect(issuesOf(await change(document_id, { details: lines() }))).toEqual([
      422,
      'currency_id tax_currency',
    ])
    await call('PATCH', `/tax_codes/${other}`, { is_active: 0 })
  })
})

test('the return adds up gallons and amounts of issued invoices, taxed and exempt', async () => {
  const period = 'from=2023-05-01&to=2023-05-31'
  const dates = { document_type: 'invoice', document_date: '2023-05-10', due_date: '2027-01-01' }
  const issued = async (more: object = {}) => {
    const { document_id } = await order({ ...dates, ...more })
    for (const status_id of [IS.open, IS.sent])
      expect((await call('POST', `/transaction_documents/${document_id}/status`, { status_id })).status).toBe(
        200,
      )
  }
  await issued()
  // Two lines with the same taxes count as one document.
  await issued({ details: [...lines('30'), ...lines('20')] })
  await order(dates)
  const { tax_exemption_id } = await make('tax_exemptions', {
    ...{ company_id: seller, customer_id: COMPANY.customer, exempt_use: 'farm', certificate: 'NE-1' },
  })
  await issued({ details: lines('10'), freight: '0' })
  await call('DELETE', `/tax_exemptions/${tax_exemption_id}`)
  const { body, raw } = await call('GET', `/tax_return?${period}`)
  expect(body.tax_return, raw).toMatchObject([
    {
      ...{
        jurisdiction: 'Nebraska',
        tax_name: 'Sales tax',
        rate: '5.000000',
        documents: 3,
        unit_title: 'gal',
      },
      ...{ taxable_quantity: '150.000', exempt_quantity: '10.000', taxable_amount: '395.000' },
      ...{ exempt_amount: '25.000', tax: '19.750' },
    },
    {
      ...{ jurisdiction: 'United States', tax_name: 'Federal excise tax', taxable_quantity: '150.000' },
      ...{ exempt_quantity: '10.000', taxable_amount: '375.000', tax: '36.600', documents: 3 },
    },
  ])
  expect((await call('GET', '/tax_return?from=2023-06-01&to=2023-06-30')).body.tax_return).toEqual([])
  expect((await call('GET', `/tax_return?${period}`, undefined, 'customer')).status).toBe(405)
})
