import fc from 'fast-check'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
let device: TestDevice
beforeAll(async () => {
  server = await startTestServer()
  device = await deviceWithTank(server)
})
afterAll(() => server.close())

const anything = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constant('\u0000'),
  fc.constant('\ud800'),
)
/** Bodies that increasingly resemble a batch, with anything in any place. */
const body = fc.oneof(
  anything,
  fc.record({ records: anything, confirm: anything, fail: anything }, { requiredKeys: [] }),
  fc.record({
    records: fc.array(
      fc.record(
        {
          time: fc.oneof(
            anything,
            fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
            fc.double(),
          ),
          battery: fc.oneof(anything, fc.double()),
          signal: fc.oneof(anything, fc.integer()),
          temperature: fc.oneof(anything, fc.double()),
          queued: fc.oneof(anything, fc.double()),
          firmware: fc.oneof(anything, fc.double()),
          position: fc.oneof(anything, fc.array(fc.double())),
          ports: fc.oneof(
            anything,
            fc.array(
              fc.record({ port: fc.oneof(anything, fc.integer()), value: fc.oneof(anything, fc.double()) }),
            ),
          ),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 5 },
    ),
  }),
)

async function stillWorks(): Promise<void> {
  const response = await device.send({ records: [record(Date.now(), 50)] })
  expect(response.body).toMatchObject({ code: 200 })
}

test('any HTTP body gets a response, and never a 500', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (input) => {
      const { status, raw } = await device.send(JSON.stringify(input))
      expect([200, 400, 422], raw).toContain(status)
    }),
    { numRuns: 300 },
  )
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      expect([200, 400, 422]).toContain((await device.send(text)).status)
    }),
    { numRuns: 100 },
  )
  await stillWorks()
})

test('endlessly nested JSON is refused without affecting others', async () => {
  const deep = `{"records":[],"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
  const [bad, good] = await Promise.all([
    device.send(deep),
    device.send({ records: [record(Date.now() - 60_000, 51)] }),
  ])
  expect([400, 413, 422]).toContain(bad.status)
  expect(good.status).toBe(200)
})

test('any MQTT payload is acknowledged, and the connection stays', async () => {
  const client = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: device.public_id,
    password: device.key,
    reconnectPeriod: 0,
  })
  const topic = `ullage/${device.public_id}/up`
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array(),
        body.map((input) => JSON.stringify(input) ?? ''),
      ),
      async (payload) => {
        await client.publishAsync(topic, typeof payload === 'string' ? payload : Buffer.from(payload), {
          qos: 1,
        })
      },
    ),
    { numRuns: 150 },
  )
  expect(client.connected).toBe(true)
  await client.endAsync()
  await stillWorks()
})
