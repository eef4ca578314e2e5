import { bareInserts } from './bareInserts.ts'
import { cpuFigure, cpuTimes } from './cpuTimes.ts'
import { makeFleet } from './fleet.ts'
import type { Load } from './load/devices.ts'
import { driveDevices } from './load/driveDevices.ts'
import type { Benchmark, Measurement } from './measurement.ts'
import { whileProfiling } from './profile.ts'

const RECORDS = 12
const PORTS = 2
const UPLINK = { records: RECORDS, ports: PORTS } as const

/** Share of the maximum rate at which uplinks must still be answered quickly. */
const USUAL_LOAD = 0.6
const MAX_WAIT = 250

/** Measures both transports with a fleet that reports twelve records of two ports at a time, against bare inserts of the rows. */
export async function benchIngest({ server, quick, ...profiled }: Benchmark): Promise<Measurement[]> {
  const count = quick ? 200 : 2000
  const rounds = quick ? 1 : 3
  const devices = await makeFleet(server.db, count, 'INGEST')
  const sizes = `${count} devices, ${RECORDS} records × ${PORTS} ports an uplink, ${rounds} rounds`
  // Not measured: every device reports for the first time; plans, caches and the compiler warm up.
  const allRounds = 1 + 3 * rounds
  const overHttp = { transport: 'http', port: server.port, devices, allRounds, ...UPLINK } as const
  const overMqtt = { transport: 'mqtt', port: server.mqttPort!, devices, allRounds, ...UPLINK } as const
  await driveDevices({ ...overHttp, rounds: 1, firstRound: 0 })
  const before = await cpuTimes(server.pool)
  const http = await whileProfiling(profiled, 'ingest-http', () =>
    driveDevices({ ...overHttp, rounds, firstRound: 1 }),
  )
  const between = await cpuTimes(server.pool)
  const memory = process.memoryUsage().rss / 1e6
  const mqtt = await whileProfiling(profiled, 'ingest-mqtt', () =>
    driveDevices({ ...overMqtt, rounds, firstRound: 1 + rounds }),
  )
  const after = await cpuTimes(server.pool)
  const rate = (USUAL_LOAD * http.uplinks) / http.seconds
  const usual = await driveDevices({ ...overHttp, rounds, firstRound: 1 + 2 * rounds, rate })
  const floor = await bareInserts(server.pool)
  return [
    figureOf('ingest by HTTP', sizes, http, floor.rate),
    figureOf('ingest by MQTT (QoS 1)', sizes, mqtt, floor.rate),
    cpuFigure('CPU of a reading by HTTP', {
      sizes,
      each: readingsOf(http),
      load: http,
      before,
      after: between,
    }),
    cpuFigure('CPU of a reading by MQTT', {
      sizes,
      each: readingsOf(mqtt),
      load: mqtt,
      before: between,
      after,
    }),
    {
      what: 'CPU of a reading of the floor',
      sizes,
      measured: `server ${floor.server.toFixed(1)} µs, database ${floor.database.toFixed(1)} µs`,
      wanted: 'information',
      reached: true,
    },
    {
      what: 'p99 of an uplink by HTTP',
      sizes: `${sizes}, at ${USUAL_LOAD * 100} % of the highest rate`,
      measured: `${usual.p99.toFixed(0)} ms`,
      wanted: `≤ ${MAX_WAIT} ms`,
      reached: usual.p99 <= MAX_WAIT,
    },
    {
      what: 'memory of the server while ingesting',
      sizes,
      measured: `${memory.toFixed(0)} MB`,
      wanted: '< 400 MB',
      reached: memory < 400,
    },
  ]
}

const readingsOf = ({ uplinks }: Load) => uplinks * RECORDS * PORTS

function figureOf(what: string, sizes: string, load: Load, floor: number): Measurement {
  const rate = readingsOf(load) / load.seconds
  const ratio = rate / floor
  return {
    what,
    sizes,
    measured: `${Math.round(rate).toLocaleString('en')} readings/s`,
    floor: `${Math.round(floor).toLocaleString('en')} readings/s`,
    ratio,
    wanted: '≥ 0.55 and ≥ 10,000/s',
    reached: ratio >= 0.55 && rate >= 10_000,
  }
}
