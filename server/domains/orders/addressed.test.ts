import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vendors } from '#core/domains/companies/vendors.ts'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { documentBody, testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('addresses of a document', () => {
  const saved = async (company: number, more: object = {}) => {
    const { body } = await server.as('administrator').call('POST', `/companies/${company}/addresses`, {
      address_type: 'shipping',
      location_label: 'Yard',
      address1: '12 Mill Road',
      city: 'Kearney',
      state: 'NE',
      zip_code: '68845',
      ...more,
    })
    return body.entity_address.entity_addresses_id as number
  }

  test('are copied from a saved address of its company', async () => {
    const id = await saved(COMPANY.customer)
    const document = await testDocument(server, { company_id: COMPANY.customer, shipping_address_id: id })
    expect(document).toMatchObject({
      shipping_address_id: id,
      ship_address1: '12 Mill Road',
      ship_city: 'Kearney',
      ship_country_iso_3: 'USA',
      bill_address1: null,
    })
    const written = await testDocument(server, {
      company_id: COMPANY.customer,
      shipping_address_id: id,
      ship_address1: 'Gate 3',
    })
    expect(written).toMatchObject({ ship_address1: 'Gate 3', ship_city: null })
  })

  test('are not checked again once copied', async () => {
    const { document_id } = await testDocument(server)
    await sql`update transaction_documents set ship_zip_code = 'N9A 1A1', ship_country_iso_3 = 'USA'
      where document_id = ${document_id}`.execute(server.db)
    const patch = (body: object) =>
      server.as('administrator').call('PATCH', `/transaction_documents/${document_id}`, body)
    expect((await patch({ comments: 'Gate 3' })).status).toBe(200)
    expect((await patch({ comments: 'Gate 4', ship_zip_code: 'N9A 1A1' })).status).toBe(200)
    expect((await patch({ ship_zip_code: 'N9A 1A2' })).body.errors).toMatchObject([
      { field: 'ship_zip_code' },
    ])
  })

  test('never come from an unrelated company', async () => {
    const id = await saved(COMPANY.stranger)
    const body = await documentBody(server, { billing_address_id: id })
    const response = await server.as('administrator').call('POST', '/transaction_documents', body)
    expect(response.body.errors).toMatchObject([{ field: 'billing_address_id', rule: 'not_found' }])
  })

  test('come with the defaults of a new document, like terms and due date', async () => {
    const id = await saved(COMPANY.customer, { address_type: 'billing', location_label: 'Office' })
    const { body } = await server
      .as('csr')
      .call('GET', `/transaction_documents/defaults?company_id=${COMPANY.customer}&document_date=2026-11-01`)
    expect(body.document_defaults).toMatchObject({
      company_id: COMPANY.customer,
      currency_id: 3,
      document_date: '2026-11-01',
      due_date: expect.stringMatching(/^2026-1[12]-\d\d$/),
    })
    expect(body.document_defaults.billing_addresses[0]).toMatchObject({ entity_addresses_id: id })
    const foreign = await server
      .as('csr')
      .call('GET', `/transaction_documents/defaults?company_id=${COMPANY.stranger}`)
    expect(foreign.status).toBe(404)
  })
})

describe('a vendor', () => {
  const vendor = (method: string, path: string, body?: unknown) =>
    server.as('vendor').call(method, `/transaction_documents${path}`, body)
  const addressed = async (more: object = {}) => {
    const { product_id } = await testProduct(server)
    const document = await testDocument(server, {
      document_type: 'purchase_order',
      vendor_id: COMPANY.vendor,
      details: [{ product_id, quantity: '10' }],
      ...more,
    })
    return document.document_id as number
  }
  const step = (id: number, status_id: number) =>
    server.as('administrator').call('POST', `/transaction_documents/${id}/status`, { status_id })
  const send = async (id: number) => {
    await step(id, IS.approved)
    await step(id, IS.sent)
  }

  test('sees purchase orders once they are sent to it', async () => {
    const id = await addressed()
    expect((await vendor('GET', `/${id}`)).status).toBe(404)
    await step(id, IS.approved)
    expect((await vendor('GET', `/${id}`)).status).toBe(404)
    await step(id, IS.sent)
    expect((await vendor('GET', `/${id}`)).body.transaction_document).toMatchObject({ document_id: id })
    const { body } = await vendor('GET', '?page_size=100')
    expect(
      body.transaction_documents.map((document: { document_id: number }) => document.document_id),
    ).toEqual([id])
    expect((await vendor('GET', `/${id}/linked_documents`)).status).toBe(200)
  })

  test('sees none addressed to another, and none of customers', async () => {
    const { body } = await server
      .as('administrator')
      .call('POST', '/vendors', await exampleOf(server, vendors))
    const foreign = await addressed({ vendor_id: body.vendor.company_id })
    await send(foreign)
    const order = await testDocument(server)
    for (const id of [foreign, order.document_id]) {
      for (const part of ['', '/payments', '/linked_documents', '/history']) {
        expect((await vendor('GET', `/${id}${part}`)).status, part).toBe(404)
      }
    }
  })

  test('sees no sales to its own company', async () => {
    const { device_id } = await deviceWithTank(server, { company: COMPANY.vendor })
    const own = await testDocument(server, { company_id: COMPANY.vendor, device_id })
    await step(own.document_id, IS.approved)
    expect((await vendor('GET', `/${own.document_id}`)).status).toBe(404)
    const { body } = await vendor('GET', '?page_size=100')
    const ids = body.transaction_documents.map((document: { document_id: number }) => document.document_id)
    expect(ids).not.toContain(own.document_id)
  })

  test('cannot change anything in it', async () => {
    const id = await addressed()
    await send(id)
    expect((await vendor('POST', `/${id}/status`, { status_id: IS.accepted })).status).toBe(405)
    expect((await vendor('PATCH', `/${id}`, { comments: 'x' })).status).toBe(405)
  })

  test('can be named by purchase orders only', async () => {
    const body = await documentBody(server, { vendor_id: COMPANY.vendor })
    const response = await server.as('administrator').call('POST', '/transaction_documents', body)
    expect(response.body.errors).toMatchObject([{ field: 'vendor_id', rule: 'purchase_only' }])
  })
})
