import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { codeOf } from '#server/platform/codeOf.ts'
import { LOCKS } from '#server/platform/database/locks.ts'

type Span = 'month' | 'year'

/** Tables partitioned by time, with the span of a partition. */
const PARTITIONED: Readonly<Record<string, Span>> = {
  readings: 'month',
  device_records: 'month',
  raw_uplinks: 'month',
  readings_hourly: 'year',
  readings_daily: 'year',
}
/** Their rows are updated often, so their pages keep room for new row versions. */
const UPDATED = ['readings_hourly', 'readings_daily']
const DROPPED = Object.keys(PARTITIONED).filter((table) => table !== 'readings_daily')

/** Minimum number of past months for which records are accepted, even if raw readings are stored for a shorter time. */
const MIN_MONTHS = 25
/** Partitions created in advance; failures to create them then show in time. */
const MONTHS_AHEAD = 2

/**
 * Attempts at a change of tables that waits for another session's lock, such as a backup's. Later sessions would
 * queue behind it, so it gives up soon and retries.
 */
const ATTEMPTS = 3
const LOCK_SECONDS = 2
const RETRY_MS = 500
const LOCKED = '55P03'

interface Part {
  table: string
  from: Date
  until: Date
}

/**
 * Creates the partitions of all months for which devices may send records, including coming ones. Runs ahead every
 * hour, so that storing records never changes a table.
 * @returns false if a lock prevented one
 */
export function ensureComingPartitions(pool: pg.Pool, now: number, rawMonths = MIN_MONTHS): Promise<boolean> {
  const from = acceptedFrom(now, rawMonths)
  const months: number[] = []
  for (let ahead = 0; monthsAfter(from, ahead) <= monthsAfter(now, MONTHS_AHEAD); ahead++) {
    months.push(monthsAfter(from, ahead))
  }
  return ensurePartitions(pool, months)
}

/**
 * Creates the missing partitions for rows of these times.
 * @returns false if a lock prevented one
 */
export async function ensurePartitions(pool: pg.Pool, times: Iterable<number>): Promise<boolean> {
  const requested = new Map<string, Part>()
  for (const time of times) {
    for (const [table, span] of Object.entries(PARTITIONED)) {
      const { name, ...part } = partOf(table, span, time)
      requested.set(name, part)
    }
  }
  return withPatience(pool, async (client) => {
    const existing = new Set((await readParts(client)).map(({ part }) => part))
    for (const [name, part] of requested) if (!existing.has(name)) await makePart(client, name, part)
  })
}

/**
 * Creates a table and then attaches it: unlike `create table … partition of`, that neither waits for readers and
 * writers of the parent nor blocks them. A lock keeps two servers from creating the same partition.
 */
async function makePart(client: pg.ClientBase, name: string, { table, from, until }: Part): Promise<void> {
  await client.query(`do $$ begin
    perform pg_advisory_xact_lock(${LOCKS.partitions});
    if exists (select from pg_inherits where inhrelid = to_regclass('${name}')) then return; end if;
    -- Left over if it was detached but not dropped.
    drop table if exists ${name};
    create table ${name} (like ${table} including defaults including constraints including indexes including storage)
      with (fillfactor = ${UPDATED.includes(table) ? 70 : 100});
    alter table ${table} attach partition ${name}
      for values from ('${from.toISOString()}') to ('${until.toISOString()}');
  end $$`)
}

export interface Retention {
  rawMonths: number
  hourlyYears: number
}

/**
 * Drops partitions whose newest row is past retention; a drop leaves no bloat. A partition of a month still accepted
 * is dropped only if it has rows, and is then created again. One in use is left for the next run.
 * @returns the names of the dropped partitions
 */
export async function dropOldPartitions(
  pool: pg.Pool,
  now: number,
  { rawMonths, hourlyYears }: Retention,
): Promise<string[]> {
  const rawUntil = monthsAfter(now, -rawMonths)
  const hourlyUntil = Date.UTC(new Date(now).getUTCFullYear() - hourlyYears, 0, 1)
  const accepted = acceptedFrom(now, rawMonths)
  const dropped: string[] = []
  await withPatience(pool, async (client) => {
    // While one partition of a table is still being detached, the database detaches no other of it.
    const parts = (await readParts(client))
      .filter(({ table }) => DROPPED.includes(table))
      .sort((one, other) => Number(other.isPending) - Number(one.isPending))
    for (const { part, table, isPending } of parts) {
      const end = endOf(part)
      if (end > (table === 'readings_hourly' ? hourlyUntil : rawUntil)) continue
      if (end > accepted && !isPending && !(await hasRows(client, part))) continue
      await client.query(
        `alter table ${table} detach partition ${part} ${isPending ? 'finalize' : 'concurrently'}`,
      )
      dropped.push(part)
    }
    for (const part of await readDetached(client)) await client.query(`drop table if exists ${part}`)
  })
  return dropped
}

