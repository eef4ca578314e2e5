import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sites } from '#core/domains/companies/sites.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { testDocument } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)
const distributor = (method: string, path: string, body?: object) =>
  server.as('distributor').call(method, path, body)
const customer = async (values: object = {}): Promise<number> => {
  const { body, raw } = await staff('POST', '/customers', {
    company: 'Test Fuels',
    payment_term_id: 1,
    ...values,
  })
  expect(body.code, raw).toBe(200)
  return body.customer.company_id
}

describe('kinds of company', () => {
  test('share one table, and each list shows its own', async () => {
    const { body } = await staff('POST', '/vendors', { company: 'Gauge Works' })
    const { company_id } = body.vendor
    expect(body.vendor).toMatchObject({ organisation_type_id: 5, currency_id: 3, currency_code: 'USD' })
    expect((await staff('GET', `/manufacturers/${company_id}`)).status).toBe(404)
    expect((await staff('GET', `/companies/${company_id}`)).body.company).toMatchObject({
      organisation_type_id: 5,
      company: 'Gauge Works',
    })
    const { body: found } = await staff('GET', '/companies?search=Gauge Works&page_size=0')
    expect(found.companies.map((row: { company_id: number }) => row.company_id)).toEqual([company_id])
  })

  test('the path decides the kind, and a body cannot change it', async () => {
    const { body } = await staff('POST', '/manufacturers', { company: 'Tank Maker', organisation_type_id: 3 })
    expect(body.manufacturer.organisation_type_id).toBe(3)
    const other = await staff('POST', '/manufacturers', { company: 'Tank Maker', organisation_type_id: 1 })
    expect(other).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'organisation_type_id', rule: 'not_settable' }] },
    })
  })

  test('for calls on all kinds, the body decides it', async () => {
    const { body } = await staff('POST', '/companies', { company: 'Carrier', organisation_type_id: 4 })
    expect((await staff('GET', `/shipping_carriers/${body.company.company_id}`)).status).toBe(200)
    expect((await staff('POST', '/companies', { company: 'x', organisation_type_id: 6 })).status).toBe(422)
  })

  test('a manufacturer may omit currency and flags, and gets the defaults', async () => {
    const open = { currency_code: null, currency_id: null, has_nda: null, has_contract: null }
    const { body } = await staff('POST', '/manufacturers', { company: 'Open Maker', ...open })
    expect(body.manufacturer).toMatchObject({ currency_code: 'USD', currency_id: 3, has_nda: 0 })
    expect((await staff('POST', '/vendors', { company: 'Open Vendor', ...open })).status).toBe(422)
  })

  test('currency and code follow each other', async () => {
    const byId = await staff('POST', '/vendors', { company: 'By id', currency_id: 2 })
    expect(byId.body.vendor).toMatchObject({ currency_id: 2, currency_code: 'EUR' })
    const byCode = await staff('PATCH', `/vendors/${byId.body.vendor.company_id}`, { currency_code: 'cad' })
    expect(byCode.body.vendor).toMatchObject({ currency_id: 1, currency_code: 'cad' })
  })

  test('a customer has the fields of its packing lists', async () => {
    const id = await customer({ packing_list_fields: 'product_name|compartment' })
    const { body } = await staff('GET', `/customers/${id}`)
    expect(body.customer.packing_list_fields).toBe('product_name|compartment')
    expect(body.customer.packing_list_fields_options).toContainEqual({
      value: 'product_name',
      label: 'Product',
    })
  })

  test.each([
    ['|product_name', 'Can not start or end with pipe'],
    ['product_name|', 'Can not start or end with pipe'],
    ['a|b|a', 'Items must be unique'],
    ['a |b', 'Items must not start or end with a space'],
  ])('packing list fields %j are refused: %s', async (packing_list_fields, message) => {
    const { status, body } = await staff('POST', '/vendors', { company: 'x', packing_list_fields })
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'packing_list_fields', message })],
    ])
  })
})

