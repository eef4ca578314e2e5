import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('mosquitto_pub, called as the instructions for device makers say, stores a reading', async () => {
  const device = await deviceWithTank(server)
  await promisify(execFile)('mosquitto_pub', [
    ...['-h', '127.0.0.1', '-p', String(server.mqttPort), '-q', '1'],
    ...['-u', device.public_id, '-P', device.key, '-t', `ullage/${device.public_id}/up`],
    ...['-m', JSON.stringify({ records: [record(Date.now() - 1000, 33)] })],
  ])
  const { body } = await server.as('administrator').call('GET', `/devices/${device.device_id}`)
  expect(body.device.ports[0].percent).toBeCloseTo(33, 3)
})
