import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { COMPANY } from './accounts.ts'
import { exampleOf } from './examples.ts'
import type { Answer, TestServer } from './startTestServer.ts'

/** A product of some company. */
export async function testProduct(
  server: TestServer,
  more: object = {},
  company: number = COMPANY.customer,
): Promise<{ product_id: number; company_id: number }> {
  const body = { ...(await exampleOf(server, tank_products, company)), ...more }
  return (await server.as('administrator').call('POST', '/tank_products', body)).body.tank_product
}

/** The body of a new document, for the customer by default. */
export async function documentBody(server: TestServer, more: object = {}): Promise<Record<string, unknown>> {
  return { ...(await exampleOf(server, transaction_documents)), ...more }
}

/** A document with lines of one product, made through the API. */
export async function testDocument(server: TestServer, more: object = {}): Promise<Answer['body']> {
  const response = await server
    .as('administrator')
    .call('POST', '/transaction_documents', await documentBody(server, more))
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return response.body.transaction_document
}

/** An order that waits for a shipment. */
export async function waitingOrder(server: TestServer, more: object = {}): Promise<Answer['body']> {
  const order = await testDocument(server, more)
  const path = `/transaction_documents/${order.document_id}/status`
  const status_id = DOCUMENT_STATUS.waiting_for_shipment
  const response = await server.as('administrator').call('POST', path, { status_id })
  if (response.status !== 200) throw new Error(response.raw)
  return order
}
