import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

const MINUTE = 60_000
const MAX_RECORDS = 1_500

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RECORDS_OF_COMPANY: String(MAX_RECORDS) })
})
afterAll(() => server.close())

const batch = () => ({
  records: Array.from({ length: 1_000 }, (_, n) => record(Date.now() - (n + 1) * MINUTE, 50)),
})
const waiting = async () => {
  const text = await server.metrics.registry.getSingleMetricAsString('ullage_queued_records')
  return Number(/^ullage_queued_records (\d+)$/m.exec(text)?.[1])
}

test('a company that fills its share must retry later over HTTP and MQTT, unlike other companies', async () => {
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => deviceWithTank(server)))
  const other = await deviceWithTank(server, { company: COMPANY.stranger })
  const client = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: third!.public_id,
    password: third!.key,
    reconnectPeriod: 0,
  })
  const cutOff = new Promise<void>((resolve) => client.once('close', () => resolve()))
  let acknowledged = false

  // While another session locks the first device, its batches wait.
  const { answer } = await server.db.transaction().execute(async (held) => {
    await sql`select from devices where device_id = ${first!.device_id} for update`.execute(held)
    const answer = first!.send(batch())
    await expect.poll(waiting).toBe(1_000)

    const refused = await second!.send(batch())
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    client.publish(`ullage/${third!.public_id}/up`, JSON.stringify(batch()), { qos: 1 }, (error) => {
      acknowledged = !error
    })
    await cutOff
    expect(acknowledged).toBe(false)

    const taken = await other.send(batch())
    expect(taken).toMatchObject({ status: 200, body: { accepted: 1_000 } })
    return { answer }
  })
  expect(await answer).toMatchObject({ status: 200, body: { accepted: 1_000 } })
  expect(await second!.send(batch())).toMatchObject({ status: 200, body: { accepted: 1_000 } })
  await client.endAsync(true)
})
