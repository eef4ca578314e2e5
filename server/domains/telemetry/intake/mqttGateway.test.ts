import net from 'node:net'
import { sql } from 'kysely'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceWithTank, record } from '#server/app/testing/deviceWithTank.ts'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'

let server: TestServer
const clients: MqttClient[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await server.close()
})

async function connect(username: string, password: string, clientId?: string): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username,
    password,
    ...(clientId && { clientId }),
    reconnectPeriod: 0,
    connectTimeout: 5_000,
  })
  clients.push(client)
  return client
}

async function percentOf(device_id: number): Promise<number | undefined> {
  const { body } = await server.as('administrator').call('GET', `/devices/${device_id}`)
  return body.device.ports[0]?.percent
}

test('an acknowledged message is on disk, with the same result as by HTTP', async () => {
  const device = await deviceWithTank(server)
  const client = await connect(device.public_id, device.key)
  const body = JSON.stringify({ records: [record(Date.now() - 60_000, 42)] })
  await client.publishAsync(`ullage/${device.public_id}/up`, body, { qos: 1 })
  expect(await percentOf(device.device_id)).toBeCloseTo(42, 3)
  const again = await device.send(JSON.parse(body))
  expect(again.body).toMatchObject({ accepted: 0, duplicates: 1 })
})

test('a device with a wrong key is refused', async () => {
  const device = await deviceWithTank(server)
  await expect(connect(device.public_id, 'wrong')).rejects.toThrow(/Not authorized|Bad username/i)
})

test("a device can neither publish as another nor receive another's commands", async () => {
  const [one, other] = [await deviceWithTank(server), await deviceWithTank(server)]
  const client = await connect(one.public_id, one.key)
  await expect(client.subscribeAsync(`ullage/${other.public_id}/down`)).rejects.toThrow()
  await expect(client.subscribeAsync('$share/all/ullage/+/up')).rejects.toThrow()
  const gone = new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.publish(`ullage/${other.public_id}/up`, JSON.stringify({ records: [record(Date.now(), 1)] }), {
    qos: 1,
  })
  await gone
  expect(await percentOf(other.device_id)).toBeNull()
})

test('a command reaches a connected device at once, and is confirmed', async () => {
  const device = await deviceWithTank(server)
  const client = await connect(device.public_id, device.key)
  await client.subscribeAsync(`ullage/${device.public_id}/down`, { qos: 1 })
  const received = new Promise<{ commands: { id: number; command: number }[] }>((resolve) =>
    client.once('message', (_, payload) => resolve(JSON.parse(payload.toString()))),
  )
  const path = `/devices/${device.device_id}/commands`
  await server.as('technician').call('POST', path, { command: 3 })
  const { commands } = await received
  expect(commands).toMatchObject([{ command: 3 }])
  const confirm = JSON.stringify({ records: [], confirm: commands.map(({ id }) => id) })
  await client.publishAsync(`ullage/${device.public_id}/up`, confirm, { qos: 1 })
  const { body } = await server.as('technician').call('GET', path)
  expect(body.device_commands[0]).toMatchObject({ status: 'confirmed', queued_by: 'technician@test.example' })
})

test('a new key ends connections opened with the old one, but not its own', async () => {
  const device = await deviceWithTank(server)
  const old = await connect(device.public_id, device.key)
  const ended = new Promise<void>((resolve) => old.once('close', () => resolve()))
  const path = `/devices/${device.device_id}`
  const { body } = await server.as('administrator').call('PATCH', `${path}/reprovision`, {})
  await ended
  await expect(connect(device.public_id, device.key)).rejects.toThrow(/Not authorized|Bad username/i)
  const client = await connect(device.public_id, body.device_key)
  await client.subscribeAsync(`ullage/${device.public_id}/down`, { qos: 1 })
  const received = new Promise<string>((resolve) =>
    client.once('message', (_, payload) => resolve(payload.toString())),
  )
  const { device_id, public_id } = device
  // The event of the new key, as a slow server receives it.
  const late = JSON.stringify({ device_id, public_id, has_new_key: true })
  await sql`select pg_notify('commands', ${late})`.execute(server.db)
  await server.as('technician').call('POST', `${path}/commands`, { command: 3 })
  expect(await received).toContain('"command":3')
})

