import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record, type TestDevice } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
/** A server that closes after a second; calls that must succeed use the other, because a busy machine may take longer. */
let strict: TestServer
beforeAll(async () => {
  server = await startTestServer()
  strict = await startTestServer({ REQUEST_SECONDS: '1' })
})
afterAll(async () => {
  await server.close()
  await strict.close()
})

const MINUTE = 60_000

/** Sends a batch through the network, as a device does. */
async function post({ key }: TestDevice, body: RequestInit['body']) {
  const init: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-key': key },
    body: body ?? null,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  }
  return fetch(`http://127.0.0.1:${server.port}/api/uplink`, init)
}

async function storedOf({ device_id }: TestDevice, { db } = server) {
  const { rows } = await sql<{ readings: number; hours: number; uplinks: number }>`
    select (select count(*)::int from readings where device_id = ${device_id}) as readings,
      (select coalesce(sum(count), 0)::int from readings_hourly where device_id = ${device_id}) as hours,
      (select count(*)::int from raw_uplinks where device_id = ${device_id}) as uplinks`.execute(db)
  return rows[0]
}

test('batches of a thousand records, many at once, are stored completely and once', async () => {
  const devices = await Promise.all(Array.from({ length: 6 }, () => deviceWithTank(server)))
  const end = Math.floor(Date.now() / MINUTE) * MINUTE
  const batch = (part: number) =>
    JSON.stringify({
      records: Array.from({ length: 1000 }, (_, n) =>
        record(end - (part * 1000 + n) * MINUTE, 40 + (n % 20) / 10),
      ),
    })
  const bodies = [0, 1, 2, 1].map(batch)
  const responses = await Promise.all(
    devices.flatMap((device) => bodies.map(async (body) => (await post(device, body)).json())),
  )
  const total = (key: 'accepted' | 'duplicates') =>
    responses.reduce((sum: number, response) => sum + (response as Record<string, number>)[key]!, 0)
  expect(total('accepted')).toBe(6 * 3000)
  expect(total('duplicates')).toBe(6 * 1000)
  for (const device of devices) {
    expect(await storedOf(device)).toEqual({ readings: 3000, hours: 3000, uplinks: 4 })
  }
})

test.each(['with its length declared', 'in pieces'])(
  'a body over the limit, %s, is refused whole',
  async (how) => {
    const device = await deviceWithTank(server)
    const records = [record(Date.now() - MINUTE, 50)]
    const body = JSON.stringify({ records, padding: 'x'.repeat(12 * 1024 * 1024) })
    const pieces = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let index = 0; index < body.length; index += 65_536) {
            controller.enqueue(new TextEncoder().encode(body.slice(index, index + 65_536)))
          }
          controller.close()
        },
      })
    const status = await post(device, how === 'in pieces' ? pieces() : body).then(
      (response) => response.status,
      // The server may close before everything is sent; then there is no answer to read, and nothing was stored.
      () => 413,
    )
    expect(status).toBe(413)
    expect(await storedOf(device)).toEqual({ readings: 0, hours: 0, uplinks: 0 })
    expect((await post(device, JSON.stringify({ records }))).status).toBe(200)
  },
)

/** A client that never finishes its batch: it sends a byte at a time, or nothing. */
async function sendSlowly({ port }: TestServer, { key }: TestDevice, goesOn: boolean) {
  const socket = net.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  socket.on('data', (text) => {
    answer += String(text)
  })
  socket.on('error', () => {})
  const lines = [
    'POST /api/uplink HTTP/1.1',
    'host: ullage',
    'content-type: application/json',
    `x-device-key: ${key}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\ncontent-length: 100000\r\n\r\n{`)
  const timer = goesOn ? setInterval(() => socket.write(' '), 20) : undefined
  const ended = once(socket, 'close').then(() => {
    clearInterval(timer)
    return answer
  })
  return { ended, giveUp: () => socket.destroy() }
}

const sixtySlow = (at: TestServer, device: TestDevice) =>
  Promise.all(Array.from({ length: 60 }, (_, n) => sendSlowly(at, device, n % 2 === 0)))

test('clients that never finish their body block no one', async () => {
  const device = await deviceWithTank(server)
  const slow = await sixtySlow(server, device)
  const at = Date.now() - MINUTE
  expect((await post(device, JSON.stringify({ records: [record(at, 50)] }))).status).toBe(200)
  for (const { giveUp } of slow) giveUp()
  await Promise.all(slow.map(({ ended }) => ended))
  expect(await storedOf(device)).toEqual({ readings: 1, hours: 1, uplinks: 1 })
})

test('clients that never finish their body are cut off', async () => {
  const device = await deviceWithTank(strict)
  const slow = await sixtySlow(strict, device)
  for (const { ended } of slow) expect(await ended).toMatch(/^HTTP\/1\.1 408 |^$/)
  expect(await storedOf(device, strict)).toEqual({ readings: 0, hours: 0, uplinks: 0 })
})
