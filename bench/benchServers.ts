import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type BenchDevice, makeFleet } from './fleet.ts'
import { driveDevices } from './load/driveDevices.ts'
import type { Benchmark, Measurement } from './measurement.ts'
import { holdToShare } from './servers/holdToShare.ts'
import { type StartedServer, startServerOf } from './servers/startServers.ts'

const RECORDS = 12
const PORTS = 2
/** Share of one core for each server: two of them leave the database and the devices more than they need. */
const SHARE = 0.2
/** Rounds that are not measured. */
const WARM = 2
const BROKER = '/usr/sbin/mosquitto'
const GOAL = 1.8

interface Taken {
  /** Readings a second, counted when they are stored. */
  http: number
  mqtt: number
}

/** Measures one server and two on the same database and broker, each held to the same share of a core, by both transports. */
export async function benchServers({ server, connection, quick }: Benchmark): Promise<Measurement[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-bench-broker-'))
  const broker = await startBroker(folder)
  const devices = await makeFleet(server.db, quick ? 100 : 1_000, 'SERVERS')
  const rounds = quick ? 1 : 3
  let round = 0
  // One server, then two: each warms up, and runs its rounds by either transport. Two run twice as many, so that each of them
  // takes as much as the one did: caches and the compiler of a server with half of the work warm up half as fast.
  const allRounds = (1 + 2) * (WARM + 2 * rounds)
  const measure = async (count: number): Promise<Taken> => {
    const servers = await startServers(count, connection, broker.url)
    try {
      await take('http', servers, count * WARM)
      const http = await take('http', servers, count * rounds)
      const mqtt = await take('mqtt', servers, count * rounds)
      return { http, mqtt }
    } finally {
      for (const { stop } of servers) await stop()
    }
  }
  const take = async (transport: 'http' | 'mqtt', servers: readonly StartedServer[], times: number) => {
    const startedAt = performance.now()
    const before = await storedReadings(server.pool)
    // Always two sending processes, so that one server and two have the same devices.
    const halves = [
      devices.filter((_, index) => index % 2 === 0),
      devices.filter((_, index) => index % 2 === 1),
    ]
    await Promise.all(
      halves.map((half: BenchDevice[], index) =>
        driveDevices({
          ...{ transport, devices: half, rounds: times, firstRound: round, records: RECORDS, ports: PORTS },
          port: transport === 'mqtt' ? broker.port : servers[index % servers.length]!.port,
          allRounds,
        }),
      ),
    )
    round += times
    const sent = devices.length * times * RECORDS * PORTS
    // The broker acknowledges what it has received: the readings that the servers have stored count.
    while ((await storedReadings(server.pool)) < before + sent) await pause(20)
    return (sent * 1000) / (performance.now() - startedAt)
  }
  try {
    const one = await measure(1)
    const two = await measure(2)
    const sizes = `${devices.length} devices, ${RECORDS} records × ${PORTS} ports an uplink, each server held to ${SHARE} of a core`
    return (['http', 'mqtt'] as const).map((transport) => ({
      what: `two servers against one, by ${transport.toUpperCase()}`,
      sizes,
      measured: `${Math.round(two[transport]).toLocaleString('en')} readings/s`,
      floor: `one: ${Math.round(one[transport]).toLocaleString('en')} readings/s`,
      ratio: two[transport] / one[transport],
      wanted: `≥ ${GOAL} × of one`,
      reached: two[transport] >= GOAL * one[transport],
    }))
  } finally {
    broker.process.kill('SIGTERM')
    await once(broker.process, 'exit')
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function startServers(count: number, connection: pg.PoolConfig, broker: string) {
  const servers: StartedServer[] = []
  for (const name of ['one', 'two'].slice(0, count)) {
    const started = await startServerOf('productServer', {
      connection,
      environment: { MQTT_URL: broker, SERVER_NAME: name, DATABASE_POOL: '6' },
    })
    const letGo = holdToShare(started.pid, SHARE)
    servers.push({ ...started, stop: () => started.stop().then(letGo) })
  }
  return servers
}

async function storedReadings(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as count from readings where device_id in
       (select device_id from devices where public_id like 'SERVERS-%')`,
  )
  return rows[0].count
}

async function startBroker(folder: string): Promise<{ url: string; port: number; process: ChildProcess }> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as net.AddressInfo
  probe.close()
  const file = path.join(folder, 'mosquitto.conf')
  fs.writeFileSync(
    file,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nmax_inflight_messages 200\n`,
  )
  const process = spawn(BROKER, ['-c', file], { stdio: 'ignore' })
  process.once('error', () => {})
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
  for (let attempt = 0; !(await answers()); attempt++) {
    if (attempt > 100) throw new Error(`${BROKER} is missing: apt-get install mosquitto`)
    await pause(50)
  }
  return { url: `mqtt://127.0.0.1:${port}`, port, process }
}
