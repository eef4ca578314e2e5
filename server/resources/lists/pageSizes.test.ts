import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The specification's page sizes, repeated on purpose; 0 = all. */
test.each([
  ['/tags', 2],
  ['/people', 2],
  ['/devices', 2],
  ['/departments', 2],
  ['/currencies', 20],
  ['/active_sessions', 20],
  ['/customers', 0],
  ['/firmware_versions', 0],
  ['/tank_types', 0],
  ['/tank_products', 0],
  ['/sensor_types', 0],
  ['/tank_manufacturers', 0],
])('%s answers a first page of %i by default', async (path, page_size) => {
  const { body } = await server.as('administrator').call('GET', path)
  const all = page_size === 0
  expect(body.page).toMatchObject({ page_num: 1, total_records: expect.any(Number) })
  // Lists that grow with the business have a maximum for any request.
  expect([page_size, ...(all ? [1000] : [])]).toContain(body.page.page_size)
})

test('default filters are as specified: active customers, active devices, refused sign-ins', async () => {
  const staff = server.as('administrator')
  const total = async (path: string) => (await staff.call('GET', path)).body.page.total_records
  expect(await total('/customers')).toBe(await total('/customers?status=1'))
  expect(await total('/devices')).toBe(await total('/devices?status=active'))
  expect(await total('/login_attempts')).toBe(await total('/login_attempts?status=fail'))
})

test('lists within a record have page information, too', async () => {
  const staff = server.as('administrator')
  const { body } = await staff.call('GET', '/customers?page_size=1')
  const id = body.customers[0].company_id
  for (const segment of ['phones', 'emails', 'addresses', 'notes']) {
    const response = await staff.call('GET', `/customers/${id}/${segment}`)
    expect(response.body.page, segment).toMatchObject({ page_num: 1, total_records: expect.any(Number) })
  }
})