describe('parents of companies', () => {
  test('a company cannot be below itself', async () => {
    const top = await customer()
    const middle = await customer({ parent_id: top })
    const bottom = await customer({ parent_id: middle })
    for (const parent_id of [top, middle, bottom]) {
      const { status, body } = await staff('PATCH', `/customers/${top}`, { parent_id })
      expect([status, body.errors[0]]).toEqual([
        422,
        expect.objectContaining({ field: 'parent_id', rule: 'parent_cycle' }),
      ])
    }
    expect((await staff('PATCH', `/customers/${bottom}`, { parent_id: top })).status).toBe(200)
    expect((await staff('PATCH', `/customers/${bottom}`, { parent_id: null })).status).toBe(200)
  })

  test('two concurrent changes do not close a cycle', async () => {
    const [one, other] = [await customer(), await customer()]
    const responses = await Promise.all([
      staff('PATCH', `/customers/${one}`, { parent_id: other }),
      staff('PATCH', `/customers/${other}`, { parent_id: one }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('a company with documents keeps its seller, even below another company', async () => {
    const other = (await staff('POST', '/distributors', { company: 'South Distribution' })).body.distributor
    const top = await customer({ parent_id: COMPANY.distributor })
    const below = await customer({ parent_id: top })
    const move = (id: number, parent_id: number) => staff('PATCH', `/customers/${id}`, { parent_id })
    expect((await move(top, other.company_id)).status).toBe(200)
    expect((await move(top, COMPANY.distributor)).status).toBe(200)
    const { document_id } = await testDocument(server, { details: [] })
    await sql`update transaction_documents set company_id = ${below} where document_id = ${document_id}`.execute(
      server.db,
    )
    for (const id of [top, below])
      expect((await move(id, other.company_id)).body.errors).toMatchObject([
        { field: 'parent_id', rule: 'seller_stays' },
      ])
    expect((await move(below, COMPANY.customer)).status).toBe(200)
  })

  test('a distributor’s new customer belongs to it, and is visible at once', async () => {
    const created = await distributor('POST', '/customers', { company: 'New Farm', payment_term_id: 1 })
    expect(created.body.customer, created.raw).toMatchObject({ parent_id: COMPANY.distributor })
    const { company_id } = created.body.customer
    expect((await distributor('GET', `/customers/${company_id}`)).status).toBe(200)
    const lost = await distributor('PATCH', `/customers/${company_id}`, { parent_id: null })
    expect([lost.status, lost.body.errors[0].field]).toEqual([422, 'parent_id'])
    const foreign = await distributor('PATCH', `/customers/${company_id}`, { parent_id: COMPANY.stranger })
    expect(foreign.status).toBe(404)
  })

  test('a distributor creates customers, and no other kind by any path', async () => {
    for (const organisation_type_id of [2, 3, 4, 5]) {
      const response = await distributor('POST', '/companies', { company: 'x', organisation_type_id })
      expect(response.status).toBe(405)
    }
    expect((await distributor('POST', '/vendors', { company: 'x' })).status).toBe(405)
    const own = await distributor('PATCH', `/companies/${COMPANY.distributor}`, { company: 'Renamed' })
    expect(own.status).toBe(405)
    const turned = await distributor('PATCH', `/companies/${COMPANY.customer}`, { organisation_type_id: 2 })
    expect(turned.status).toBe(405)
  })
})

describe('archiving', () => {
  test('keeps the company and removes it from options', async () => {
    const id = await customer({ company: 'Gone Soon' })
    expect((await staff('DELETE', `/customers/${id}`)).body.message).toBe('Archived.')
    expect((await staff('GET', `/customers/${id}`)).body.customer.status).toBe(0)
    const { body } = await staff('GET', '/companies?options=1')
    expect(body.companies.map((row: { company_id: number }) => row.company_id)).not.toContain(id)
  })

  test('is refused while companies or devices depend on it, and names them', async () => {
    const parent = await customer()
    const child = await customer({ parent_id: parent })
    const first = await staff('DELETE', `/customers/${parent}`)
    expect([first.status, first.body.message]).toEqual([409, expect.stringContaining('companies')])
    await staff('DELETE', `/customers/${child}`)
    const device = await staff('POST', '/devices', await exampleOf(server, devices, parent))
    expect(device.status, device.raw).toBe(200)
    const second = await staff('DELETE', `/customers/${parent}`)
    expect([second.status, second.body.message]).toEqual([409, expect.stringContaining('devices')])
    await staff('PATCH', `/devices/${device.body.device.device_id}`, { status: 'retired' })
    expect((await staff('DELETE', `/customers/${parent}`)).status).toBe(200)
  })

  test('is refused while a site is active', async () => {
    const company_id = await customer()
    const site = await staff('POST', '/sites', await exampleOf(server, sites, company_id))
    expect(site.status, site.raw).toBe(200)
    const refused = await staff('DELETE', `/customers/${company_id}`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('sites')])
    expect((await staff('PATCH', `/customers/${company_id}`, { status: 0 })).status).toBe(409)
    expect((await staff('DELETE', `/sites/${site.body.site.site_id}`)).status).toBe(200)
    expect((await staff('DELETE', `/customers/${company_id}`)).status).toBe(200)
  })

  test('is refused until invoices are paid and payments are applied', async () => {
    const company_id = await customer()
    const refused = async () => {
      const { status, body } = await staff('DELETE', `/customers/${company_id}`)
      expect([status, body.message]).toEqual([409, expect.stringContaining('not settled')])
    }
    const money = { amount: '20', method: 'check' }
    const paid = await staff('POST', `/companies/${company_id}/payments`, money)
    expect(paid.status, paid.raw).toBe(200)
    await refused()
    const device = await staff('POST', '/devices', await exampleOf(server, devices, company_id))
    const { device_id } = device.body.device
    const invoice = { document_type: 'invoice', company_id, device_id, handling_charge: '50' }
    const { document_id } = await testDocument(server, { ...invoice, details: [] })
    const path = `/transaction_documents/${document_id}`
    const opened = await staff('POST', `${path}/status`, { status_id: DOCUMENT_STATUS.open })
    expect(opened.status, opened.raw).toBe(200)
    await staff('POST', `/customer_payments/${paid.body.payment_id}/allocate`, {})
    const { balance: amount } = (await staff('GET', path)).body.transaction_document
    expect(Number(amount)).toBe(30)
    await staff('PATCH', `/devices/${device_id}`, { status: 'retired' })
    await refused()
    expect((await staff('POST', `${path}/payments`, { ...money, amount })).status).toBe(200)
    expect((await staff('DELETE', `/customers/${company_id}`)).status).toBe(200)
  })

  test('the business itself remains', async () => {
    const { status, body } = await staff('DELETE', '/companies/1')
    expect([status, body.message]).toEqual([409, 'This is your own business. It cannot be archived.'])
  })

  test('a referenced company is not deleted, and the response names the referring records', async () => {
    const { status, body } = await staff('DELETE', '/currencies/3')
    expect([status, body.message]).toEqual([409, 'It is still used by companies and cannot be deleted.'])
  })
})
