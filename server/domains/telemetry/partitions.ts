import type pg from 'pg'

type Span = 'month' | 'year'

/** The tables that are split by time, and how wide a part is. */
const PARTITIONED: Readonly<Record<string, Span>> = {
  readings: 'month',
  device_records: 'month',
  raw_uplinks: 'month',
  readings_hourly: 'year',
  readings_daily: 'year',
}

const DAY = 86_400_000
const known = new Set<string>()

/**
 * Makes the parts that rows of these times fall into, before they are inserted. Known parts cost nothing; two
 * servers that make the same part at once are kept apart by a lock.
 */
export async function ensurePartitions(
  client: pg.ClientBase | pg.Pool,
  times: Iterable<number>,
): Promise<void> {
  const missing = new Map<string, { table: string; from: Date; until: Date }>()
  for (const time of times) {
    for (const [table, span] of Object.entries(PARTITIONED)) {
      const { name, from, until } = partOf(table, span, time)
      if (!known.has(name)) missing.set(name, { table, from, until })
    }
  }
  for (const [name, { table, from, until }] of missing) {
    await client.query(
      `do $$ begin
        perform pg_advisory_xact_lock(7117302);
        create table if not exists ${name} partition of ${table}
          for values from ('${from.toISOString()}') to ('${until.toISOString()}');
      end $$`,
    )
    known.add(name)
  }
}

function partOf(table: string, span: Span, time: number): { name: string; from: Date; until: Date } {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  if (span === 'year') {
    return { name: `${table}_${year}`, from: utc(year, 0), until: utc(year + 1, 0) }
  }
  const month = date.getUTCMonth()
  const name = `${table}_${year}_${String(month + 1).padStart(2, '0')}`
  return { name, from: utc(year, month), until: utc(year, month + 1) }
}

function utc(year: number, month: number): Date {
  return new Date(Date.UTC(year, month, 1))
}

export interface Retention {
  rawMonths: number
  hourlyYears: number
}

/**
 * Drops the parts whose newest row is older than what is kept: a drop takes no time and leaves no holes.
 * @returns the names of the dropped parts.
 */
export async function dropOldPartitions(
  client: pg.ClientBase | pg.Pool,
  now: number,
  { rawMonths, hourlyYears }: Retention,
): Promise<string[]> {
  const today = new Date(now)
  const rawUntil = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - rawMonths, 1)
  const hourlyUntil = Date.UTC(today.getUTCFullYear() - hourlyYears, 0, 1)
  const { rows } = await client.query<{ part: string; parent: string }>(
    `select child.relname as part, parent.relname as parent
     from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
     where parent.relname = any($1)`,
    [['readings', 'device_records', 'raw_uplinks', 'readings_hourly']],
  )
  const old = rows.filter(({ part, parent }) =>
    parent === 'readings_hourly' ? endOf(part) <= hourlyUntil : endOf(part) <= rawUntil,
  )
  for (const { part } of old) {
    await client.query(`drop table if exists ${part}`)
    known.delete(part)
  }
  return old.map(({ part }) => part)
}

/** When the part named readings_2026_11 or readings_hourly_2026 ends. */
function endOf(part: string): number {
  const month = /_(\d{4})_(\d\d)$/.exec(part)
  if (month) return Date.UTC(Number(month[1]), Number(month[2]), 1)
  const year = /_(\d{4})$/.exec(part)
  return year ? Date.UTC(Number(year[1]) + 1, 0, 1) : Number.POSITIVE_INFINITY
}

/** Parts for the days around now, so that no uplink has to wait for one at midnight. */
export function ensureComingPartitions(client: pg.ClientBase | pg.Pool, now: number): Promise<void> {
  return ensurePartitions(client, [now - DAY, now, now + 2 * DAY, now + 31 * DAY])
}

/** Looks again which parts exist: somebody else may have dropped one. */
export function forgetPartitions(): void {
  known.clear()
}
