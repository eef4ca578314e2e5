import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { openBrokerSlots } from './brokerSlots.ts'
import { openExternalBroker } from './externalBroker.ts'
import { openLog } from './log.ts'
import type { MqttGateway } from './mqtt.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-places-'))
const port = 21_000 + (process.pid % 20_000)
const url = `mqtt://127.0.0.1:${port}`
let server: TestServer
let broker: ChildProcess
const brokers: MqttGateway[] = []

beforeAll(async () => {
  server = await startTestServer()
  const file = path.join(folder, 'mosquitto.conf')
  const settings = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'max_queued_messages 0']
  fs.writeFileSync(file, [...settings, `user ${os.userInfo().username}`].join('\n'))
})
beforeEach(async () => {
  broker = spawn('/usr/sbin/mosquitto', ['-c', path.join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
  while (!(await answers())) await pause(25)
})
afterEach(async () => {
  await Promise.all(brokers.splice(0).map((broker) => broker.close()))
  await sql`delete from broker_slots`.execute(server.db)
  broker.kill('SIGTERM')
  await once(broker, 'exit')
})
afterAll(async () => {
  await server.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

function answers(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function open(
  name: string,
  received: string[],
  store: () => Promise<void> = async () => {},
): Promise<MqttGateway> {
  const broker = await openExternalBroker(
    { url, slots: openBrokerSlots(server.db, name) },
    {
      authenticate: async () => null,
      receive: async (_, payload) => {
        received.push(payload.toString())
        await store()
      },
      connected: () => {},
      count: () => {},
    },
    openLog('silent'),
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
  const dead = await mqtt.connectAsync(url, {
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
  const device = await mqtt.connectAsync(url, { reconnectPeriod: 0 })
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
  const device = await mqtt.connectAsync(url, { reconnectPeriod: 0 })
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

test('two servers of one name have slots of their own, and release them at their end', async () => {
  await Promise.all([open('twin', []), open('twin', [])])
  const twins = (await places()).filter((id) => id.startsWith('ullage-twin-'))
  expect(twins).toHaveLength(16)
  await Promise.all(brokers.splice(-2).map((broker) => broker.close()))
  expect((await places()).filter((id) => id.startsWith('ullage-twin-'))).toEqual([])
})
