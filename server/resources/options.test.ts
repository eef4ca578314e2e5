import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('who sets up a port chooses a shape with its formula, though the list of shapes is closed to him', async () => {
  const customer = server.as('customer')
  expect((await customer.call('GET', '/tank_types')).status).toBe(405)
  const { body } = await customer.call('GET', '/tank_types?options=1')
  const upright = body.tank_types.find(({ slug }: { slug: string }) => slug === 'vertical_cylinder')
  expect(upright).toMatchObject({ label: expect.any(String), formula: expect.stringContaining('h') })
  const specs = await customer.call('GET', '/tank_specs?options=1')
  expect(specs.body.tank_specs[0]).toMatchObject({
    tank_type_id: expect.any(Number),
    metric_diameter: expect.any(String),
    imperial_diameter: expect.any(String),
  })
})
