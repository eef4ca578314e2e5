import { sql } from 'kysely'
import type { z } from 'zod'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { devices } from '#core/domains/devices/devices.ts'
import type { EnteredLevel, EnteredLevelBody } from '#core/domains/telemetry/levels/enteredLevel.ts'
import type { LevelReporter } from '#core/domains/telemetry/levels/levelReporters.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { fahrenheitToCelsius, usGallonsToLitres, volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { measuredAt, typicalGapSql } from '#server/domains/devices/measuredLevel.ts'
import { renewDeviceStates } from '#server/domains/devices/renewDeviceStates.ts'
import { renewLevels } from '#server/domains/devices/renewLevels.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { publishLive } from '#server/platform/database/notify.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { conflict, invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { nameForReader } from '#server/resources/names/nameForReader.ts'
import { visibleHistoryStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'

interface OfPort {
  device_id: number
  device_ports_id: number
}

/** How far a clock may be ahead. */
const CLOCK_TOLERANCE_MS = 300_000
const MAX_SHARE = 1.05
const MAX_ROWS = 50

/**
 * Stores a level that a person has read or received by phone, for a tank without a working sensor.
 * @throws Refusal 404; 409 while a sensor measures its level; 422 for an impossible level, or a time in the future
 */
export async function enterLevel(
  context: Context,
  ids: OfPort,
  body: z.output<ReturnType<typeof EnteredLevelBody>>,
): Promise<EnteredLevel[]> {
  const { actor, now } = context
  await lockRecord(context, devices, ids.device_id)
  const port = await readPort(context, ids)
  const at = body.at === undefined ? now : new Date(body.at)
  if (at.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) throw invalid([{ field: 'at', rule: 'day_to_come' }])
  if (at.getTime() < (await visibleHistoryStart(context, ids.device_id))) {
    throw invalid([{ field: 'at', rule: 'not_before_owner' }])
  }
  if ((body.percent === undefined) === (body.volume === undefined)) {
    throw invalid([{ field: 'percent', rule: 'percent_or_volume' }])
  }
  if (await isMeasured(context, port)) throw conflict('messages.tank_is_measured')
  const capacity = Number(port.def_liters)
  const volume =
    body.volume === undefined ? (capacity * (body.percent ?? 0)) / 100 : litresOf(actor, body.volume)
  if (!(capacity > 0) || volume > capacity * MAX_SHARE) {
    throw invalid([{ field: body.volume === undefined ? 'percent' : 'volume', rule: 'beyond_capacity' }])
  }
  await storeLevel(context, {
    ...{ device_id: ids.device_id, port_number: port.port_number, at, volume, is_known: true },
    ...{ source: body.source, delivered: litresOf(actor, body.delivered), note: body.note },
    celsius: celsiusOf(actor, body.temperature),
    shipment_detail_id: null,
  })
  await audit(context, 'device_ports', ids.device_ports_id, 'enter_level', [
    { field: 'volume', before: null, after: volume },
  ])
  await showNewest(context, { ...ids, port_number: port.port_number })
  return listEnteredLevels(context, ids)
}

/** Deletes a level that was entered by mistake. @throws Refusal 404 */
export async function removeEnteredLevel(
  context: Context,
  { entered_level_id, ...ids }: OfPort & { entered_level_id: number },
): Promise<EnteredLevel[]> {
  await lockRecord(context, devices, ids.device_id)
  const { port_number } = await readPort(context, ids)
  const since = new Date(await visibleHistoryStart(context, ids.device_id))
  const { rows } = await sql<{ volume: number }>`
    delete from entered_levels where entered_level_id = ${entered_level_id} and device_id = ${ids.device_id}
      and port_number = ${port_number} and at >= ${since} returning volume::float8`.execute(context.db)
  if (!rows[0]) throw notFound()
  await audit(context, 'device_ports', ids.device_ports_id, 'remove_level', [
    { field: 'volume', before: rows[0].volume, after: null },
  ])
  await showNewest(context, { ...ids, port_number })
  return listEnteredLevels(context, ids)
}

/** The newest entered levels of a tank, in the user's units; none from before its owner got it. @throws Refusal 404 */
export async function listEnteredLevels(context: Context, ids: OfPort): Promise<EnteredLevel[]> {
  const { port_number, def_liters } = await readPort(context, ids)
  const since = new Date(await visibleHistoryStart(context, ids.device_id))
  const capacity = Number(def_liters)
  const { units } = context.actor
  const { rows } = await sql<Omit<EnteredLevel, 'percent' | 'unit'>>`
    select entered_level_id, at, source, volume::float8 as volume, delivered::float8 as delivered, note,
      (select ${nameForReader(context.actor, 'u')} from users u where u.user_id = e.entered_by) as entered_by
    from entered_levels e where device_id = ${ids.device_id} and port_number = ${port_number} and at >= ${since}
    order by at desc limit ${MAX_ROWS}`.execute(context.db)
  return rows.map((row) => ({
    ...row,
    percent: capacity > 0 ? (row.volume / capacity) * 100 : null,
    volume: volumeIn(units, row.volume),
    delivered: volumeIn(units, row.delivered),
    unit: volumeUnit(units),
  }))
}

export interface NewLevel {
  device_id: number
  port_number: number
  at: Date
  source: LevelReporter
  volume: number
  delivered: number
  is_known: boolean
  shipment_detail_id: number | null
  note: string | null
  /** °C of the liquid, if it was read. */
  celsius?: number | null
}

/** Stores a level; of several for one time, or one load, the last entry counts. */
export async function storeLevel({ db, actor, now }: Context, level: NewLevel): Promise<void> {
  await sql`
    insert into entered_levels (device_id, port_number, at, source, volume, delivered, is_known, shipment_detail_id, note,
      celsius, entered_by, entered_at)
    values (${level.device_id}, ${level.port_number}, ${level.at}, ${level.source}, ${level.volume}, ${level.delivered},
      ${level.is_known}, ${level.shipment_detail_id}, ${level.note}, ${level.celsius ?? null}, ${actor.user_id}, ${now})
    on conflict (device_id, port_number, at) do update set source = excluded.source, volume = excluded.volume,
      delivered = excluded.delivered, is_known = excluded.is_known, shipment_detail_id = excluded.shipment_detail_id,
      note = excluded.note, celsius = excluded.celsius, entered_by = excluded.entered_by, entered_at = excluded.entered_at`.execute(
    db,
  )
}

/** Whether a sensor currently measures the tank's level. */
export async function isMeasured(
  { db, now }: Context,
  { device_id, port_number }: { device_id: number; port_number: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from port_states s join devices d using (device_id)
    where s.device_id = ${device_id} and s.port_number = ${port_number} and s.told_by is null
      and ${measuredAt} >= ${now}::timestamptz - ${typicalGapSql}`.execute(db)
  return rows.length > 0
}

/**
 * Makes the newest entered level the tank's state, unless its sensor has reported since. Levels shown, alerts and
 * forecast follow, as after a reading.
 */
export async function showNewest(
  context: Context,
  { device_id, device_ports_id, port_number }: OfPort & { port_number: number },
): Promise<void> {
  const { db } = context
  const newest = sql`(select * from entered_levels where device_id = ${device_id} and port_number = ${port_number}
    order by at desc limit 1)`
  // Without a reading of a sensor (`trust_state`), the time of the state is that of the entry, too.
  // If no entered level is left, the sensor's last reading is the state again, or there is none.
  const hasNoEntry = sql`s.device_id = ${device_id} and s.port_number = ${port_number}
    and s.told_by is not null and not exists ${newest}`
  const removed = await sql`delete from port_states s where ${hasNoEntry} and s.trust_state is null`.execute(
    db,
  )
  await sql`update port_states s set told_by = null where ${hasNoEntry}`.execute(db)
  await sql`
    insert into port_states (device_id, port_number, at, raw, quality, volume, temperature, trusted_at, told_by)
    select device_id, port_number, at, 0, 0, volume, celsius, at, source from ${newest} e
    on conflict (device_id, port_number) do update set at = case when port_states.trust_state is null then excluded.at else port_states.at end,
      temperature = coalesce(excluded.temperature, port_states.temperature), volume = excluded.volume, trusted_at = excluded.trusted_at,
      told_by = excluded.told_by, quality = 0, estimated_at = null,
      delivered_at = case when port_states.delivered_at > excluded.trusted_at then port_states.delivered_at end,
      deliveries = case when port_states.delivered_at > excluded.trusted_at then port_states.deliveries end
    where port_states.told_by is not null or port_states.trusted_at is null
      or port_states.trusted_at < excluded.trusted_at`.execute(db)
  await sql`insert into device_states (device_id, company_id) select device_id, company_id from devices
    where device_id = ${device_id} on conflict do nothing`.execute(db)
  await renewLevels(context, [device_ports_id], { isSameTank: true })
  if (removed.numAffectedRows) {
    await renewDeviceStates(db, [device_id])
    await emit(context, 'tank.changed', [{ device_ids: [device_id] }])
  }
  const { rows } = await sql<{ company_id: number }>`
    select company_id from devices where device_id = ${device_id}`.execute(db)
  await publishLive(db, 'devices', [[device_id, firstOf(rows).company_id]])
}

async function readPort(context: Context, { device_id, device_ports_id }: OfPort) {
  const port = await readRecord(context, device_ports, device_ports_id)
  if (port.device_id !== device_id) throw notFound()
  return port
}

function celsiusOf({ units }: Actor, temperature: number | null): number | null {
  return temperature === null || units === 'metric' ? temperature : fahrenheitToCelsius(temperature)
}

function litresOf({ units }: Actor, amount: number): number {
  return units === 'imperial' ? usGallonsToLitres(amount) : amount
}
