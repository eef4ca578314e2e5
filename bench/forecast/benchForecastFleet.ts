import { sql } from 'kysely'
import type pg from 'pg'
import { forecastWhatIsDue } from '#server/domains/telemetry/forecasts/forecastRunOut.ts'
import { systemActor } from '#server/platform/context.ts'
import { type CpuTimes, cpuTimes } from '../cpuTimes.ts'
import { type BenchDevice, makeFleet } from '../fleet.ts'
import { withClient } from '../largeFleet/openLargeFleet.ts'
import { driveDevices } from '../load/driveDevices.ts'
import type { Benchmark, Measurement } from '../measurement.ts'

const PORTS = 2
const DAYS = 120
/** Devices of such a fleet report every quarter of an hour. */
const REPORT_SECONDS = 900
const SLICE_SECONDS = 20
const MINUTES = 10
/** Milliseconds of CPU. */
const MAX_CPU_MS = 12
const MAX_WAIT = 250
/** Records of all slices are consecutive, the newest before now. */
const MAX_SLICES = 200

/**
 * A fleet without forecasts, as after an upgrade, while its devices keep reporting: how long the server's own task takes until all are
 * forecast, its cost, and whether uplinks wait.
 */
export async function benchForecastFleet({
  server,
  connection,
  quick,
  size,
}: Benchmark): Promise<Measurement[]> {
  const tanks = size ?? (quick ? 2_000 : 100_000)
  await makeFleet(server.db, tanks / PORTS, 'FORECAST')
  await fillHistory(connection)
  const rate = tanks / PORTS / REPORT_SECONDS
  const reporting = await makeFleet(server.db, Math.max(Math.ceil(rate * SLICE_SECONDS), 8), 'REPORTS')
  const report = sliceOf(server.port, reporting, rate)
  await report()
  const alone = await report()
  const before = await cpuTimes(server.pool)
  const startedAt = performance.now()
  let isDone = false
  const made = forecastWhatIsDue({
    ...{ actor: systemActor, db: server.db, now: new Date(), encryptor: server.encryptor },
  }).then(() => {
    isDone = true
    return performance.now()
  })
  const waits: number[] = []
  let uplinks = 0
  while (!isDone) {
    waits.push((await report()).p99)
    uplinks += reporting.length
  }
  const minutes = ((await made) - startedAt) / 60_000
  const after = await cpuTimes(server.pool)
  const { rows } = await sql<{ made: number }>`
    select count(*)::int as made from port_states where days_to_empty is not null`.execute(server.db)
  if (rows[0]!.made < tanks) throw new Error(`Only ${rows[0]!.made} of ${tanks} tanks were forecast.`)
  // The cost of the uplinks alone is subtracted.
  const spent = (of: keyof CpuTimes) =>
    (after[of] - before[of] - (alone.cpu[of] * uplinks) / reporting.length) / 1000 / tanks
  const p99 = Math.max(...waits)
  const sizes = `${tanks.toLocaleString('en')} tanks with ${DAYS} days, ${rate.toFixed(0)} uplinks/s at the same time`
  return [
    {
      what: 'forecasts of a whole fleet',
      sizes,
      measured: `${minutes.toFixed(1)} min`,
      wanted: `≤ ${((MINUTES * tanks) / 100_000).toFixed(1)} min`,
      reached: minutes <= (MINUTES * tanks) / 100_000,
    },
    {
      what: 'CPU of a forecast, with reading and writing',
      sizes,
      measured: `server ${spent('server').toFixed(1)} ms, database ${spent('database').toFixed(1)} ms`,
      wanted: `≤ ${MAX_CPU_MS} ms`,
      reached: spent('server') + spent('database') <= MAX_CPU_MS,
    },
    {
      what: 'p99 of an uplink while a fleet is forecast',
      sizes,
      measured: `${p99.toFixed(0)} ms in the worst ${SLICE_SECONDS} s (${alone.p99.toFixed(0)} ms before)`,
      wanted: `≤ ${MAX_WAIT} ms`,
      reached: p99 <= MAX_WAIT,
    },
  ]

  function sliceOf(port: number, devices: readonly BenchDevice[], perSecond: number) {
    const load = { transport: 'http', port, devices, rounds: 1, records: 1, ports: PORTS } as const
    const now = Date.now()
    let firstRound = 0
    return async () => {
      const from = await cpuTimes(server.pool)
      const { p99: waited } = await driveDevices({
        ...load,
        ...{ firstRound, allRounds: MAX_SLICES, now, rate: perSecond },
      })
      firstRound += 1
      const until = await cpuTimes(server.pool)
      const cpu = { server: until.server - from.server, database: until.database - from.database }
      return { p99: waited, cpu }
    }
  }
}

/** Four months of each tank: used at its own rate, more on some days than on others, and filled every thirty days. */
function fillHistory(connection: pg.PoolConfig): Promise<void> {
  return withClient(connection, async (client) => {
    await client.query(`create temp table drained as
      select p.device_id, p.port_number, day, date_trunc('day', now()) - make_interval(days => ${DAYS} - day) as at,
        (day + p.device_id) % 30 as since_fill, (17802 * rate * 30)::real as filled,
        (17802 * (0.95 - rate * ((day + p.device_id) % 30
          + 0.4 * (hashint8(p.device_id * 131 + day) & 1023) / 1024.0)))::real as volume
      from device_ports p join devices d using (device_id), generate_series(0, ${DAYS}) as day,
        lateral (select 0.01 + 0.018 * (hashint8(p.device_id * 7 + p.port_number) & 1023) / 1024.0 as rate) of_tank
      where d.public_id like 'FORECAST-%'`)
    await client.query(`insert into readings_hourly
      select device_id, port_number, at + interval '23 hours', 4, 4 * volume, volume, volume, 200, 50, 50, 4000,
        at + interval '23 hours', volume, at + interval '23 hours 50 minutes', volume
      from drained where at < date_trunc('day', now())`)
    await client.query(`insert into tank_changes (device_id, port_number, kind, started_at, ended_at, volume, before_volume,
        after_volume, is_judged)
      select device_id, port_number, 'fill', at + interval '10 hours', at + interval '11 hours', filled, volume - filled,
        volume, true
      from drained where since_fill = 0 and day between 1 and ${DAYS} - 1`)
    await client.query(`insert into port_states (device_id, port_number, at, raw, height, volume, percent, quality, trusted_at)
      select device_id, port_number, now(), 1000, 1000, volume, volume / 178.02, 0, now() from drained where day = ${DAYS}`)
    await client.query('vacuum analyze readings_hourly, tank_changes, port_states')
  })
}
