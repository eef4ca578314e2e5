import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/database/embeddedPostgres.ts'
import { ADMINISTRATOR, freePort, makeDevice, type Product, signIn, startProduct } from './product.ts'

const SENDERS = 8
const MESSAGES = 100
/** Retry delay of a device (ms), as `docs/devices.md` requires. */
const RETRY_MS = 5_000
const TOKEN = 'metrics-of-the-test'
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-broker-'))
let engine: EmbeddedPostgres
let database: pg.Client
let port: number
let broker: ChildProcess
let products: Product[]
let startSecond: () => Promise<Product>
const devices: string[] = []
const senders: MqttClient[] = []

beforeAll(async () => {
  engine = await startEmbeddedPostgres(path.join(folder, 'data'))
  database = new pg.Client(engine.connection)
  await database.connect()
  port = await freePort()
  broker = await startBroker()
  const { host, password } = engine.connection
  const environment = {
    DATABASE_URL: `postgres://postgres:${password}@/postgres?host=${encodeURIComponent(String(host))}`,
    MQTT_URL: `mqtt://127.0.0.1:${port}`,
    METRICS_TOKEN: TOKEN,
  }
  const first = await startProduct({ ...ADMINISTRATOR, ...environment, SERVER_NAME: 'one' })
  startSecond = () => startProduct({ ...environment, SERVER_NAME: 'two' })
  products = [first, await startSecond()]
  const call = await signIn(first)
  for (let index = 0; index < SENDERS; index++) {
    devices.push(`BROKER-${index}`)
    await makeDevice(call, devices.at(-1)!)
    senders.push(await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: RETRY_MS }))
  }
}, 240_000)

afterAll(async () => {
  for (const sender of senders) await sender.endAsync(true)
  for (const { process, ended } of products ?? []) {
    process.kill('SIGTERM')
    await ended
  }
  await stopBroker('SIGTERM')
  await database.end()
  await engine.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Starts mosquitto as `docs/operations.md` configures it, without passwords. */
async function startBroker(): Promise<ChildProcess> {
  const file = path.join(folder, 'mosquitto.conf')
  const settings = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    `user ${os.userInfo().username}`,
    'persistence true',
    `persistence_location ${folder}/`,
    'max_queued_messages 0',
    'max_inflight_messages 200',
  ]
  fs.writeFileSync(file, settings.join('\n'))
  const child = spawn('/usr/sbin/mosquitto', ['-c', file], { stdio: 'ignore' })
  for (let attempt = 0; attempt < 200 && !(await isAnswering()); attempt++) await pause(25)
  return child
}

function isAnswering(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function stopBroker(signal: NodeJS.Signals): Promise<void> {
  broker.kill(signal)
  await once(broker, 'exit')
}

/** Each device sends record after record; `sent` is called for every one that the broker acknowledged. */
async function send(start: number, sent: () => void): Promise<void> {
  await Promise.all(
    senders.map(async (sender, index) => {
      for (let message = 0; message < MESSAGES; message++) {
        const time = (start + message * 60_000) / 1000
        const body = JSON.stringify({ records: [{ time, ports: [{ port: 1, value: 50 + (message % 10) }] }] })
        await sender.publishAsync(`ullage/${devices[index]}/up`, body, { qos: 1 })
        sent()
      }
    }),
  )
}

/** The number of stored readings, and the number that the hours count: equal if none is duplicated. */
async function stored(start: number): Promise<{ readings: number; counted: number }> {
  const { rows } = await database.query(
    `select (select count(*)::int from readings where at >= $1) as readings,
       (select coalesce(sum(count), 0)::int from readings_hourly where at >= $1) as counted`,
    [new Date(start)],
  )
  return rows[0]
}

/** The number of readings that a server took from the broker. */
async function takenBy({ url }: Product): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return Number(/^ullage_readings_total\{door="mqtt"\} (\d+)$/m.exec(await response.text())?.[1] ?? 0)
}

const all = SENDERS * MESSAGES
const DAY = 86_400_000
/** The start of the day, that many days ago. */
const daysAgo = (days: number) => (Math.floor(Date.now() / DAY) - days) * DAY

test('two servers share what one broker receives, and each record is stored once', async () => {
  const start = daysAgo(5)
  await send(start, () => {})
  await expect.poll(() => stored(start), { timeout: 120_000 }).toEqual({ readings: all, counted: all })
  const [one, two] = await Promise.all(products.map(takenBy))
  expect(one).toBeGreaterThan(all / 10)
  expect(two).toBeGreaterThan(all / 10)
})

test('a broker restarted under load is found again, and nothing acknowledged is missing', async () => {
  const start = daysAgo(3)
  let acknowledged = 0
  let halfway = () => {}
  const isHalfway = new Promise<void>((resolve) => {
    halfway = resolve
  })
  const sending = send(start, () => {
    acknowledged += 1
    if (acknowledged === all / 2) halfway()
  })
  await isHalfway
  await stopBroker('SIGTERM')
  broker = await startBroker()
  await sending
  expect(acknowledged).toBe(all)
  await expect.poll(() => stored(start), { timeout: 120_000 }).toEqual({ readings: all, counted: all })
})

test('a killed broker is found again', async () => {
  const start = daysAgo(1)
  await stopBroker('SIGKILL')
  broker = await startBroker()
  await send(start, () => {})
  await expect.poll(() => stored(start), { timeout: 120_000 }).toEqual({ readings: all, counted: all })
})

test('a running server takes over the waiting messages and slots of a killed one', async () => {
  const [one, two] = products as [Product, Product]
  const start = daysAgo(1) + DAY / 4
  // Both are stopped while the broker distributes messages; then only one of them continues.
  for (const { process } of [one, two]) process.kill('SIGSTOP')
  await send(start, () => {})
  two.process.kill('SIGKILL')
  await two.ended
  one.process.kill('SIGCONT')
  await expect.poll(() => stored(start), { timeout: 120_000 }).toEqual({ readings: all, counted: all })
  const places = async () =>
    (await database.query('select client_id, leased_until > now() as is_held from broker_slots order by 1'))
      .rows
  await expect.poll(places, { timeout: 120_000 }).toHaveLength(8)
  expect(new Set((await places()).map(({ client_id }) => client_id.slice(0, 10)))).toEqual(
    new Set(['ullage-one']),
  )
  products[1] = await startSecond()
  const more = daysAgo(1) + DAY / 2
  const before = await takenBy(products[1])
  await send(more, () => {})
  await expect.poll(() => stored(more), { timeout: 120_000 }).toEqual({ readings: all, counted: all })
  expect(await takenBy(products[1])).toBeGreaterThan(before)
}, 400_000)
