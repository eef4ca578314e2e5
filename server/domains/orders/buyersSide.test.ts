import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY, moveToSeller } from '#server/app/testing/accounts.ts'
import { documentBody, testDocument, testProduct } from '#server/app/testing/orders.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
  await sql`update permission_templates set permissions = permissions || '["transaction_documents.create",
    "transaction_documents.update", "transaction_documents.delete"]'::jsonb
    where login_type_id = any(${[...CLERKS]}::text[])`.execute(server.db)
})
afterAll(() => server.close())

/** Users who decide about orders only if their company sells; in these tests it buys. */
const CLERKS = ['csr', 'dispatcher', 'dispenser_mgr'] as const
type Clerk = (typeof CLERKS)[number]

const line = (more: object = {}) => ({ product_id, quantity: '10', unit_price: '3', ...more })
const as = (who: Clerk | 'administrator' | 'customer', method: string, path: string, body?: unknown) =>
  server.as(who).call(method, path, body)
const step = async (id: number, status_id: number) => {
  const { status, raw } = await as('administrator', 'POST', `/transaction_documents/${id}/status`, {
    status_id,
  })
  expect(status, raw).toBe(200)
}

async function sentInvoice() {
  const created = await testDocument(server, { document_type: 'invoice', details: [line()] })
  for (const status_id of [IS.open, IS.sent]) await step(created.document_id, status_id)
  return created
}

/** The fields that a response refuses because the seller decides them. */
const refusedFields = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(422)
  return body.errors.map(({ field, rule }: { field: string; rule: string }) => `${field} ${rule}`)
}

/** The responses to calls about an invoice that only a seller may make. */
async function attempts(who: Clerk) {
  const { document_id } = await sentInvoice()
  const paid = await as('administrator', 'POST', `/companies/${COMPANY.customer}/payments`, {
    ...{ amount: '5', method: 'check', is_another: true, allocations: [] },
  })
  expect(paid.status, paid.raw).toBe(200)
  const { payment_id } = paid.body
  const path = `/transaction_documents/${document_id}`
  const calls: [string, object][] = [
    [`${path}/status`, { status_id: IS.write_off }],
    [`${path}/payments`, { amount: '1', method: 'check' }],
    [`${path}/credit`, { reason: 'Ours', amount: '0.01' }],
    [`/companies/${COMPANY.customer}/payments`, { amount: '1', method: 'check' }],
    [`/customer_payments/${payment_id}/reverse`, { reason: 'Bounced' }],
    [`/customer_payments/${payment_id}/give_back`, { amount: '1', reason: 'Too much' }],
  ]
  const responses = []
  for (const [address, body] of calls) responses.push(await as(who, 'POST', address, body))
  return responses.map(({ status }) => status)
}

describe.each(CLERKS)('a %s of the company that buys', (who) => {
  test('cannot decide about its own debts', async () => {
    expect(await attempts(who)).toEqual([422, 405, 405, 405, 405, 405])
  })

  test('orders like a customer, and neither prices, approves, releases nor bills', async () => {
    const { device_id } = await documentBody(server)
    const priced = { device_id, status_id: IS.waiting_for_shipment, details: [line()] }
    expect(refusedFields(await as(who, 'POST', '/transaction_documents', priced))).toEqual([
      'status_id decided_by_seller',
    ])
    const created = await as(who, 'POST', '/transaction_documents', {
      device_id,
      details: [{ product_id, quantity: '10' }],
    })
    expect(created.status, created.raw).toBe(200)
    const { document_id, details } = created.body.transaction_document
    const path = `/transaction_documents/${document_id}`
    const { document_detail_id } = details[0]
    expect(
      refusedFields(await as(who, 'PATCH', path, { details: [{ document_detail_id, unit_price: '0.01' }] })),
    ).toEqual(['details.0.unit_price decided_by_seller'])
    for (const status_id of [IS.approved, IS.waiting_for_shipment, IS.cancelled])
      expect(refusedFields(await as(who, 'POST', `${path}/status`, { status_id }))).toEqual([
        'status_id decided_by_seller',
      ])
    const bulk = { items: [{ id: document_id }], changes: { approved: 1 } }
    expect((await as(who, 'PATCH', '/transaction_documents/bulk', bulk)).status).toBe(422)
    expect((await as(who, 'DELETE', path)).status).toBe(405)
    await step(document_id, IS.waiting_for_shipment)
    expect((await as(who, 'POST', `${path}/convert`, { document_type: 'invoice' })).status).toBe(405)
    expect((await as(who, 'PATCH', path, { comments: 'Late' })).status).toBe(409)
  })

  test('may make no call of the seller’s office', async () => {
    for (const [method, path] of [
      ['GET', '/receivables'],
      ['GET', `/companies/${COMPANY.customer}/credit_standing`],
      ['GET', '/billing/unbilled'],
      ['POST', '/statements/mail'],
    ] as const)
      expect((await as(who, method, path, method === 'POST' ? {} : undefined)).status, path).toBe(405)
    expect((await as(who, 'GET', '/users/current')).body.user).toMatchObject({ only_buys: true })
  })

  test('finds no draft and no unsent invoice: by id, in lists, options, search, exports and prints', async () => {
    const mark = `UNSENT-${who}`
    const draft = await testDocument(server, { status_id: IS.draft, customer_po: mark, details: [line()] })
    const unsent = await testDocument(server, {
      ...{ document_type: 'invoice', customer_po: mark, details: [line()] },
    })
    for (const { document_id, document_number } of [draft, unsent]) {
      for (const part of ['', '?print=1', '/history', '/payments', '/linked_documents'])
        expect((await as(who, 'GET', `/transaction_documents/${document_id}${part}`)).status, part).toBe(404)
      expect((await as(who, 'GET', `/timeline?document_id=${document_id}`)).status).toBe(404)
      for (const path of [
        `/transaction_documents?search=${mark}`,
        '/transaction_documents?dashboard=1&page_size=100',
        `/transaction_documents?options=1&search=${document_number}`,
        `/transaction_documents/export?search=${mark}`,
        `/transaction_documents/print?search=${mark}`,
        `/search?search=${document_number}`,
        `/companies/${COMPANY.customer}/account`,
      ])
        expect((await as(who, 'GET', path)).raw, path).not.toMatch(
          new RegExp(`"document_id":${document_id}\\b|>${document_number}<|,${document_number},`),
        )
    }
  })

  test('reads an order without the seller’s reasons, in the words for customers', async () => {
    const { document_id } = await testDocument(server, {
      ...{ credit_reason: 'Pays on Friday', details: [line({ price_reason: 'Loyal' })] },
    })
    const { raw, body } = await as(who, 'GET', `/transaction_documents/${document_id}`)
    expect(raw).not.toMatch(/Pays on Friday|Loyal/)
    expect(body.transaction_document.details[0]).toMatchObject({ price_source: null, unit_price: '3.000000' })
    const { raw: paper } = await as(who, 'GET', `/transaction_documents/print?document_id=${document_id}`)
    expect(paper).toContain('Requested')
    const history = await as(who, 'GET', `/transaction_documents/${document_id}/history`)
    expect(history.raw).not.toMatch(/Pays on Friday|Loyal/)
  })
})

