import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { documentBody, testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server)).product_id
})
afterAll(() => server.close())

const BUYERS = ['csr', 'dispatcher', 'dispenser_mgr'] as const

async function sentInvoice() {
  const details = [{ product_id, quantity: '10', unit_price: '3' }]
  const made = await testDocument(server, { document_type: 'invoice', details })
  for (const status_id of [DOCUMENT_STATUS.open, DOCUMENT_STATUS.sent]) {
    const path = `/transaction_documents/${made.document_id}/status`
    const { status, raw } = await server.as('administrator').call('POST', path, { status_id })
    expect(status, raw).toBe(200)
  }
  return made
}

/** The answers to calls about an invoice that only a seller may make. */
async function attempts(who: (typeof BUYERS)[number]) {
  const { document_id } = await sentInvoice()
  const paid = await server.as('administrator').call('POST', `/companies/${COMPANY.customer}/payments`, {
    ...{ amount: '5', method: 'check', is_another: true, allocations: [] },
  })
  expect(paid.status, paid.raw).toBe(200)
  const { payment_id } = paid.body
  const path = `/transaction_documents/${document_id}`
  const calls: [string, object][] = [
    [`${path}/status`, { status_id: DOCUMENT_STATUS.write_off }],
    [`${path}/payments`, { amount: '1', method: 'check' }],
    [`${path}/credit`, { reason: 'Ours', amount: '0.01' }],
    [`/companies/${COMPANY.customer}/payments`, { amount: '1', method: 'check' }],
    [`/customer_payments/${payment_id}/reverse`, { reason: 'Bounced' }],
    [`/customer_payments/${payment_id}/give_back`, { amount: '1', reason: 'Too much' }],
  ]
  const answers = []
  for (const [address, body] of calls) answers.push(await server.as(who).call('POST', address, body))
  return answers.map(({ status }) => status)
}

test.each(BUYERS)('a %s of the company that buys decides about none of its debts', async (who) => {
  expect(await attempts(who)).toEqual([422, 405, 405, 405, 405, 405])
})

test('a user of a company that buys cannot release its order while it is on credit hold', async () => {
  const hold = { credit_hold: 1, credit_hold_reason: 'Overdue' }
  const held = await server.as('administrator').call('PATCH', `/customers/${COMPANY.customer}`, hold)
  expect(held.status, held.raw).toBe(200)
  const details = [{ product_id, quantity: '10', unit_price: '3' }]
  const body = await documentBody(server, { credit_reason: 'Ours', details })
  const { status, raw } = await server.as('csr').call('POST', '/transaction_documents', body)
  expect(status, raw).toBe(409)
  await server.as('administrator').call('PATCH', `/customers/${COMPANY.customer}`, { credit_hold: 0 })
})

test('a user of a company that sells decides about the documents of its customers', async () => {
  await sql`update companies set organisation_type_id = ${ORGANISATION_TYPE.distributor}
    where company_id = ${COMPANY.customer}`.execute(server.db)
  expect((await attempts('csr')).slice(0, 1)).toEqual([200])
})
