import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#core/domains/devices/devices.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let path = ''
beforeAll(async () => {
  server = await startTestServer()
  const { body } = await server
    .as('administrator')
    .call('POST', '/devices', await exampleOf(server, devices, COMPANY.customer))
  path = `/devices/${body.device.device_id}`
})
afterAll(() => server.close())

test('a user who may not move a device cannot give it to another company by editing it either', async () => {
  const distributor = server.as('distributor')
  const moved = await distributor.call('PATCH', path, { company_id: COMPANY.branch, label: 'Moved' })
  expect(moved.status).toBe(405)
  const { body } = await distributor.call('GET', path)
  expect(body.device).toMatchObject({ company_id: COMPANY.customer })
  expect(body.device.label).not.toBe('Moved')
  const same = await distributor.call('PATCH', path, { company_id: COMPANY.customer, label: 'Stayed' })
  expect(same.body.device, same.raw).toMatchObject({ label: 'Stayed', company_id: COMPANY.customer })
})

test('staff can move it both ways', async () => {
  const staff = server.as('employee')
  for (const [address, company_id] of [
    [path, COMPANY.branch],
    [`${path}/move`, COMPANY.customer],
  ] as const)
    expect((await staff.call('PATCH', address, { company_id })).body.device.company_id).toBe(company_id)
})
