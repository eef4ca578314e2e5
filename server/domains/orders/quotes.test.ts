import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/transaction_documents${path}`, body)

test('sending a quote does not approve it, and the order’s timeline shows the quote’s own date', async () => {
  const { product_id } = await testProduct(server)
  const { document_id: id } = await testDocument(server, {
    details: [{ product_id, quantity: '5', unit_price: '2' }],
    document_type: 'quote',
    document_date: '2026-01-05',
  })
  for (const status_id of [IS.quoted, IS.sent, IS.accepted]) {
    const { body } = await admin('POST', `/${id}/status`, { status_id })
    expect(body.transaction_document).toMatchObject({ status_id, approved: 0 })
  }
  const { body } = await admin('POST', `/${id}/convert`, { document_type: 'sales_order' })
  const order = body.transaction_document.document_id
  const linked = (await admin('GET', `/${order}/linked_documents`)).body.linked_documents
  expect(linked).toContainEqual(
    expect.objectContaining({ link_object_id: id, transaction_date: '2026-01-05' }),
  )
})

test('the message about a saved document names its type and number in the user’s language', async () => {
  const { product_id } = await testProduct(server)
  const { document_id: id } = await testDocument(server, {
    details: [{ product_id, quantity: '5', unit_price: '2' }],
    document_type: 'quote',
  })
  const saved = await admin('PATCH', `/${id}`, { comments: 'By phone' })
  const number = saved.body.transaction_document.document_number
  expect(saved.body.message).toBe(`Quote ${number} saved.`)
  await server.as('administrator').call('PATCH', '/me', { language: 'es' })
  const moved = await admin('POST', `/${id}/status`, { status_id: IS.quoted })
  expect(moved.body.message).toBe(`Guardado: Cotización ${number}.`)
})
