import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Bench, Figure } from './figure.ts'
import { type BenchDevice, makeFleet } from './fleet.ts'

const RECORDS = 12
const PORTS = 2

interface Load {
  seconds: number
  uplinks: number
}

/** Both doors under a fleet that reports twelve records of two ports at a time, against bare inserts of the rows. */
export async function benchIngest({ server, quick }: Bench): Promise<Figure[]> {
  const count = quick ? 200 : 2000
  const rounds = quick ? 1 : 3
  const devices = await makeFleet(server.db, count, 'INGEST')
  const sizes = `${count} devices, ${RECORDS} records × ${PORTS} ports an uplink, ${rounds} rounds`
  // Unmeasured: plans, caches and the compiler warm up.
  await drive('http', `http://127.0.0.1:${server.port}`, devices.slice(0, 200), 1, 0)
  const http = await drive('http', `http://127.0.0.1:${server.port}`, devices, rounds, 1)
  const memory = process.memoryUsage().rss / 1e6
  const mqtt = await drive('mqtt', `mqtt://127.0.0.1:${server.mqttPort}`, devices, rounds, 1 + rounds)
  const floor = await bareInserts(server.pool, count * RECORDS * PORTS * rounds)
  return [
    figureOf('ingest by HTTP', sizes, http, floor),
    figureOf('ingest by MQTT (QoS 1)', sizes, mqtt, floor),
    {
      what: 'memory of the server while ingesting',
      sizes,
      measured: `${memory.toFixed(0)} MB`,
      wanted: '< 400 MB',
      reached: memory < 400,
    },
  ]
}

function figureOf(what: string, sizes: string, { seconds, uplinks }: Load, floor: number): Figure {
  const rate = (uplinks * RECORDS * PORTS) / seconds
  const ratio = rate / floor
  return {
    what,
    sizes,
    measured: `${Math.round(rate).toLocaleString('en')} readings/s`,
    floor: `${Math.round(floor).toLocaleString('en')} readings/s`,
    ratio,
    wanted: '≥ 0.30 and ≥ 10,000/s',
    reached: ratio >= 0.3 && rate >= 10_000,
  }
}

/** The load comes from a process of its own, so that it shares neither the server's loop nor its memory. */
function drive(
  door: 'http' | 'mqtt',
  address: string,
  devices: BenchDevice[],
  rounds: number,
  firstRound: number,
): Promise<Load> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./load.mjs', import.meta.url)), { execArgv: [] })
    child.send({
      door,
      address,
      devices,
      rounds,
      firstRound,
      records: RECORDS,
      ports: PORTS,
      now: Date.now(),
    })
    child.once('message', (load) => resolve(load as Load))
    child.once('error', reject)
    child.once('exit', (code) => code && reject(new Error(`the load ended with ${code}`)))
  })
}

const READINGS_A_BATCH = 960
/** What an uplink of 12 records of 2 ports writes beside its 24 readings: records, hours, days, itself. */
const BESIDE = { device_records: 12, readings_hourly: 6, readings_daily: 2, raw_uplinks: 1 }

/**
 * The same rows by the bare driver: readings, device records, hours, days and raw uplinks, a statement a table and
 * a transaction for every forty uplinks, into tables of the same shape.
 * @returns readings a second.
 */
async function bareInserts(pool: pg.Pool, readings: number): Promise<number> {
  const client = await pool.connect()
  const body = JSON.stringify({
    records: Array.from({ length: 12 }, () => ({
      time: new Date().toISOString(),
      battery: 3.8,
      signal: 18,
      temperature: 21.5,
      ports: [
        { port: 1, value: 812, temperature: 18.2 },
        { port: 2, value: 933, temperature: 18.2 },
      ],
    })),
  })
  const at = Date.now() - 86_400_000
  const begun = performance.now()
  for (let start = 0; start < readings; start += READINGS_A_BATCH) {
    await client.query('begin')
    await insertReadings(client, start, at)
    for (const [table, share] of Object.entries(BESIDE)) {
      await insertBeside(client, table, start, (READINGS_A_BATCH / 24) * share, at, body)
    }
    await client.query('commit')
  }
  const seconds = (performance.now() - begun) / 1000
  client.release()
  return readings / seconds
}

async function insertReadings(client: pg.PoolClient, start: number, at: number): Promise<void> {
  const index = Array.from({ length: READINGS_A_BATCH }, (_, row) => start + row)
  await client.query({
    name: 'bare_readings',
    text: `insert into readings (device_id, port_number, at, raw, height, volume, percent, temperature, quality)
      select device_id, port_number, to_timestamp(at / 1000.0), raw, height, volume, percent, temperature, quality
      from unnest($1::int8[], $2::int2[], $3::float8[], $4::float4[], $5::float4[], $6::float4[], $7::float4[],
        $8::float4[], $9::int2[]) as g (device_id, port_number, at, raw, height, volume, percent, temperature, quality)`,
    values: [
      index.map((row) => 10_000_000 + (row % 2000)),
      index.map((row) => row % 2),
      index.map((row) => at + Math.floor(row / 2000) * 60_000),
      ...[1234.5, 765.5, 5432.1, 43.2, 12.5, 0].map((value) => index.map(() => value)),
    ],
  })
}

const BARE: Record<string, string> = {
  device_records: `(device_id, at, battery_voltage, battery, signal_quality, temperature, queued_records, latitude, longitude)
    select id, to_timestamp(at / 1000.0), 3.8, 60, 18, 21.5, 0, null, null`,
  readings_hourly: `select id, 1, to_timestamp(at / 1000.0), 6, 1, 1, 1, 1, 1, 1, 1, now(), 1, now(), 1`,
  readings_daily: `select id, 1, to_timestamp(at / 1000.0), 6, 1, 1, 1, 1, 1, 1, 1, now(), 1, now(), 1`,
  raw_uplinks: `(device_id, received_at, door, accepted, duplicates, refused, body)
    select id, to_timestamp(at / 1000.0), 'http', 12, 0, 0, $3::json`,
}

async function insertBeside(
  client: pg.PoolClient,
  table: string,
  start: number,
  count: number,
  at: number,
  body: string,
) {
  const rows = Array.from({ length: count }, (_, row) => start * 10 + row)
  const values: unknown[] = [rows.map((row) => 10_000_000 + row), rows.map(() => at)]
  await client.query({
    name: `bare_${table}`,
    text: `insert into ${table} ${BARE[table]} from unnest($1::int8[], $2::float8[]) as g (id, at)`,
    values: table === 'raw_uplinks' ? [...values, body] : values,
  })
}
