import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Mosquitto, startMosquitto } from '#server/app/testing/startMosquitto.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openLog } from '../log.ts'
import { openBrokerSlots } from './brokerSlots.ts'
import { openExternalBroker } from './externalBroker.ts'
import type { MqttGateway } from './mqtt.ts'

let server: TestServer
let mosquitto: Mosquitto
const brokers: MqttGateway[] = []
const log = openLog('silent')

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  mosquitto = await startMosquitto()
})
afterEach(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.close()))
  await sql`delete from broker_slots`.execute(server.db)
  await mosquitto.stop()
})
afterAll(() => server.close())

async function open(
  name: string,
  received: string[],
  store: () => Promise<void> = async () => {},
): Promise<MqttGateway> {
  const broker = await openExternalBroker(
    { url: mosquitto.url, slots: openBrokerSlots(server.db, name) },
    {
      authenticate: async () => null,
      receive: async (_, payload) => {
        received.push(payload.toString())
        await store()
      },
      topics: async () => [],
      deliver: async () => {},
      connected: () => {},
      count: () => {},
    },
    log,
  )
  brokers.push(broker)
  return broker
}

const places = async () =>
  (
    await sql<{ client_id: string }>`select client_id from broker_slots where leased_until > now()
      order by client_id`.execute(server.db)
  ).rows.map(({ client_id }) => client_id)

/** The remains of a killed server: a subscribed session without a connection, and a slot whose lease ends. */
async function leaveBehind(clientId: string): Promise<void> {
  const properties = { sessionExpiryInterval: 600 }
  const dead = await mqtt.connectAsync(mosquitto.url, {
    protocolVersion: 5,
    clean: false,
    clientId,
    properties,
    reconnectPeriod: 0,
  })
  await dead.subscribeAsync('$share/ullage/ullage/+/up', { qos: 1 })
  dead.stream.destroy()
  await new Promise((resolve) => dead.once('close', () => resolve(undefined)))
  await sql`insert into broker_slots values (${clientId}, gen_random_uuid(), now() + interval '1 second')`.execute(
    server.db,
  )
}

test('messages that wait for a dead server are taken over by a running one, all of them and once', async () => {
  await leaveBehind('ullage-dead-0')
  const sent = Array.from({ length: 200 }, (_, n) => `message ${n}`)
  const device = await mqtt.connectAsync(mosquitto.url, { reconnectPeriod: 0 })
  for (const text of sent.slice(0, 100)) await device.publishAsync('ullage/D-1/up', text, { qos: 1 })
  const received: string[] = []
  await open('living', received)
  for (const text of sent.slice(100)) await device.publishAsync('ullage/D-1/up', text, { qos: 1 })
  await expect.poll(() => new Set(received).size).toBe(200)
  await expect.poll(places).toEqual(Array.from({ length: 8 }, (_, n) => `ullage-living-${n}`))
  // The session has ended: it gets no more messages.
  for (const text of sent) await device.publishAsync('ullage/D-1/up', `again ${text}`, { qos: 1 })
  await expect.poll(() => new Set(received).size).toBe(400)
  expect(received).toHaveLength(400)
  await device.endAsync()
})

test('one slot takes many messages at once, and acknowledges none before it is stored', async () => {
  await leaveBehind('ullage-many-0')
  await sql`update broker_slots set leased_until = '-infinity'`.execute(server.db)
  const device = await mqtt.connectAsync(mosquitto.url, { reconnectPeriod: 0 })
  const sent = Array.from({ length: 900 }, (_, n) => `one of many ${n}`)
  for (const text of sent) await device.publishAsync('ullage/D-2/up', text, { qos: 1 })
  const received: string[] = []
  let fail = (_: Error): void => {}
  const stored = new Promise<void>((_, reject) => {
    fail = reject
  })
  stored.catch(() => {})
  const broker = await open('many', received, () => stored)
  await expect.poll(() => received.length).toBe(50)
  brokers.splice(brokers.indexOf(broker), 1)
  const closed = broker.close()
  fail(new Error('the database is away'))
  await closed
  const again: string[] = []
  let inHand = 0
  let most = 0
  await open('many', again, async () => {
    inHand += 1
    most = Math.max(most, inHand)
    await pause(1)
    inHand -= 1
  })
  await expect.poll(() => new Set(again).size).toBe(900)
  // The broker exceeds its allowance; one more message is read before the client waits.
  expect(most).toBeLessThanOrEqual(51)
  await device.endAsync()
})

test('an outage of the database is logged once, however many messages wait', async () => {
  const warned = vi.spyOn(log, 'warn')
  await leaveBehind('ullage-stuck-0')
  await sql`update broker_slots set leased_until = '-infinity'`.execute(server.db)
  const device = await mqtt.connectAsync(mosquitto.url, { reconnectPeriod: 0 })
  const received: string[] = []
  let isAway = true
  await open('stuck', received, async () => {
    if (isAway) throw new Error('the database is away')
  })
  for (const text of ['first', 'second', 'third'])
    await device.publishAsync('ullage/D-3/up', text, { qos: 1 })
  // Each is retried.
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(6)
  isAway = false
  const tried = received.length
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(tried + 3)
  expect(warned.mock.calls.map(([, text]) => text)).toEqual(['messages of the broker wait'])
  await device.endAsync()
})

test('two servers of one name have their own slots, and release them at their end', async () => {
  await Promise.all([open('twin', []), open('twin', [])])
  const twins = (await places()).filter((id) => id.startsWith('ullage-twin-'))
  expect(twins).toHaveLength(16)
  await Promise.all(brokers.splice(-2).map((broker) => broker.close()))
  expect((await places()).filter((id) => id.startsWith('ullage-twin-'))).toEqual([])
})
