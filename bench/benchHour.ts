import fs from 'node:fs'
import { makeFleet } from './fleet.ts'
import { driveDevices } from './load/driveDevices.ts'
import type { Benchmark, Measurement } from './measurement.ts'

const RECORDS = 12
const PORTS = 2
const USUAL_LOAD = 0.6
/** Maximum ratio of the last fifth to the second one. */
const GROWTH = 1.15

interface Sample {
  memory: number
  connections: number
  descriptors: number
  dead: number
  p99: number
}

/** Runs load for a given time at 60 % of the maximum rate, and checks that nothing grows. */
export async function benchHour({
  server,
  quick,
  minutes = quick ? 1 : 60,
}: Benchmark): Promise<Measurement[]> {
  const devices = await makeFleet(server.db, quick ? 200 : 2_000, 'HOUR')
  const target = { transport: 'http', port: server.port, devices, records: RECORDS, ports: PORTS } as const
  // The maximum rate is measured with records of another year.
  const earlier = Date.now() - 400 * 86_400_000
  await driveDevices({ ...target, rounds: 1, firstRound: 0, allRounds: 3, now: earlier })
  const { uplinks, seconds } = await driveDevices({
    ...target,
    rounds: 2,
    firstRound: 1,
    allRounds: 3,
    now: earlier,
  })
  const rate = (USUAL_LOAD * uplinks) / seconds
  const slices = Math.max(5, minutes)
  const rounds = Math.max(1, Math.round((rate * minutes * 60) / slices / devices.length))
  const samples: Sample[] = []
  // The records of all rounds are consecutive, the newest of them before now.
  const place = { now: Date.now(), allRounds: slices * rounds }
  for (let slice = 0; slice < slices; slice++) {
    const { p99 } = await driveDevices({ ...target, rounds, firstRound: slice * rounds, ...place, rate })
    samples.push(await sampleOf(server.pool, p99))
    process.stdout.write(`${slice + 1} of ${slices}: ${JSON.stringify(samples.at(-1))}\n`)
  }
  const fifth = Math.floor(slices / 5)
  const early = samples.slice(fifth, 2 * fifth)
  const late = samples.slice(-fifth)
  const sizes = `${minutes} min at ${Math.round(rate * RECORDS * PORTS).toLocaleString('en')} readings/s, ${devices.length} devices`
  const names = {
    memory: 'memory of the server, MB',
    connections: 'connections of the database',
    descriptors: 'open files of the server',
    dead: 'dead rows',
    p99: 'p99 of an uplink, ms',
  }
  return Object.entries(names).map(([key, name]) => {
    const of = (some: readonly Sample[]) => Math.max(...some.map((item) => item[key as keyof Sample]))
    const [before, after] = [of(early), of(late)]
    return {
      what: `no growth: ${name}`,
      sizes,
      measured: `${Math.round(after)} in the last fifth`,
      floor: `${Math.round(before)} in the second`,
      ratio: after / Math.max(before, 1),
      wanted: `≤ ${GROWTH} ×`,
      reached: after <= GROWTH * Math.max(before, 1),
    }
  })
}

async function sampleOf(pool: Benchmark['server']['pool'], p99: number): Promise<Sample> {
  const { rows } = await pool.query(
    `select (select count(*)::int from pg_stat_activity where application_name like 'ullage%') as connections,
       (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables) as dead`,
  )
  return {
    memory: process.memoryUsage().rss / 1e6,
    descriptors: fs.readdirSync('/proc/self/fd').length,
    ...rows[0],
    p99,
  }
}
