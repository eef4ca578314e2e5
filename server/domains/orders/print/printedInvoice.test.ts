import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS as IS } from '#core/domains/orders/documentStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deliverOrderLine, testTruck } from '#server/app/testing/deliveries.ts'
import { testDocument, testProduct, waitingOrder } from '#server/app/testing/orders.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

const GALLON = '3.785411784'
const NOTICE = 'Dyed diesel fuel, nontaxable use only, penalty for taxable use'
let server: TestServer
let product_id: number
let truck_id: number
beforeAll(async () => {
  server = await startTestServer()
  product_id = (await testProduct(server, { invoice_notice: NOTICE })).product_id
  truck_id = await testTruck(server)
  await sql`update companies set tax_number = '38-1234567', payment_text = 'First Bank, account 4711'
    where company_id = ${COMPANY.distributor}`.execute(server.db)
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, `/transaction_documents${path}`, body)
const step = (id: number, status_id: number) => call('POST', `/${id}/status`, { status_id })
const printed = async (id: number) => {
  const { body, raw } = await call('GET', `/print?document_id=${id}`)
  expect(body.print, raw).toBeTruthy()
  return body.print as { title: string; html: string }
}
const invoice = (more: object = {}) =>
  testDocument(server, {
    document_type: 'invoice',
    details: [{ product_id, quantity: '100', unit_price: '2.123456' }],
    ...more,
  })

describe('a printed invoice', () => {
  test('is a draft until it is sent', async () => {
    const { document_id } = await invoice()
    expect((await printed(document_id)).title).toBe(`Draft: Invoice ${document_id}`)
    await step(document_id, IS.open)
    expect((await printed(document_id)).title).toMatch(/^Draft: Invoice INV-\d{4}-\d{5}$/)
    await step(document_id, IS.sent)
    expect((await printed(document_id)).title).toMatch(/^Invoice INV-\d{4}-\d{5}$/)
  })

  test('names its seller with the tax number, the notice of its products, its price and how to pay', async () => {
    const { document_id } = await invoice()
    const { html } = await printed(document_id)
    for (const text of [
      ...['North Distribution', 'Tax number: 38-1234567', 'Prairie Fuels', NOTICE],
      ...['2.123456 / gal', '212.35', 'How to pay:<br>First Bank, account 4711'],
    ])
      expect(html).toContain(text)
  })

  test('ends with its total, with or without taxes, and its file is named after it', async () => {
    const { document_id } = await invoice()
    await step(document_id, IS.open)
    const { html, title } = await printed(document_id)
    expect(html).toMatch(/<dt>Total<\/dt><dd>[^<]*212\.35/)
    expect(html).not.toContain('Total before tax')
    const { headers } = await call('GET', `/print?document_id=${document_id}&format=pdf`)
    const name = title.replace(/: | /g, '-')
    expect(headers['content-disposition']).toBe(`inline; filename="${name}.pdf"`)
  })

  test('names a charge without lines by its purpose', async () => {
    const { document_id } = await invoice({
      details: [],
      handling_charge: '25',
      comments: 'Monitoring, November',
    })
    const { html } = await printed(document_id)
    expect(html).toContain('Monitoring, November')
    expect(html).not.toContain('Handling charge')
    expect(html).not.toContain('Subtotal')
    const freight = await invoice({ details: [], freight: '25', comments: 'Leave at the gate' })
    expect((await printed(freight.document_id)).html).toContain('<p class="closing">Leave at the gate')
  })

  test('has the logo of its seller, unless it cannot be drawn', async () => {
    const { document_id } = await invoice()
    const logoIs = (content: Buffer) =>
      sql`with made as (insert into files (content_type, content, thumb) values ('image/webp', ${content}, ${content}) returning file_id)
        update companies set logo_id = file_id from made where company_id = ${COMPANY.distributor}`.execute(
        server.db,
      )
    const image = { width: 8, height: 4, channels: 4, background: '#c00' } as const
    await logoIs(await sharp({ create: image }).webp().toBuffer())
    expect((await printed(document_id)).html).toContain('<header><img src="data:image/jpeg;base64,')
    await logoIs(Buffer.from('no image'))
    expect((await printed(document_id)).html).toContain('<header><strong>North Distribution')
    await sql`update companies set logo_id = null where company_id = ${COMPANY.distributor}`.execute(
      server.db,
    )
  })

  test('states the discount for early payment while a balance is open', async () => {
    const terms = await server.as('administrator').call('POST', '/payment_terms', {
      ...{ description: '2/10 net 30', term_days: 30, discount_percent: '2', discount_days: 10 },
    })
    const { payment_term_id } = terms.body.payment_term
    const dates = { document_date: '2026-03-01', due_date: '2026-03-31' }
    const { document_id } = await invoice({ payment_term_id, ...dates })
    const early = '2% discount (4.25) if paid by Mar 11, 2026'
    expect((await printed(document_id)).html).toContain(early)
    await step(document_id, IS.open)
    await call('POST', `/${document_id}/payments`, { amount: '212.35', method: 'check' })
    const { html } = await printed(document_id)
    expect(html).not.toContain(early)
    expect(html).not.toContain('How to pay')
  })

  test('shows payments and credits before the amount due, and a credit note names its invoice', async () => {
    const { document_id } = await invoice()
    for (const status of [IS.open, IS.sent]) await step(document_id, status)
    await call('POST', `/${document_id}/payments`, { amount: '100', method: 'check' })
    const { body } = await call('POST', `/${document_id}/credit`, { reason: 'Late', amount: '12.35' })
    const note = body.transaction_document
    const { html, title } = await printed(document_id)
    const places = ['-100.00', `Credit note ${note.document_number}`, '-12.35', '100.00</dd></div></dl>'].map(
      (text) => html.indexOf(text),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    const paper = await printed(note.document_id)
    expect(paper.title).toBe(`Credit note ${note.document_number}`)
    expect(paper.html).toContain(title.replace('Invoice ', ''))
    expect(paper.html).toContain('-12.35')
  })

  test('states tickets with gross and net volume and temperature if they differ', async () => {
    const order = await waitingOrder(server, { details: [{ product_id, quantity: '1000', unit_price: '2' }] })
    const [{ document_detail_id }] = order.details
    await deliverOrderLine(server, {
      truck_id,
      product_id,
      document_detail_id,
      quantity: '1000',
      factor: GALLON,
    })
    await sql`with event as (
        insert into driver_events (event_id, shipment_id, user_id, kind, at, body, outcome, received_at)
        select gen_random_uuid(), shipment_id, 1, 'ticket', now(), '{}', 'applied', now() from shipment_planner_details
        where document_detail_id = ${document_detail_id} returning event_id)
      insert into delivery_tickets (company_id, number, shipment_id, stop_id, shipment_detail_id, product_id, unit_id, gross,
        gross_liters, net, net_liters, celsius, event_id, user_id, at)
      select ${COMPANY.distributor}, 501, d.shipment_id, d.stop_id, d.shipment_detail_id, d.product_id, u.id, 1000,
        1000 * u.factor, 988.5, 988.5 * u.factor, 30, event.event_id, 1, now()
      from shipment_planner_details d, event, units_of_measure u
      where d.document_detail_id = ${document_detail_id} and u.code = 'gal'`.execute(server.db)
    const { body } = await call('POST', `/${order.document_id}/convert`, { document_type: 'invoice' })
    const { html } = await printed(body.transaction_document.document_id)
    expect(html).toMatch(/Ticket 501: 1,000.gal gross at 86 °F, 988\.5.gal net/)
    // The gross volume is billed.
    expect(html).toContain('2,000.00')
  })
})