async function hasRows(client: pg.ClientBase, part: string): Promise<boolean> {
  const { rows } = await client.query<{ any: boolean }>(`select exists (select from ${part}) as any`)
  return firstOf(rows).any
}

/**
 * The months without a gap around now for which partitions exist, epoch milliseconds. Read from the tables, so that all servers agree even
 * with different settings.
 */
export async function readTakenMonths(pool: pg.Pool, now: number): Promise<{ from: number; until: number }> {
  const existing = new Set(
    (await readParts(pool)).filter(({ isPending }) => !isPending).map(({ part }) => part),
  )
  const isWhole = (time: number) =>
    Object.entries(PARTITIONED).every(([table, span]) => existing.has(partOf(table, span, time).name))
  let ago = 0
  while (isWhole(monthsAfter(now, -ago))) ago++
  let ahead = 0
  while (isWhole(monthsAfter(now, ahead))) ahead++
  return { from: monthsAfter(now, 1 - ago), until: monthsAfter(now, ahead) }
}

interface FoundPart {
  part: string
  table: string
  /** Detaching it was interrupted. */
  isPending: boolean
}

async function readParts(client: pg.ClientBase | pg.Pool): Promise<FoundPart[]> {
  const { rows } = await client.query<FoundPart>(
    `select child.relname as part, parent.relname as table, inhdetachpending as "isPending"
     from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
     where inhparent = any($1::text[]::regclass[])`,
    [Object.keys(PARTITIONED)],
  )
  return rows
}

/** Detached partitions that are not dropped yet. */
async function readDetached(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    `select relname as part from pg_class where relkind = 'r' and not relispartition
       and relnamespace = (select relnamespace from pg_class where oid = 'readings'::regclass)
       and relname ~ $1`,
    [`^(${DROPPED.join('|')})_\\d{4}(_\\d\\d)?$`],
  )
  return rows.map(({ part }) => part)
}

/**
 * Changes tables on a dedicated connection with a short lock timeout.
 * @returns false if a lock prevented it in every attempt
 */
async function withPatience(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query(`set lock_timeout = '${LOCK_SECONDS}s'; set statement_timeout = 0`)
    for (let attempt = 1; ; attempt++) {
      try {
        await work(client)
        return true
      } catch (error) {
        if (codeOf(error) !== LOCKED) throw error
        if (attempt === ATTEMPTS) return false
        await pause(RETRY_MS)
      }
    }
  } finally {
    // This connection's timeouts must not reach the pool.
    client.release(true)
  }
}

/** The first month for which records are accepted: retention, but at least `MIN_MONTHS`. */
function acceptedFrom(now: number, rawMonths: number): number {
  return monthsAfter(now, -Math.max(rawMonths, MIN_MONTHS))
}

/** The start of the month that is `months` after a time. */
function monthsAfter(time: number, months: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}

function partOf(table: string, span: Span, time: number): { name: string } & Part {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  if (span === 'year') {
    return { name: `${table}_${year}`, table, from: utc(year, 0), until: utc(year + 1, 0) }
  }
  const month = date.getUTCMonth()
  const name = `${table}_${year}_${String(month + 1).padStart(2, '0')}`
  return { name, table, from: utc(year, month), until: utc(year, month + 1) }
}

function utc(year: number, month: number): Date {
  return new Date(Date.UTC(year, month, 1))
}

/** End of the partition named like readings_2026_11 or readings_hourly_2026. */
function endOf(part: string): number {
  const month = /_(\d{4})_(\d\d)$/.exec(part)
  if (month) return Date.UTC(Number(month[1]), Number(month[2]), 1)
  const year = /_(\d{4})$/.exec(part)
  return year ? Date.UTC(Number(year[1]) + 1, 0, 1) : Number.POSITIVE_INFINITY
}
