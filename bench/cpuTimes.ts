import fs from 'node:fs'
import type pg from 'pg'
import type { Load } from './load/devices.ts'
import type { Measurement } from './measurement.ts'

/** Microseconds per tick of a process's times in Linux; a tick is a hundredth of a second everywhere. */
const TICK = 10_000

/** CPU time that this process and its database have used since their start, in microseconds. */
export interface CpuTimes {
  server: number
  database: number
}

/** Reads both; Linux only, like the embedded database. */
export async function cpuTimes(pool: pg.Pool): Promise<CpuTimes> {
  const { user, system } = process.cpuUsage()
  const { rows } = await pool.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  const postmaster = Number(rows[0]!.pid)
  const ticks = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ticksOf(Number(name), postmaster))
  return { server: user + system, database: TICK * ticks.reduce((sum, tick) => sum + tick, 0) }
}

/** The time of a process of the database, and of its finished children; 0 for any other process. */
function ticksOf(pid: number, postmaster: number): number {
  let stat: string
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // The process has ended in the meantime.
    return 0
  }
  // The command's name is in parentheses and may contain spaces: fields are counted after it, from the state (field 3).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  if (pid !== postmaster && field(4) !== postmaster) return 0
  return [14, 15, 16, 17].reduce((sum, number) => sum + field(number), 0)
}

interface Spent {
  sizes: string
  /** Readings, or uplinks. */
  each: number
  load: Load
  before: CpuTimes
  after: CpuTimes
}

/** Microseconds of CPU for each: without a goal, to estimate the rate of another machine. */
export function cpuFigure(what: string, { sizes, each, load, before, after }: Spent): Measurement {
  const spent = [after.server - before.server, after.database - before.database, load.cpu]
  const [server, database, devices] = spent.map((item) => (item / each).toFixed(1))
  return {
    what,
    sizes,
    measured: `server ${server} µs, database ${database} µs, devices ${devices} µs`,
    wanted: 'information',
    reached: true,
  }
}
