import { sql } from 'kysely'
import type pg from 'pg'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import business from '#facts/business.json' with { type: 'json' }
import money from '#facts/money.json' with { type: 'json' }
import { renewTimeZones } from '#server/domains/devices/renewTimeZones.ts'
import { postJournal } from '#server/domains/finance/journal/postJournal.ts'
import { storeArrivals } from '#server/domains/shipments/route/storeArrivals.ts'
import { forecastRunOut } from '#server/domains/telemetry/forecasts/forecastRunOut.ts'
import { openTravelTimes } from '#server/domains/travel/travelTimes.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { emit } from '#server/platform/jobs/events.ts'
import type { Log } from '#server/platform/log.ts'
import { acceptSeasons } from './acceptSeasons.ts'
import type { Ids } from './facts.ts'
import { judgeSilence } from './judgeSilence.ts'
import { insertAlerts } from './records/insertAlerts.ts'
import { insertDocuments } from './records/insertDocuments.ts'
import { insertDoorMoney } from './records/insertDoorMoney.ts'
import { insertFacts } from './records/insertFacts.ts'
import { insertFleet } from './records/insertFleet.ts'
import { insertPrices } from './records/insertPrices.ts'
import { insertRounds } from './records/insertRounds.ts'
import { readIds } from './records/insertRows.ts'
import { insertTrucks } from './records/insertTrucks.ts'
import { reportWeather } from './reportWeather.ts'
import { writeHistory } from './writeHistory.ts'

export interface DemoServices {
  db: Database
  pool: pg.Pool
  log: Log
  encryptor: Encryptor
  progress: (text: string) => void
}

const MARKER = 'demo'
const DAY = 86_400_000
/** The business and its customers are older than the ownership of the oldest device. */
const SINCE_DAYS = 1_200

interface Marker {
  isFinished: boolean
  devices: number[]
}

/**
 * Fills an installation with a believable business, once: companies, accounts, tanks and a year of their history. Companies and devices are
 * written whole or not at all; a half-written history is cleared and rewritten at the next start.
 */
export async function seedDemo({ db, pool, log, encryptor, progress }: DemoServices): Promise<void> {
  const lock = await pool.connect()
  try {
    // If two servers start together, the second waits and then finds the demo there.
    await lock.query('select pg_advisory_lock($1)', [LOCKS.demo])
    const { rows } = await sql<{ value: Marker }>`
      select value from settings where setting_key = ${MARKER}`.execute(db)
    if (!rows[0]?.value.isFinished) {
      const started = Date.now()
      const readings = await makeDemo({ db, pool, encryptor, progress }, rows[0]?.value)
      log.info({ readings, seconds: (Date.now() - started) / 1000 }, 'the demo was made')
    }
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [LOCKS.demo]).catch(() => {})
    lock.release()
  }
}

async function makeDemo(
  { db, pool, encryptor, progress }: Omit<DemoServices, 'log'>,
  marker: Marker | undefined,
): Promise<number> {
  const now = Date.now()
  progress('companies, accounts and tanks')
  const devices = marker ? await clearHistory(db, marker.devices) : await insertBusiness(db, encryptor, now)
  const { alerts, readings } = await writeHistory({ pool, progress }, devices, now)
  progress('forecasts')
  // Scheduled work begins a minute after the first page is opened.
  const ids = [...devices.values()]
  await reportWeather(db, now)
  await acceptSeasons(db, devices, now)
  const context = { actor: systemActor, db, now: new Date(now), encryptor }
  await renewTimeZones(context, ids)
  await forecastRunOut(context, ids)
  progress('rounds')
  await insertRounds(context, devices)
  await db.transaction().execute(async (transaction) => {
    await insertDocuments(transaction, now)
    await timeRounds({ ...context, db: transaction })
    await insertDoorMoney({ ...context, db: transaction })
    await insertAlerts(transaction, alerts, now)
    // Their alerts are written already, with the times at which they would have opened.
    await sql`update tank_changes set is_judged = true where device_id = any(${ids})`.execute(transaction)
    await judgeSilence({ ...context, db: transaction }, ids)
    await sql`update device_states set is_offline = true where device_id in (
        select device_id from alerts where level = 'offline' and status <> 'closed') and device_id = any(${ids})`.execute(
      transaction,
    )
    await emit({ db: transaction }, 'readings.stored', [{ device_ids: ids }])
    await sql`update settings set value = value || '{"isFinished": true}', updated_at = now()
      where setting_key = ${MARKER}`.execute(transaction)
  })
  await postJournal({ ...context, db })
  return readings
}

