import { sql } from 'kysely'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '#server/app/server.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { deviceWithTank, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { type Mosquitto, startMosquitto } from '#server/app/testing/startMosquitto.ts'
import { startTestServer, TEST_KEY, type TestServer } from '#server/app/testing/startTestServer.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'

let mosquitto: Mosquitto
let server: TestServer
let second: RunningServer
let network: MqttClient
beforeAll(async () => {
  mosquitto = await startMosquitto()
  const environment = { MQTT_URL: mosquitto.url, PORT: '0', DATABASE_POOL: '4' }
  server = await startTestServer({ ...environment, SERVER_NAME: 'one' })
  second = await startServer({
    config: readConfig({ ...environment, SEAL_KEY: TEST_KEY, SERVER_NAME: 'two' }),
    connection: server.connection,
    log: openLog('silent'),
    buildVersion: 'test',
    withSchedule: false,
  })
  network = await connectAsync(mosquitto.url, { protocolVersion: 5, reconnectPeriod: 100 })
})
afterAll(async () => {
  await network.endAsync(true)
  await second.close()
  await server.close()
  await mosquitto.stop()
})

const admin = (method: string, path: string, body?: unknown) =>
  server.as('administrator').call(method, path, body)

const VALUES = [
  { value: 'height', path: 'mm', unit: 'mm', port: 1 },
  { value: 'time', path: 'at', unit: 'ms', port: 1 },
]

async function open(mqtt_topic: string): Promise<number> {
  const body = {
    name: mqtt_topic,
    company_id: COMPANY.customer,
    format: 'json',
    value_paths: VALUES,
    mqtt_topic,
  }
  const { status, raw, body: response } = await admin('POST', '/connections', body)
  if (status !== 200) throw new Error(raw)
  return response.connection.connection_id
}

const publish = (topic: string, message: unknown) =>
  network.publishAsync(topic, typeof message === 'string' ? message : JSON.stringify(message), { qos: 1 })

interface Stored {
  uplinks: number
  records: number
  duplicates: number
}

async function stored({ device_id }: TestDevice): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select count(*)::int as uplinks, coalesce(sum(accepted), 0)::int as records, coalesce(sum(duplicates), 0)::int as duplicates
    from raw_uplinks where device_id = ${device_id}`.execute(server.db)
  return rows[0]!
}

const readingsOf = async ({ metrics }: Pick<RunningServer, 'metrics'>) =>
  (await metrics.readings.get()).values.find(({ labels }) => labels.door === 'mqtt')?.value ?? 0

const start = Date.now() - 3_600_000

test('two servers read a topic of an external broker, each message once', async () => {
  const first = await deviceWithTank(server)
  await open('plant/+/level')
  // Before a server subscribes, the broker drops what is published.
  await expect
    .poll(async () => {
      await publish(`plant/${first.public_id}/level`, { at: Date.now(), mm: 500 })
      return Math.min(await readingsOf(server), await readingsOf(second))
    })
    .toBeGreaterThan(0)
  const tank = await deviceWithTank(server)
  for (let n = 0; n < 200; n++)
    await publish(`plant/${tank.public_id}/level`, { at: start + n * 1000, mm: n })
  await expect.poll(async () => (await stored(tank)).uplinks).toBeGreaterThanOrEqual(200)
  expect(await stored(tank)).toEqual({ uplinks: 200, records: 200, duplicates: 0 })
})

test('an unreadable message is acknowledged, and stored with its reason', async () => {
  const id = await open('other/#')
  const unread = async () => (await admin('GET', `/connections/${id}/unread`)).body.unread_uplinks
  await expect
    .poll(async () => {
      await publish('other/1', 'no json')
      return (await unread()).length
    })
    .toBeGreaterThan(0)
  expect((await unread())[0]).toMatchObject({ reason: 'not_json', body: 'no json' })
  await publish('other/1', { mm: 500 })
  await expect.poll(async () => (await unread())[0].reason).toBe('device_missing')
})

test('a broker that returns after an outage is subscribed to again', async () => {
  const tank = await deviceWithTank(server)
  await mosquitto.stop()
  await mosquitto.start()
  await expect
    .poll(async () => {
      await publish(`plant/${tank.public_id}/level`, { at: start, mm: 700 })
      return (await stored(tank)).records
    })
    .toBe(1)
})

test('an archived connection accepts nothing more', async () => {
  const tank = await deviceWithTank(server)
  const id = await open('last/+')
  const send = (n: number) => publish(`last/${tank.public_id}`, { at: start + n * 1000, mm: 700 })
  await expect
    .poll(async () => {
      await send(0)
      return (await stored(tank)).records
    })
    .toBe(1)
  await admin('DELETE', `/connections/${id}`)
  await send(1)
  // Later publications are stored later.
  const other = await deviceWithTank(server)
  await publish(`plant/${other.public_id}/level`, { at: start, mm: 700 })
  await expect.poll(async () => (await stored(other)).records).toBe(1)
  expect((await stored(tank)).records).toBe(1)
})
