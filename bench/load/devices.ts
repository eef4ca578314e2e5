import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchDevice } from '../fleet.ts'
import { AnswerReader } from './answerReader.ts'

/** The instructions for the benchmark's devices. */
export interface Orders {
  transport: 'http' | 'mqtt'
  port: number
  devices: readonly BenchDevice[]
  rounds: number
  firstRound: number
  /** The rounds of all loads together: the newest record of the last one is of now. */
  allRounds: number
  records: number
  ports: number
  now: number
  /** HTTP only: the path of a connection, which gets the bytes of one measurement in the form of The Things Stack. */
  intake?: string
  /** Uplinks a second, whatever the server does; without it as fast as they are accepted. */
  rate?: number
}

/** The results. */
export interface Load {
  seconds: number
  uplinks: number
  /** Microseconds of CPU of the sending devices. */
  cpu: number
  /** 99th percentile of the uplinks' wait from when they were due, in milliseconds. */
  p99: number
}

const MAX_CONCURRENT = 256
const STEP = 600_000

// Each device sends batches of records, many devices at once. Bodies are created before the measurement, and sent over a bare
// socket: the CPU of the load is taken from the two cores of the server.
process.once('message', async (orders: Orders) => {
  process.send!(await load(orders))
  process.disconnect()
})

async function load(orders: Orders): Promise<Load> {
  const { transport, devices, rounds, rate, port } = orders
  const jobs = transport === 'http' ? eachUplink(orders) : eachDevice(orders)
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const waits: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: MAX_CONCURRENT }, async () => {
      let line: Line | undefined
      while (next < jobs.length) {
        const due = rate ? startedAt + (next * 1000) / rate : performance.now()
        const packets = jobs[next++]!
        if (due > performance.now()) await pause(due - performance.now())
        line ??= await openLine(port, transport === 'http' ? httpAnswers() : mqttAnswers())
        for (const packet of packets) await line.ask(packet)
        waits.push(performance.now() - due)
        if (transport === 'mqtt') line = void line.end(DISCONNECT)
      }
      line?.end()
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(before)
  waits.sort((one, other) => one - other)
  return {
    seconds,
    uplinks: devices.length * rounds,
    cpu: user + system,
    p99: waits[Math.floor(waits.length * 0.99)]!,
  }
}

/** Over HTTP each uplink is independent. */
function eachUplink(orders: Orders): Buffer[][] {
  return roundsOf(orders).flatMap((round) =>
    orders.devices.map((device, index) => [
      orders.intake
        ? deliveryOf(orders.intake, device, { ...orders, index, round })
        : postOf(device, bodyOf(orders, index, round)),
    ]),
  )
}

/** Over MQTT a device connects, sends its messages, and disconnects. */
function eachDevice(orders: Orders): Buffer[][] {
  return orders.devices.map((device, index) => [
    connectOf(device),
    ...roundsOf(orders).map((round) => publishOf(device, bodyOf(orders, index, round))),
  ])
}

const roundsOf = ({ rounds, firstRound }: Orders) =>
  Array.from({ length: rounds }, (_, round) => firstRound + round)

/** Records of a round; earlier rounds have earlier records. */
function bodyOf({ now, allRounds, records, ports }: Orders, index: number, round: number): Buffer {
  const start = now - (allRounds - round) * records * STEP
  const list = Array.from({ length: records }, (_, n) => ({
    time: new Date(start + n * STEP).toISOString(),
    battery: 3.8,
    signal: 18,
    temperature: 21.5,
    ports: Array.from({ length: ports }, (_, p) => ({
      port: p + 1,
      value: 600 + ((index * 7 + round * records + n) % 900),
      temperature: 18.2,
    })),
  }))
  return Buffer.from(JSON.stringify({ records: list }))
}

