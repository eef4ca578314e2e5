import type pg from 'pg'
import { qualityCode } from '#core/domains/telemetry/levels/quality.ts'
import { STORE_STEPS } from '#server/domains/devices/storeSteps.ts'
import { systemActor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { audit } from '#server/resources/history/audit.ts'
import { rollUp } from '../history/rollUp.ts'
import { loadDevices, type PortSetup } from '../intake/loadDevices.ts'
import { addToBuckets, insertTankChanges, type TankChange } from '../intake/writeRows.ts'
import { deriveReading, type PortMemory, type Reading } from './deriveReading.ts'

/** Days of one transaction, during which the device's uplinks wait, about a second. */
const DAYS_PER_PIECE = 31
const PIECES_PER_RUN = 10
const BLANK: PortMemory = { time: 0, trust: null, change: null }

interface Waiting {
  recomputation_id: number
  device_id: number
  device_ports_id: number
  port_number: number
  from_day: string
  from_at: string
  until_at: string
  is_last: boolean
  memory: PortMemory | null
  /** When the device came to its current company, epoch milliseconds; 0 = always there. */
  moved: number
}

const NEXT = `select recomputation_id, device_id, device_ports_id, port_number, to_char(from_day, 'YYYY-MM-DD') as from_day,
    begin_day::text || 'T00:00:00Z' as from_at, least(begin_day + $1::int4, until_day)::text || 'T00:00:00Z' as until_at,
    begin_day + $1::int4 >= until_day as is_last, memory, coalesce((
      select (extract(epoch from o.from_at) * 1000)::float8 from device_ownerships o where o.device_id = one.device_id
        and o.until_at = 'infinity' and o.from_at > '-infinity'), 0) as moved
  from (
    -- Skips days before the first stored reading.
    select r.*, greatest(r.next_day, least(r.until_day - 1, coalesce((
      select (min(at) at time zone 'UTC')::date from readings d
      where d.device_id = r.device_id and d.port_number = r.port_number and d.at >= r.next_day::timestamp at time zone 'UTC'),
      r.until_day - 1))) as begin_day
    from recomputations r where r.status in ('queued', 'running')
    order by r.recomputation_id limit 1 for update of r skip locked) one`

/** Scheduled: some pieces per run, so that a whole fleet's histories finish in time; the last ones when none waits. */
export async function recomputeDueHistories(
  pool: pg.Pool,
  db: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  for (let piece = 0; piece < PIECES_PER_RUN && !signal?.aborted; piece += 1) {
    if (!(await recomputeHistory(pool, db, now))) return
  }
}

/**
 * Recomputes the next piece of the longest-waiting history, in its own transaction.
 * @returns whether one waited
 */
export async function recomputeHistory(pool: pg.Pool, db: Database, now: Date): Promise<boolean> {
  const client = await pool.connect()
  let done: Waiting | null = null
  try {
    await client.query('begin')
    const { rows } = await client.query<Waiting>(NEXT, [DAYS_PER_PIECE])
    const [waiting] = rows
    if (waiting) done = (await recomputePiece(client, waiting, now)) ? waiting : null
    await client.query('commit')
    if (done) {
      await audit({ db, actor: systemActor, now }, 'device_ports', done.device_ports_id, 'recomputed', [
        { field: 'from', before: null, after: done.from_day },
      ])
    }
    return waiting !== undefined
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** @returns whether that was the last piece */
async function recomputePiece(client: pg.ClientBase, waiting: Waiting, now: Date): Promise<boolean> {
  const { device_id, port_number, recomputation_id, until_at, is_last } = waiting
  const devices = await loadDevices(client, [device_id])
  const setup = devices.get(device_id)?.ports.get(port_number)
  if (!setup?.curve) {
    await client.query(
      `update recomputations set status = 'failed', finished_at = $2 where recomputation_id = $1`,
      [recomputation_id, now],
    )
    return false
  }
  if (waiting.memory === null) await replaceSteps(client, waiting, setup)
  const { readings, changes, memory } = derive(setup, waiting, await readRaw(client, waiting))
  await writeReadings(client, waiting, readings)
  await replaceFigures(client, waiting, readings, changes)
  await client.query(
    `update recomputations set status = $2, next_day = ($3::timestamptz at time zone 'UTC')::date,
       readings = readings + $4, memory = $5, finished_at = $6 where recomputation_id = $1`,
    [
      recomputation_id,
      is_last ? 'done' : 'running',
      until_at,
      readings.length,
      is_last ? null : JSON.stringify(memory),
      is_last ? now : null,
    ],
  )
  if (is_last) await storeMemory(client, waiting, memory)
  return is_last
}

/** From the first recomputed day on, the levels refer to the current tank: the only step is at its beginning. */
async function replaceSteps(
  client: pg.ClientBase,
  { device_id, port_number, from_at }: Waiting,
  setup: PortSetup,
): Promise<void> {
  const { rows } = await client.query<Raw & { volume: number }>(
    `select (extract(epoch from at) * 1000)::float8 as time, raw, temperature, volume, false as is_ahead from readings
     where device_id = $1 and port_number = $2 and at < $3 and volume is not null order by at desc limit 1`,
    [device_id, port_number, from_at],
  )
  const [last] = rows
  await client.query('delete from tank_steps where device_id = $1 and port_number = $2 and at > $3', [
    ...[device_id, port_number],
    last ? new Date(last.time) : from_at,
  ])
  if (!last) return
  const { reading } = deriveReading(setup, BLANK, { device_id, port_number, ...last })
  const step = reading.volume === null ? null : reading.volume - last.volume
  await client.query(STORE_STEPS, [[device_id], [port_number], [new Date(last.time)], [step]])
}

interface Raw {
  time: number
  raw: number
  temperature: number | null
  is_ahead: boolean
}

async function readRaw(client: pg.ClientBase, { device_id, port_number, from_at, until_at }: Waiting) {
  const { rows } = await client.query<Raw>(
    `select (extract(epoch from at) * 1000)::float8 as time, raw, temperature,
       quality = ${qualityCode('clock_ahead')} as is_ahead from readings
     where device_id = $1 and port_number = $2 and at >= $3 and at < $4 order by at`,
    [device_id, port_number, from_at, until_at],
  )
  return rows
}

/** Derives the readings again; the learned state of a tank is reset when its owner changes. */
function derive(
  setup: PortSetup,
  { device_id, port_number, memory: before, moved }: Waiting,
  raws: readonly Raw[],
) {
  const readings: Reading[] = []
  const changes: TankChange[] = []
  let memory = before ?? BLANK
  for (const raw of raws) {
    if (memory.time > 0 && memory.time < moved && raw.time >= moved) memory = BLANK
    const derived = deriveReading(setup, memory, { device_id, port_number, ...raw })
    memory = derived.memory
    readings.push(derived.reading)
    const { found } = derived
    if (!found) continue
    const { kind, started, ended, volume, before: before_volume, after: after_volume } = found
    const times = { started_at: started, ended_at: ended }
    changes.push({ device_id, port_number, kind, ...times, volume, before_volume, after_volume })
  }
  return { readings, changes, memory }
}

async function writeReadings(
  client: pg.ClientBase,
  { device_id, port_number, from_at, until_at }: Waiting,
  readings: readonly Reading[],
): Promise<void> {
  await client.query(
    `update readings r set height = n.height, volume = n.volume, percent = n.percent, quality = n.quality
     from unnest($5::float8[], $6::float4[], $7::float4[], $8::float4[], $9::int2[])
       as n (time, height, volume, percent, quality)
     where r.device_id = $1 and r.port_number = $2 and r.at >= $3 and r.at < $4
       and (extract(epoch from r.at) * 1000)::float8 = n.time`,
    [
      ...[device_id, port_number, from_at, until_at],
      readings.map(({ time }) => time),
      readings.map(({ height }) => height),
      readings.map(({ volume }) => volume),
      readings.map(({ percent }) => percent),
      readings.map(({ quality }) => quality),
    ],
  )
}

/** Replaces roll-ups, deliveries and losses of these days from the recomputed readings, without alerts. */
async function replaceFigures(
  client: pg.ClientBase,
  { device_id, port_number, from_at, until_at }: Waiting,
  readings: readonly Reading[],
  changes: readonly TankChange[],
): Promise<void> {
  const of = [device_id, port_number, from_at, until_at]
  for (const [table, column] of [
    ['readings_hourly', 'at'],
    ['readings_daily', 'at'],
    ['tank_changes', 'started_at'],
  ]) {
    await client.query(
      `delete from ${table} where device_id = $1 and port_number = $2 and ${column} >= $3 and ${column} < $4`,
      of,
    )
  }
  await addToBuckets(client, rollUp(readings))
  await insertTankChanges(client, changes)
  await client.query(
    `update tank_changes set is_judged = true where device_id = $1 and port_number = $2 and not is_judged
       and ended_at >= $3 and ended_at < $4`,
    of,
  )
}

/** Stores the state for the next reading, and has the forecast renewed. */
async function storeMemory(
  client: pg.ClientBase,
  { device_id, port_number }: Waiting,
  { time, trust, change }: PortMemory,
): Promise<void> {
  await client.query(
    `update port_states set trust_state = coalesce($3, trust_state), change_state = coalesce($4, change_state),
       forecast_at = null where device_id = $1 and port_number = $2 and at <= to_timestamp(($5::float8 + 1) / 1000)`,
    [device_id, port_number, trust && JSON.stringify(trust), change && JSON.stringify(change), time],
  )
}
