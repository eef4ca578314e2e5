import { sql } from 'kysely'
import type pg from 'pg'
import { ALL_LOGIN_TYPES, type LoginType } from '#core/platform/loginTypes.ts'
import { renewTimeZones } from '#server/domains/devices/renewTimeZones.ts'
import { forecastRunOut } from '#server/domains/telemetry/forecastRunOut.ts'
import { systemActor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { emit } from '#server/platform/events.ts'
import { LOCKS } from '#server/platform/locks.ts'
import type { Log } from '#server/platform/log.ts'
import { acceptSeasons } from './acceptSeasons.ts'
import { DEMO_PASSWORD, demoUsername } from './facts.ts'
import type { PastAlert } from './gatherHistory.ts'
import { insertAlerts } from './insertAlerts.ts'
import { insertBilling } from './insertBilling.ts'
import { insertCompanies } from './insertCompanies.ts'
import { insertDeliveredRounds } from './insertDeliveredRounds.ts'
import { insertFleet } from './insertFleet.ts'
import { insertFulfilment } from './insertFulfilment.ts'
import { insertOffice } from './insertOffice.ts'
import { insertOrders } from './insertOrders.ts'
import { insertPlaces } from './insertPlaces.ts'
import { insertShipments } from './insertShipments.ts'
import { tellWeather } from './tellWeather.ts'
import { writeHistory } from './writeHistory.ts'

export interface DemoServices {
  db: Database
  pool: pg.Pool
  log: Log
  seal: Encryptor
  progress: (text: string) => void
}

export interface DemoAccounts {
  password: string
  usernames: Record<LoginType, string>
}

const MARKER = 'demo'

interface Marker {
  isFinished: boolean
  devices: number[]
}

/**
 * Fills an installation with a believable business, once: companies, accounts, tanks and a year of their history.
 * Companies and devices come whole or not at all; a history that a kill left half written is cleared and written
 * again at the next start.
 */
export async function seedDemo({ db, pool, log, seal, progress }: DemoServices): Promise<DemoAccounts> {
  const lock = await pool.connect()
  try {
    // Two servers that start together: the second waits, and then finds the demo there.
    await lock.query('select pg_advisory_lock($1)', [LOCKS.demo])
    const marker = await readMarker(db)
    if (!marker?.isFinished) {
      const started = Date.now()
      const readings = await makeDemo({ db, pool, seal, progress }, marker)
      log.info({ readings, seconds: (Date.now() - started) / 1000 }, 'the demo was made')
    }
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [LOCKS.demo]).catch(() => {})
    lock.release()
  }
  const usernames = ALL_LOGIN_TYPES.map((loginType) => [loginType, demoUsername(loginType)])
  return { password: DEMO_PASSWORD, usernames: Object.fromEntries(usernames) as Record<LoginType, string> }
}

async function makeDemo(
  { db, pool, seal, progress }: Omit<DemoServices, 'log'>,
  marker: Marker | undefined,
): Promise<number> {
  const now = Date.now()
  progress('companies, accounts and tanks')
  if (marker) await clearHistory(db, marker.devices)
  const devices = marker ? await readDevices(db, marker.devices) : await insertBusiness(db, seal, now)
  const { alerts, readings } = await writeHistory({ pool, progress }, devices, now)
  progress('forecasts')
  // What happens by the clock begins a minute after the first page is opened.
  const ids = [...devices.values()]
  await tellWeather(db, now)
  await acceptSeasons(db, devices, now)
  const context = { actor: systemActor, db, now: new Date(now), seal }
  await renewTimeZones(context, ids)
  await forecastRunOut(context, ids)
  progress('rounds')
  await insertDeliveredRounds(context, devices)
  await insertBilling(db, now)
  await finish(db, ids, alerts, now)
  return readings
}

async function insertBusiness(
  db: Database,
  seal: Encryptor,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  return db.transaction().execute(async (transaction) => {
    const companies = await insertCompanies(transaction, seal)
    await insertOffice(transaction, seal, companies, now)
    const devices = await insertFleet(transaction, companies, now)
    await insertFulfilment(transaction, companies, now)
    await insertPlaces(transaction, seal, companies)
    await insertOrders(transaction, now)
    await insertShipments(transaction, now)
    const marker: Marker = { isFinished: false, devices: [...devices.values()] }
    await sql`insert into settings (setting_key, value)
      values (${MARKER}, ${JSON.stringify(marker)}::jsonb)`.execute(transaction)
    return devices
  })
}

/** What of the history was written before the start that was killed. */
async function clearHistory(db: Database, ids: number[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of HISTORY_TABLES) {
      await sql`delete from ${sql.table(table)} where device_id = any(${ids})`.execute(transaction)
    }
  })
}

const HISTORY_TABLES = [
  'readings',
  'readings_hourly',
  'readings_daily',
  'device_records',
  'raw_uplinks',
  'tank_changes',
  'port_states',
  'device_states',
  'alerts',
] as const

async function readDevices(db: Database, ids: number[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ device_id: number; public_id: string }>`
    select device_id, public_id from devices where device_id = any(${ids})`.execute(db)
  return new Map(rows.map(({ device_id, public_id }) => [public_id, device_id]))
}

/** The alerts, the word to the judge, and last of all the marker: from now on the demo is there. */
async function finish(db: Database, ids: number[], alerts: PastAlert[], now: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await insertAlerts(transaction, alerts, now)
    // Their alerts are written already, with the times at which they would have opened.
    await sql`update tank_changes set is_judged = true where device_id = any(${ids})`.execute(transaction)
    await sql`update device_states set is_offline = true where device_id in (
        select device_id from alerts where level = 'offline' and status <> 'closed') and device_id = any(${ids})`.execute(
      transaction,
    )
    await emit({ db: transaction }, 'readings.stored', [{ device_ids: ids }])
    await sql`update settings set value = value || '{"isFinished": true}', updated_at = now()
      where setting_key = ${MARKER}`.execute(transaction)
  })
}

async function readMarker(db: Database): Promise<Marker | undefined> {
  const { rows } = await sql<{ value: Marker }>`
    select value from settings where setting_key = ${MARKER}`.execute(db)
  return rows[0]?.value
}