function postOf({ key }: BenchDevice, body: Buffer): Buffer {
  const head = [
    'POST /api/uplink HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-device-key: ${key}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

/** Battery and distance in Milesight's byte format. */
function deliveryOf(
  path: string,
  { public_id }: BenchDevice,
  { now, allRounds, index, round }: Orders & { index: number; round: number },
): Buffer {
  const distance = 600 + ((index * 7 + round) % 900)
  const bytes = Buffer.from([1, 0x75, 92, 3, 0x82, distance & 0xff, distance >> 8])
  const received_at = new Date(now - (allRounds - round) * STEP).toISOString()
  const uplink_message = {
    f_port: 85,
    frm_payload: bytes.toString('base64'),
    received_at,
    rx_metadata: [{ rssi: -90 }],
  }
  const body = Buffer.from(JSON.stringify({ end_device_ids: { dev_eui: public_id }, uplink_message }))
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

const DISCONNECT = Buffer.from([0xe0, 0])

/** MQTT 3.1.1, a clean session, by name and key. */
function connectOf({ public_id, key }: BenchDevice): Buffer {
  const withNameAndKey = 0xc2
  const start = Buffer.concat([textOf('MQTT'), Buffer.from([4, withNameAndKey, 0, 60])])
  return packetOf(0x10, [start, textOf(public_id), textOf(public_id), textOf(key)])
}

/** QoS 1: it is acknowledged. */
function publishOf({ public_id }: BenchDevice, body: Buffer): Buffer {
  return packetOf(0x32, [textOf(`ullage/${public_id}/up`), Buffer.from([0, 1]), body])
}

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

function packetOf(kind: number, parts: readonly Buffer[]): Buffer {
  const length: number[] = []
  let rest = parts.reduce((sum, part) => sum + part.length, 0)
  do {
    length.push((rest & 127) | (rest > 127 ? 128 : 0))
    rest >>= 7
  } while (rest > 0)
  return Buffer.concat([Buffer.from([kind, ...length]), ...parts])
}

/** Takes received bytes. @returns whether a response has ended. @throws when it refuses. */
type TakeAnswer = (bytes: Buffer) => boolean

function httpAnswers(): TakeAnswer {
  const reader = new AnswerReader()
  return (bytes) => {
    if (!reader.take(bytes)) return false
    if (reader.status !== 200) throw new Error(`An uplink was answered ${reader.status}.`)
    return true
  }
}

/** Both acknowledgements, of a connection and of a message, are four bytes long. */
function mqttAnswers(): TakeAnswer {
  let waiting = Buffer.alloc(0)
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    if (waiting.length < 4) return false
    const isTaken = waiting[0] === 0x40 || (waiting[0] === 0x20 && waiting[3] === 0)
    if (!isTaken) throw new Error(`A device was answered ${waiting.toString('hex')}.`)
    waiting = Buffer.alloc(0)
    return true
  }
}

interface Line {
  /** Sends a packet and waits for its response. */
  ask: (packet: Buffer) => Promise<void>
  end: (packet?: Buffer) => void
}

function openLine(port: number, take: TakeAnswer): Promise<Line> {
  return new Promise((resolve, reject) => {
    let settle: { resolve: () => void; reject: (error: Error) => void } | undefined
    const socket = net.connect(port, '127.0.0.1')
    const fail = (error: Error) => {
      reject(error)
      settle?.reject(error)
    }
    socket.setNoDelay(true)
    socket.once('error', fail)
    socket.once('close', () => fail(new Error('The connection was closed before its answer ended.')))
    socket.on('data', (bytes: Buffer) => {
      try {
        if (take(bytes)) settle?.resolve()
      } catch (error) {
        fail(error as Error)
      }
    })
    socket.once('connect', () =>
      resolve({
        ask: (packet) =>
          new Promise((done, failed) => {
            settle = { resolve: done, reject: failed }
            socket.write(packet)
          }),
        end: (packet) => {
          settle = undefined
          if (packet) socket.end(packet)
          else socket.destroy()
        },
      }),
    )
  })
}