test('an invalid message is acknowledged with an error, and does not end the connection', async () => {
  const device = await deviceWithTank(server)
  const client = await connect(device.public_id, device.key)
  await client.subscribeAsync(`ullage/${device.public_id}/down`, { qos: 1 })
  const received = new Promise((resolve) =>
    client.once('message', (_, payload) => resolve(JSON.parse(payload.toString()))),
  )
  await client.publishAsync(`ullage/${device.public_id}/up`, '\u0000{not json', { qos: 1 })
  expect(await received).toEqual({ error: 'malformed' })
  expect(client.connected).toBe(true)
})

test('a foreign body is acknowledged with an error, and stored for staff', async () => {
  const device = await deviceWithTank(server)
  const client = await connect(device.public_id, device.key)
  await client.subscribeAsync(`ullage/${device.public_id}/down`, { qos: 1 })
  const bodies = ['{"temperature":42}', 'level=42']
  for (const body of bodies) {
    const received = new Promise((resolve) =>
      client.once('message', (_, payload) => resolve(JSON.parse(payload.toString()))),
    )
    await client.publishAsync(`ullage/${device.public_id}/up`, body, { qos: 1 })
    expect(await received).toEqual({ error: 'malformed' })
  }
  const { body } = await server.as('employee').call('GET', `/devices/${device.device_id}/lt14_log`)
  expect(body.device_logs).toMatchObject([
    { door: 'mqtt', body: 'level=42', outcome: [{ index: null, reason: 'not_a_batch' }] },
    { door: 'mqtt', body: { temperature: 42 }, outcome: [{ index: null, reason: 'not_a_batch' }] },
  ])
})

test("a device with another one's client id does not disconnect it", async () => {
  const [one, other] = [await deviceWithTank(server), await deviceWithTank(server)]
  const first = await connect(one.public_id, one.key, 'pump')
  const second = await connect(other.public_id, other.key, 'pump')
  for (const [client, device] of [
    [second, other],
    [first, one],
  ] as const) {
    const body = JSON.stringify({ records: [record(Date.now() - 1000, 51)] })
    await client.publishAsync(`ullage/${device.public_id}/up`, body, { qos: 1 })
    expect(await percentOf(device.device_id)).toBeCloseTo(51, 3)
  }
  expect(first.connected).toBe(true)
  // The same device with the same id replaces its own connection, as MQTT requires.
  const ended = new Promise<void>((resolve) => first.once('close', () => resolve()))
  await connect(one.public_id, one.key, 'pump')
  await ended
})

/**
 * Sends these bytes and then as much as the other side accepts.
 * @returns MB accepted before it closed the connection
 */
function pour(start: Buffer, until: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = net.connect(Number(server.mqttPort), '127.0.0.1')
    const megabyte = Buffer.alloc(1024 * 1024)
    let taken = 0
    const next = () => {
      if (taken === until) return socket.destroy()
      socket.write(megabyte, (error) => {
        if (error) return
        taken += 1
        next()
      })
    }
    socket.on('error', () => {})
    socket.on('close', () => resolve(taken))
    socket.write(start, next)
  })
}

test('an unauthenticated client cannot send much, and an authenticated one no more than a message', async () => {
  const announced = Buffer.from([0xff, 0xff, 0xff, 0x7f])
  expect(await pour(Buffer.concat([Buffer.from([0x10]), announced]), 32)).toBeLessThan(32)
  expect(await pour(Buffer.concat([Buffer.from([0x30]), announced]), 32)).toBeLessThan(32)
  const device = await deviceWithTank(server)
  const client = await connect(device.public_id, device.key)
  const ended = new Promise<void>((resolve) => client.once('close', () => resolve()))
  ;(client.stream as net.Socket).write(Buffer.concat([Buffer.from([0x32]), announced]))
  await ended
  await connect(device.public_id, device.key)
})

test('a large batch right after the sign-in is accepted', async () => {
  const device = await deviceWithTank(server)
  const client = await connect(device.public_id, device.key)
  const note = 'x'.repeat(900_000)
  const body = JSON.stringify({ records: [record(Date.now() - 1000, 47)], note })
  await client.publishAsync(`ullage/${device.public_id}/up`, body, { qos: 1 })
  expect(await percentOf(device.device_id)).toBeCloseTo(47, 3)
})
