import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceRecords } from '#server/app/testing/deviceRecords.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let paths: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  const { device_id, records } = await deviceRecords(server, COMPANY.customer, 'mine')
  const staff = server.as('administrator').call
  await staff('POST', `/alerts/${records['/alerts']}/acknowledge`, { note: 'Seen' })
  await staff('POST', `/devices/${device_id}/commands`, { command: 1 })
  await staff('PATCH', `/devices/${device_id}`, { label: 'Other' })
  paths = [
    `/devices/${device_id}/history`,
    `/devices/${device_id}/notes`,
    `/notes/${records['/notes']}`,
    '/notes?page_size=100',
    '/notes/export?format=csv',
    `/devices/${device_id}/commands`,
    `/alerts/${records['/alerts']}`,
    `/alerts/${records['/alerts']}/events`,
    `/transaction_documents/${records['/transaction_documents']}/history`,
    `/subscriptions/${records['/subscriptions']}/history`,
  ]
})
afterAll(() => server.close())

/** The names of the tests' administrator: of the user, and of the person. */
const NAMES = /administrator@test\.example|administrator Test/

test('customers see staff of the business as such, without their names', async () => {
  for (const path of paths) {
    const { raw, status } = await server.as('customer').call('GET', path)
    expect(status, path).toBe(200)
    expect(raw, path).not.toMatch(NAMES)
    if (!/^\/alerts\/\d+$/.test(path)) expect(raw, path).toContain('Ullage staff')
  }
})

test('staff see who it was', async () => {
  for (const path of paths) expect((await server.as('employee').call('GET', path)).raw, path).toMatch(NAMES)
})

test('the business can show its name instead', async () => {
  const staff = server.as('administrator').call
  const saved = await staff('PATCH', '/settings', {
    staff_shown_as: 'company',
    company_name: 'Prairie Tanks',
  })
  expect(saved.status, saved.raw).toBe(200)
  const { raw } = await server.as('customer').call('GET', paths[0]!)
  expect(raw).toContain('"by":"Prairie Tanks"')
})

test('users outside the staff are named as before', async () => {
  const { body } = await server.as('csr').call('POST', paths[1]!, { note: 'From a colleague' })
  expect(body.notes[0].created_by).toBe('csr Test')
})
