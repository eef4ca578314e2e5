import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY, moveToSeller } from '#server/app/testing/accounts.ts'
import { documentBody, testDocument, testProduct } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let product_id: number
beforeAll(async () => {
  server = await startTestServer()
  await moveToSeller(server.db, ['csr', 'dispatcher'])
  product_id = (await testProduct(server)).product_id
})
afterAll(() => server.close())

type Reader = 'customer' | 'csr' | 'driver' | 'technician' | 'dispatcher'

const create = async (document_type: string, more: object = {}) =>
  (
    await testDocument(server, {
      document_type,
      company_id: COMPANY.customer,
      details: [{ product_id, quantity: '10', unit_price: '2' }],
      ...more,
    })
  ).document_id as number
const admin = async (method: string, path: string, body?: object) => {
  const response = await server.as('administrator').call(method, `/transaction_documents${path}`, body)
  expect(response.status, response.raw).toBe(200)
  return response.body
}
const step = (id: number, status_id: number) => admin('POST', `/${id}/status`, { status_id })
const sees = async (id: number, reader: Reader = 'customer') =>
  (await server.as(reader).call('GET', `/transaction_documents/${id}`)).status === 200

describe('a user who only orders (§7)', () => {
  test.each([
    ['sales_order', [], [IS.waiting_for_shipment]],
    ['sales_order', [IS.draft], [IS.approved]],
    ['invoice', [IS.draft, IS.open], [IS.sent, IS.billed]],
    ['invoice', [IS.open, IS.void], []],
    ['invoice', [IS.open, IS.write_off], []],
    ['invoice', [IS.open], [IS.sent, IS.write_off]],
    ['quote', [IS.draft, IS.quoted], [IS.sent, IS.void]],
    ['quote', [IS.quoted, IS.void], []],
    ['quote', [IS.quoted], [IS.accepted]],
  ])('sees of a document (%s) no step of %j, and each of %j', async (type, unseen, seen) => {
    const id = await create(type)
    expect(await sees(id)).toBe(type === 'sales_order')
    for (const [steps, isSeen] of [
      [unseen, false],
      [seen, true],
    ] as const) {
      for (const status of steps) {
        await step(id, status)
        expect(await sees(id), `${status}`).toBe(isSeen)
        expect(await sees(id, 'csr'), `${status}`).toBe(true)
      }
    }
  })

  test('sees the order once it is past draft, but never the draft', async () => {
    const id = await create('sales_order')
    await step(id, IS.draft)
    expect(await sees(id)).toBe(false)
    await step(id, IS.cancelled)
    expect(await sees(id)).toBe(true)
  })

  test('sees its own new order', async () => {
    const { device_id } = await documentBody(server)
    const response = await server.as('customer').call('POST', '/transaction_documents', {
      device_id,
      details: [{ product_id, quantity: '5' }],
    })
    expect(response.status, response.raw).toBe(200)
    expect(await sees(response.body.transaction_document.document_id)).toBe(true)
  })

  test('sees an open invoice from its first payment on, reversed or not', async () => {
    const id = await create('invoice')
    await step(id, IS.open)
    expect(await sees(id)).toBe(false)
    const { payment_id } = await admin('POST', `/${id}/payments`, {
      amount: '5',
      currency_id: 3,
      method: 'check',
    })
    expect(await sees(id)).toBe(true)
    await admin('POST', `/${id}/payments/${payment_id}/reverse`, { reason: 'Bounced' })
    const { transaction_document } = await admin('GET', `/${id}`)
    expect(transaction_document.status_id).toBe(IS.open)
    expect(await sees(id)).toBe(true)
  })

  test('never sees an order that was only a draft', async () => {
    const id = await create('sales_order', { status_id: IS.draft })
    await step(id, IS.cancelled)
    expect(await sees(id)).toBe(false)
    expect(await sees(id, 'csr')).toBe(true)
  })

  test.each(['driver', 'technician'] as const)('neither does a %s', async (reader) => {
    const id = await create('invoice')
    expect(await sees(id, reader)).toBe(false)
    expect(await sees(id, 'dispatcher')).toBe(true)
    await step(id, IS.open)
    await step(id, IS.sent)
    expect(await sees(id, reader)).toBe(true)
  })

  test('finds them nowhere: lists, options, search, exports, prints, history, payments, timelines', async () => {
    const mark = `UNSENT-${Date.now()}`
    const unsent = await create('invoice', { customer_po: mark })
    const { document_number } = (await admin('GET', `/${unsent}`)).transaction_document
    const ways = [
      `/transaction_documents?search=${mark}`,
      '/transaction_documents?dashboard=1&page_size=100',
      `/transaction_documents?options=1&search=${document_number}`,
      `/transaction_documents/export?search=${mark}`,
      `/transaction_documents/export?search=${mark}&format=xlsx`,
      `/transaction_documents/print?search=${mark}`,
      `/search?search=${document_number}`,
    ]
    const answers = async (reader: Reader) =>
      Promise.all(ways.map((path) => server.as(reader).call('GET', path)))
    for (const { raw } of await answers('customer')) expect(raw).not.toContain(document_number)
    const [list, widget, , file] = await answers('csr')
    for (const shown of [list, widget, file]) expect(shown!.raw).toContain(document_number)
    for (const part of ['', '?print=1', '/history', '/payments', '/linked_documents']) {
      const path = `/transaction_documents/${unsent}${part}`
      expect((await server.as('customer').call('GET', path)).status, part).toBe(404)
      expect((await server.as('csr').call('GET', path)).status, part).toBe(200)
    }
  })

  test('does not find an unsent invoice in the timeline of its order', async () => {
    const order = await create('sales_order')
    await step(order, IS.waiting_for_shipment)
    await admin('POST', `/${order}/status`, { status_id: IS.received, reason: 'Fetched' })
    const { transaction_document: invoice } = await admin('POST', `/${order}/convert`, {
      document_type: 'invoice',
    })
    const linked = async (reader: Reader) =>
      (await server.as(reader).call('GET', `/transaction_documents/${order}/linked_documents`)).raw
    expect(await linked('customer')).not.toContain(invoice.document_number)
    expect(await linked('csr')).toContain(invoice.document_number)
    await step(invoice.document_id, IS.open)
    await step(invoice.document_id, IS.sent)
    const sent = await admin('GET', `/${invoice.document_id}`)
    expect(await linked('customer')).toContain(sent.transaction_document.document_number)
  })
})