/** Stores the planned arrivals of the rounds that are not finished, as planning does; travel is estimated. */
async function timeRounds(context: Context): Promise<void> {
  const travel = openTravelTimes({
    url: undefined,
    isPrivateAllowed: false,
    speed: 60,
    log: { warn: () => {} },
  })
  const { draft, in_route } = SHIPMENT_STATUS
  const { rows } = await sql<{ shipment_id: number }>`
    select shipment_id from shipment_planners where status_id in (${draft}, ${in_route})`.execute(context.db)
  for (const { shipment_id } of rows) await storeArrivals(context, travel, shipment_id)
}

async function insertBusiness(db: Database, encryptor: Encryptor, now: number): Promise<Ids> {
  return db.transaction().execute(async (transaction) => {
    // The sequence continues where a killed start left it; users 1 and 10 have the developer tools.
    await sql`select setval(pg_get_serial_sequence('users', 'user_id'), 1, false)
      where not exists (select from users)`.execute(transaction)
    const ids = await readIds(transaction, 'payment_terms', 'payment_term_id', 'description')
    for (const [code, id] of await readIds(transaction, 'units_of_measure', 'id', 'code')) ids.set(code, id)
    ids.set('ullage', OWN_COMPANY)
    const { work_orders, ...office } = business
    await insertFacts({ db: transaction, encryptor, now }, office, ids)
    const devices = await insertFleet(transaction, ids, now)
    for (const [public_id, device_id] of devices) ids.set(public_id, device_id)
    await insertFacts({ db: transaction, encryptor, now }, { work_orders }, ids)
    await insertTrucks(transaction, ids)
    await insertFacts({ db: transaction, encryptor, now }, money, ids)
    await insertPrices(transaction, now)
    const { rows: sent } = await sql<{ notification_id: number }>`
      select notification_id from notifications where date_sent is not null`.execute(transaction)
    await emit({ db: transaction }, 'notification.sent', sent)
    await predate(transaction, new Date(now - SINCE_DAYS * DAY))
    const marker: Marker = { isFinished: false, devices: [...devices.values()] }
    await sql`insert into settings (setting_key, value)
      values (${MARKER}, ${JSON.stringify(marker)}::jsonb)`.execute(transaction)
    return devices
  })
}

/** Dates back the rows that this transaction wrote without a time. */
async function predate(db: Database, since: Date): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_default = 'now()'
      and table_name not in ('events', 'settings')`.execute(db)
  for (const { table, column } of rows)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${since} where ${sql.ref(column)} = now()`.execute(
      db,
    )
}

/** Removes what the killed start had written. @returns the devices' ids by public id */
async function clearHistory(db: Database, ids: number[]): Promise<Ids> {
  await db.transaction().execute(async (transaction) => {
    for (const table of HISTORY_TABLES)
      await sql`delete from ${sql.table(table)} where device_id = any(${ids})`.execute(transaction)
    await sql`delete from lift_tickets`.execute(transaction)
    await sql`delete from compartment_balances`.execute(transaction)
    await sql`delete from shipment_planners where status_id = ${SHIPMENT_STATUS.finalized}`.execute(
      transaction,
    )
  })
  const { rows } = await sql<{ device_id: number; public_id: string }>`
    select device_id, public_id from devices where device_id = any(${ids})`.execute(db)
  return new Map(rows.map(({ device_id, public_id }) => [public_id, device_id]))
}

const HISTORY_TABLES = [
  ...['readings', 'readings_hourly', 'readings_daily', 'device_records', 'raw_uplinks', 'tank_changes'],
  ...['port_states', 'device_states', 'alerts', 'delivery_checks'],
] as const
