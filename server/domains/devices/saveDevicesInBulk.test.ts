import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let example: object
beforeAll(async () => {
  server = await startTestServer()
  example = await exampleOf(server, devices, COMPANY.customer)
})
afterAll(() => server.close())

const save = (rows: object[]) => server.as('administrator').call('POST', '/devices/bulk', { devices: rows })
const count = async () =>
  (await server.as('administrator').call('GET', '/devices?page_size=1')).body.page.total_records as number

test('an id that appears twice, or is taken, is reported for its row, and nothing is saved', async () => {
  expect((await save([{ ...example, public_id: 'TAKEN-1' }])).status).toBe(200)
  const before = await count()
  const { status, body } = await save([
    { ...example, public_id: 'NEW-1' },
    { ...example, public_id: 'new-1' },
    { ...example, public_id: 'taken-1' },
    { ...example, public_id: 'NEW-2', record_interval: 7 },
  ])
  expect(status).toBe(422)
  const named = body.errors.map(({ field, message }: { field: string; message: string }) => [field, message])
  expect(named).toContainEqual(['devices.1.public_id', 'Not Unique'])
  expect(named).toContainEqual(['devices.2.public_id', 'Not Unique'])
  expect(named.map(([field]: [string]) => field)).toContain('devices.3.record_interval')
  expect(named.filter(([field]: [string]) => field.startsWith('devices.0'))).toEqual([])
  expect(await count()).toBe(before)
})
