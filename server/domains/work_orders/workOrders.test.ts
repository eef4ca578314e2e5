import { afterAll, beforeAll, expect, test } from 'vitest'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { WORK_ORDER_STATUS as IS } from '#core/domains/work_orders/workOrderStatus.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank } from '#server/app/testing/deviceWithTank.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, `/work_orders${path}`, body)
const create = async (more: object = {}, company: number = COMPANY.customer) => {
  const body = { ...(await exampleOf(server, work_orders, company)), ...more }
  return (await admin('POST', '', body)).body.work_order
}
const step = (id: number, status_id: number) => admin('POST', `/${id}/status`, { status_id })

test('is a new request with its own number', async () => {
  const [one, other] = [await create(), await create()]
  expect(one).toMatchObject({ status_id: IS.new_request, wo_number: `WO-${one.id}` })
  expect(other.wo_number).not.toBe(one.wo_number)
})

test('has a given number, which is unique, and its own again when that is removed', async () => {
  const { id, wo_number } = await create({ wo_number: 'R-2026-17' })
  expect(wo_number).toBe('R-2026-17')
  const body = { ...(await exampleOf(server, work_orders)), wo_number: 'r-2026-17' }
  expect(await admin('POST', '', body)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'wo_number', rule: 'unique' }] },
  })
  const changed = await admin('PATCH', `/${id}`, { wo_number: '' })
  expect(changed.body.work_order.wo_number).toBe(`WO-${id}`)
  // The number that it would have may be taken.
  await admin('PATCH', `/${id}`, { wo_number: `WO-${id + 3}` })
  const numbers = [await create(), await create(), await create()].map((item) => [item.id, item.wo_number])
  expect(numbers).toContainEqual([id + 3, `WO-${id + 3}-2`])
})

test('follows the table, and a refusal names the allowed steps', async () => {
  const { id } = await create()
  for (const next of [IS.received, IS.quoted, IS.approved, IS.working, IS.work_completed, IS.closed]) {
    expect((await step(id, next)).body.work_order?.status_id).toBe(next)
  }
  expect(await step(id, IS.working)).toMatchObject({
    status: 409,
    body: { message: 'The status is closed and cannot become working; allowed: open extended.' },
  })
  expect((await admin('PATCH', `/${id}`, { status_id: IS.void })).status).toBe(409)
  expect((await step(id, 19)).status).toBe(422)
})

test('a list names the customer whose device it is, if the caller sees that company', async () => {
  const { id } = await create()
  const rowFor = async (account: 'administrator' | 'distributor') => {
    const { body } = await server
      .as(account)
      .call('GET', '/work_orders?page_size=1000&fields=wo_number,customer')
    return body.work_orders.find((order: { id: number }) => order.id === id)
  }
  const { body } = await server.as('administrator').call('GET', `/companies/${COMPANY.customer}`)
  expect((await rowFor('administrator')).customer).toBe(body.company.company)
  expect((await rowFor('distributor'))?.customer).toBe(body.company.company)
})

test('does not disclose foreign devices', async () => {
  const distributor = server.as('distributor')
  const site = { company_id: COMPANY.customer, name: 'Yard' }
  const { site_id } = (await server.as('administrator').call('POST', '/sites', site)).body.site
  const { id } = await create({ site_id })
  const { device_id } = await deviceWithTank(server, { company: COMPANY.stranger })
  const responses = []
  for (const other of [device_id, 999_999])
    responses.push(await distributor.call('PATCH', `/work_orders/${id}`, { device_id: other }))
  expect(responses.map(({ status }) => status)).toEqual([404, 404])
  expect(responses[0]!.body).toEqual({ ...responses[1]!.body, request_id: expect.any(String) })
})

test('the dashboard requests work orders with pending work', async () => {
  const [open, done] = [await create(), await create()]
  await step(done.id, IS.void)
  const { body } = await admin('GET', '?dashboard=1&page_size=1000')
  const ids = body.work_orders.map(({ id }: { id: number }) => id)
  expect(ids).toContain(open.id)
  expect(ids).not.toContain(done.id)
})

test('prints by a parameter of its own path too', async () => {
  const { id, wo_number } = await create()
  const { body } = await admin('GET', `/${id}?print=1`)
  expect(body.print.title).toContain(wo_number)
  expect(body.print.html).toContain('<table>')
})

test('private notes are the business’s own', async () => {
  const { id } = await create({ private_notes: 'Confidential.' }, COMPANY.distributor)
  const distributor = server.as('distributor')
  const read = await distributor.call('GET', `/work_orders/${id}`)
  expect(read.body.work_order).toMatchObject({ id, private_notes: null })
  const exported = await distributor.call('GET', '/work_orders/export?format=csv')
  const printed = await distributor.call('GET', `/work_orders/print?id=${id}`)
  expect(`${exported.raw}${printed.raw}`).not.toContain('Confidential.')
  const notSettable = { status: 422, body: { errors: [{ field: 'private_notes', rule: 'not_settable' }] } }
  const notes = { private_notes: 'Told!', contact_name: 'Kim' }
  expect(await distributor.call('PATCH', `/work_orders/${id}`, notes)).toMatchObject(notSettable)
  const example = await exampleOf(server, work_orders, COMPANY.distributor)
  expect(await distributor.call('POST', '/work_orders', { ...example, ...notes })).toMatchObject(notSettable)
  // As read by the distributor they may be sent back, and change nothing.
  const asRead = { private_notes: null, contact_name: 'Kim' }
  expect((await distributor.call('PATCH', `/work_orders/${id}`, asRead)).status).toBe(200)
  expect((await admin('GET', `/${id}`)).body.work_order).toMatchObject({
    private_notes: 'Confidential.',
    contact_name: 'Kim',
  })
  const history = await distributor.call('GET', `/work_orders/${id}/history`)
  expect(history.raw).not.toContain('Confidential.')
})

test.each([
  [{ zoho_estimate_id: 'x'.repeat(46) }, 'zoho_estimate_id'],
  [{ contact_email: 'nobody' }, 'contact_email'],
  [{ contact_phone: '1'.repeat(17) }, 'contact_phone'],
  [{ inbound_tracking_number: 'x'.repeat(46) }, 'inbound_tracking_number'],
])('refuses %j by naming %s', async (more, field) => {
  const response = await admin('POST', '', { ...(await exampleOf(server, work_orders)), ...more })
  expect(response).toMatchObject({ status: 422, body: { errors: [{ field }] } })
})

test('checks its phone by its country, and formats it in that country’s notation', async () => {
  const home = await create({ contact_phone: '308-555-0143' })
  expect(home).toMatchObject({ country_id: 140, contact_phone_formatted: '(308) 555-0143' })
  const { body } = await admin('PATCH', `/${home.id}`, { country_id: 57, contact_phone: '030 901820' })
  expect(body.work_order.contact_phone_formatted).toBe('+49 30 901820')
  expect((await admin('PATCH', `/${home.id}`, { country_id: 140 })).body.errors).toMatchObject([
    { field: 'contact_phone', rule: 'phone' },
  ])
  const none = await admin('PATCH', `/${home.id}`, { contact_phone: null })
  expect(none.body.work_order.contact_phone_formatted).toBeNull()
})
