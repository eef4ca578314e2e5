import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { makeDevice, signIn } from '../endurance/product.ts'
import type { Cluster } from './startCluster.ts'

const TRANSPORTS = ['http', 'mqtt'] as const
const DEVICES_PER_TRANSPORT = 4
/** Pause (ms) of a device or user between two requests: the machine has two cores for all of this. */
const PAUSE_MS = 40
/** The broker acknowledges before anything is stored: without a pause it would accept more than two cores can store. */
const BROKER_PAUSE_MS = 200
/** Retry delay of a device (ms), as `docs/devices.md` requires. */
const RETRY_MS = 5_000
const HEADERS = { 'x-api-key': 'ullage-web', 'content-type': 'application/json' }

export interface ClusterLoad {
  /** Everything acknowledged: the times of records by device, each with the phase of the test, and the names of tags. */
  acknowledged: { records: Map<number, Map<number, string>>; tags: Set<string> }
  /** Devices of the transport, by id. */
  devicesOf: (transport: (typeof TRANSPORTS)[number]) => number[]
  /** The longest time without a response (ms) since the last reset. */
  longestGap: (of: 'http' | 'mqtt' | 'read' | 'write') => number
  forget: (whatHappens: string) => void
  /** The number of responses since the last reset. */
  answers: (of: 'http' | 'mqtt' | 'read' | 'write') => number
  /** Answers that signed a user out. */
  signedOut: () => number
  stop: () => Promise<void>
}

/** Runs devices on both transports, and users who read lists and write records, all through the proxy, until it is stopped. */
export async function startClusterLoad(cluster: Cluster): Promise<ClusterLoad> {
  const call = await signIn({ url: cluster.web })
  const token = await tokenOf(cluster.web)
  const acknowledged: ClusterLoad['acknowledged'] = { records: new Map(), tags: new Set() }
  const devices = { http: [] as number[], mqtt: [] as number[] }
  const clients: MqttClient[] = []
  const start = Math.floor(Date.now() / 60_000) * 60_000 - 300 * 86_400_000
  let signedOut = 0
  let over = false
  const seen = new Map<string, { last: number; longest: number; count: number }>()
  let happening = ''
  const forget = (whatHappens: string) => {
    happening = whatHappens
    for (const of of ['http', 'mqtt', 'read', 'write'])
      seen.set(of, { last: performance.now(), longest: 0, count: 0 })
  }
  forget('nothing')
  const note = (of: string) => {
    const { last, longest, count } = seen.get(of)!
    const now = performance.now()
    seen.set(of, { last: now, longest: Math.max(longest, now - last), count: count + 1 })
  }
  /** Retries until it succeeds, as a sender with something to deliver does. */
  const untilDone = async (of: string, work: () => Promise<boolean>) => {
    while (!over) {
      if (await work().catch(() => false)) {
        note(of)
        return true
      }
      await pause(200)
    }
    return false
  }
  const again = async (work: () => Promise<unknown>, breath = PAUSE_MS) => {
    while (!over) {
      await work()
      await pause(breath)
    }
  }
  const asPerson = async (method: string, address: string, body?: object, key?: string) => {
    const response = await fetch(`${cluster.web}/api${address}`, {
      method,
      headers: { ...HEADERS, authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    if ([401, 403].includes(response.status)) {
      signedOut += 1
      process.stdout.write(`${method} ${address}: ${response.status} ${text}\n`)
    }
    return response
  }

  const connectAsDevice = (name: string, key: string) => {
    cluster.allowDevice(name, key)
    const known = { username: name, password: key, rejectUnauthorized: false }
    return connectAsync(cluster.broker, { ...known, reconnectPeriod: RETRY_MS })
  }

  const work: Promise<void>[] = []
  for (const transport of TRANSPORTS) {
    for (let index = 0; index < DEVICES_PER_TRANSPORT; index++) {
      const name = `CLUSTER-${transport}-${index}`
      const { device_id, device_key } = await makeDevice(call, name)
      const times = new Map<number, string>()
      acknowledged.records.set(device_id, times)
      devices[transport].push(device_id)
      const client = transport === 'mqtt' ? await connectAsDevice(name, device_key) : undefined
      if (client) clients.push(client)
      let minute = 0
      const send = async () => {
        const time = start + minute++ * 60_000
        const body = JSON.stringify({ records: [{ time: time / 1000, ports: [{ port: 1, value: 50 }] }] })
        const isDone = await untilDone(transport, async () => {
          if (client) {
            await client.publishAsync(`ullage/${name}/up`, body, { qos: 1 })
            return true
          }
          const response = await fetch(`${cluster.web}/api/uplink`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-device-key': device_key },
            body,
            signal: AbortSignal.timeout(15_000),
          })
          await response.arrayBuffer()
          return response.ok
        })
        if (isDone) times.set(time, `${transport}, ${happening}`)
      }
      work.push(again(send, client ? BROKER_PAUSE_MS : PAUSE_MS))
    }
  }
  let tags = 0
  const writeTag = async () => {
    const tag = `tag ${++tags}`
    const isDone = await untilDone('write', async () => {
      const { ok } = await asPerson('POST', '/tags', { tag, company_id: 1 }, `key of ${tag}`)
      return ok
    })
    if (isDone) acknowledged.tags.add(tag)
    await pause(200)
  }
  const look = () => untilDone('read', async () => (await asPerson('GET', '/devices?page_size=20')).ok)
  work.push(again(writeTag), again(look), again(look))

  return {
    acknowledged,
    devicesOf: (transport) => devices[transport],
    longestGap: (of) => {
      const { last, longest } = seen.get(of)!
      return Math.max(longest, performance.now() - last)
    },
    answers: (of) => seen.get(of)!.count,
    forget,
    signedOut: () => signedOut,
    stop: async () => {
      over = true
      // Publishes that wait for the broker are acknowledged when it answers.
      await Promise.all(work)
      for (const client of clients) await client.endAsync(true)
    },
  }
}

async function tokenOf(url: string): Promise<string> {
  const basic = Buffer.from('first@test.example:Harbour#71vQ').toString('base64')
  const response = await fetch(`${url}/api/authenticate/login`, {
    headers: { ...HEADERS, authorization: `Basic ${basic}` },
  })
  return ((await response.json()) as { token: string }).token
}
