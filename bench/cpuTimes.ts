import fs from 'node:fs'
import type pg from 'pg'

/** Microseconds in a tick of the times that Linux tells of a process; it is a hundredth of a second everywhere. */
const TICK = 10_000

/** CPU time that this process and its database have used since they began, in microseconds. */
export interface CpuTimes {
  server: number
  database: number
}

/** Reads both; Linux only, as the embedded database is. */
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
  return { server: user + system, database: TICK * ticks.reduce((sum, one) => sum + one, 0) }
}

/** What a process of the database has used, and those that it has waited for; 0 for any other process. */
function ticksOf(pid: number, postmaster: number): number {
  let stat: string
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return 0
  }
  // The name of the command is in brackets and may hold blanks: counting begins behind it, with the state (field 3).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  if (pid !== postmaster && field(4) !== postmaster) return 0
  return [14, 15, 16, 17].reduce((sum, number) => sum + field(number), 0)
}
