import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const staff = (method: string, path: string, body?: object) =>
  server.as('administrator').call(method, path, body)

test('an amount is printed in the format of its company’s currency', async () => {
  const vendor = await staff('POST', '/vendors', { company: 'Rotterdam Parts', currency_id: 2 })
  const { company_id } = vendor.body.vendor
  await staff('PATCH', '/currencies/2', {
    prefix: null,
    suffix: '€',
    decimal: ',',
    thousands: '.',
    mask: '#,##0.00',
  })
  const created = await staff('POST', '/subscriptions', {
    ...(await exampleOf(server, subscriptions, company_id)),
    amount: '12345.675',
  })
  expect(created.body.subscription, created.raw).toMatchObject({
    amount: '12345.675',
    company_currency_id: 2,
  })
  const { body } = await staff('GET', `/subscriptions/print?id=${created.body.subscription.id}`)
  expect(body.print.html).toContain('12.345,68\u00a0€')
  const list = await staff('GET', '/subscriptions/print')
  expect(list.body.print.html).toContain('12.345,68\u00a0€')
  const csv = await staff('GET', '/subscriptions/export?format=csv')
  expect(csv.raw).toContain('12345.675')
})

test('currency formats are open to every signed-in user, and to no one else', async () => {
  const { body } = await server.as('vendor').call('GET', '/currencies/marks')
  expect(body.currencies).toContainEqual(
    expect.objectContaining({ currency_id: 3, code: 'USD', prefix: '$', precision: 2 }),
  )
  expect((await server.as('vendor').call('GET', '/currencies')).status).toBe(405)
  expect((await server.as(null).call('GET', '/currencies/marks')).status).toBe(403)
})