test('a user of a company that buys cannot order while it is on credit hold', async () => {
  const hold = { credit_hold: 1, credit_hold_reason: 'Overdue' }
  const held = await as('administrator', 'PATCH', `/customers/${COMPANY.customer}`, hold)
  expect(held.status, held.raw).toBe(200)
  const { device_id } = await documentBody(server)
  const body = { device_id, details: [{ product_id, quantity: '10' }] }
  const { status, raw } = await as('csr', 'POST', '/transaction_documents', body)
  expect(status, raw).toBe(409)
  await as('administrator', 'PATCH', `/customers/${COMPANY.customer}`, { credit_hold: 0 })
})

test('a user can bill from the next call after the company begins to sell, and no longer once it only buys', async () => {
  const own = await testDocument(server, { document_type: 'invoice', details: [line()] })
  const status = async (path: string) => (await as('csr', 'GET', path)).status
  const become = (organisation_type_id: number) =>
    as('administrator', 'PATCH', `/companies/${COMPANY.customer}`, { organisation_type_id })
  expect(await status('/receivables')).toBe(405)
  expect(await become(ORGANISATION_TYPE.distributor)).toMatchObject({ status: 200 })
  expect(await status('/receivables')).toBe(200)
  expect((await as('csr', 'GET', '/users/current')).body.user).not.toHaveProperty('only_buys')
  // What its own company buys is still decided by the seller.
  expect(await status(`/transaction_documents/${own.document_id}`)).toBe(404)
  expect(await attempts('csr')).toEqual([422, 405, 405, 404, 404, 404])
  expect((await as('csr', 'GET', '/receivables')).body.receivables).toEqual([])
  // The seller's reasons are not for the buyer.
  const { document_id, document_number } = await testDocument(server, {
    ...{ credit_reason: 'Pays on Friday', details: [line({ unit_price: '3.5', price_reason: 'Loyal' })] },
  })
  const reason = { credit_reason: 'Pays on Monday' }
  expect((await as('administrator', 'PATCH', `/transaction_documents/${document_id}`, reason)).status).toBe(
    200,
  )
  for (const path of [
    `/transaction_documents/${document_id}`,
    `/transaction_documents/${document_id}/history`,
    `/timeline?document_id=${document_id}`,
    `/transaction_documents?search=${document_number}`,
    `/transaction_documents/export?search=${document_number}`,
  ]) {
    const read = await as('csr', 'GET', path)
    expect([read.status, path]).toEqual([200, path])
    expect(read.raw).not.toMatch(/Pays on|Loyal/)
  }
  const { raw } = await as('administrator', 'GET', `/transaction_documents/${document_id}/history`)
  expect(raw).toMatch(/Pays on Monday/)
  expect(await become(ORGANISATION_TYPE.customer)).toMatchObject({ status: 200 })
  expect(await status('/receivables')).toBe(405)
})

test('a clerk of a company above the buyer can decide, because their company sells', async () => {
  await moveToSeller(server.db, CLERKS)
  await server.forgetRights()
  for (const who of CLERKS) {
    const { document_id } = await testDocument(server, { details: [line()] })
    const path = `/transaction_documents/${document_id}`
    expect((await as(who, 'PATCH', path, { freight: '5' })).status).toBe(200)
    expect((await as(who, 'POST', `${path}/status`, { status_id: IS.waiting_for_shipment })).status).toBe(200)
    expect((await as(who, 'GET', '/receivables')).status).toBe(200)
  }
})
