import { CompiledQuery, sql } from 'kysely'
import { levelWithHysteresis } from '#core/domains/alerts/levelWithHysteresis.ts'
import { type LimitedTank, thresholdsOf } from '#core/domains/tanks/fullness.ts'
import type { LevelEffect } from '#core/domains/tanks/levelBasis.ts'
import { roomOf } from '#core/domains/tanks/room.ts'
import { curveIfKnown } from '#core/domains/tanks/volume/tankVolume.ts'
import { contentOf } from '#core/domains/telemetry/levels/contentOf.ts'
import { QUALITIES, qualityCode, type TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import type { Measure } from '#core/domains/telemetry/levels/rawToHeight.ts'
import { judgeTrust, type Quality, type TrustState } from '#core/domains/telemetry/levels/trust.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import type { Context } from '#server/platform/context.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { measuredVolume } from './measuredLevel.ts'
import { renewDeviceStates } from './renewDeviceStates.ts'
import { STORE_STEPS } from './storeSteps.ts'
import { TANK_COLUMNS } from './tankColumns.ts'

interface Row extends LimitedTank {
  device_id: number
  port_number: number
  measure: Measure | null
  sensor_offset: number
  specific_gravity: number
  quality: number
  level: TankLevel
  percent: number | null
  /** Litres, as shown. */
  shown_volume: number | null
  trust_state: TrustState | null
  trusted_at: string | null
  at: string
  raw: number
  temperature: number | null
  /** Raw value of the trusted reading, if it is not the newest. */
  believed_raw: number | null
  /** Who entered the level, if no sensor measured it. */
  told_by: string | null
  /** Litres as last measured or entered; an estimate may be shown instead. */
  measured_volume: number | null
  believed_temperature: number | null
  /** Its sensor was exchanged for one that measures something else. */
  is_exchanged: boolean
}

/**
 * Renews the levels of ports as an effect requires; null: nothing has changed.
 * @param sensor_before the sensor type before the change, if it is different now
 */
export async function renewLevelsFor(
  effect: LevelEffect | null,
  context: Context,
  port_ids: readonly number[],
  sensor_before?: number | null,
): Promise<void> {
  if (effect === 'content') await renewLevels(context, port_ids, { sensor_before })
  if (effect === 'judgement') await renewThresholds(context, port_ids)
}

/** The limits of a tank have changed: its level, room and forecast differ, its volume does not. */
async function renewThresholds(context: Context, port_ids: readonly number[]): Promise<void> {
  const rows = await readStates(context, port_ids)
  await sql`update port_states s set level = n.level, room = n.room, forecast_at = null
    from unnest(${rows.map((row) => row.device_id)}::int8[], ${rows.map((row) => row.port_number)}::int2[],
      ${rows.map((row) => levelWithHysteresis(row.level, row.percent, thresholdsOf(row, { percent: row.percent, celsius: row.temperature })))}::text[],
      ${rows.map((row) => roomIn(row, row.shown_volume))}::float8[]) as n (device_id, port_number, level, room)
    where s.device_id = n.device_id and s.port_number = n.port_number`.execute(context.db)
  await emitChanged(context, rows)
}

/**
 * Recomputes the current volume from the last raw value when the tank itself changes (size, shape, sensor or liquid). The learnt use is
 * in volumes of the old tank, and is discarded unless these are the same. A tank whose sensor was exchanged has no level until
 * the first reading of the new one.
 */
export async function renewLevels(
  context: Context,
  port_ids: readonly number[],
  {
    isSameTank = false,
    sensor_before = null,
  }: { isSameTank?: boolean; sensor_before?: number | null | undefined } = {},
): Promise<void> {
  const rows = await readStates(context, port_ids, sensor_before)
  const result = rows.map(levelOf)
  await sql`update port_states s set height = n.height, volume = n.volume, percent = n.percent, level = n.level,
      room = n.room, quality = n.quality, trusted_at = n.trusted_at, trust_state = n.trust::json,
      change_state = case when ${isSameTank} then s.change_state end,
      estimated_at = null, forecast_at = null
    from unnest(${rows.map((row) => row.device_id)}::int8[], ${rows.map((row) => row.port_number)}::int2[],
      ${result.map((item) => item.height)}::float8[], ${result.map((item) => item.volume)}::float8[],
      ${result.map((item) => item.percent)}::float8[], ${result.map((item) => item.level)}::text[],
      ${result.map((item) => item.quality)}::int2[], ${result.map((item) => item.trusted_at)}::timestamptz[],
      ${result.map((item) => item.trust && JSON.stringify(item.trust))}::text[],
      ${result.map((item, index) => roomIn(itemAt(rows, index), item.volume))}::float8[])
      as n (device_id, port_number, height, volume, percent, level, quality, trusted_at, trust, room)
    where s.device_id = n.device_id and s.port_number = n.port_number`.execute(context.db)
  if (!isSameTank) {
    const steps = rows.map(({ measured_volume: before }, index) => {
      const { volume } = itemAt(result, index)
      return before === null || volume === null ? null : volume - before
    })
    await context.db.executeQuery(
      CompiledQuery.raw(STORE_STEPS, [
        rows.map((row) => row.device_id),
        rows.map((row) => row.port_number),
        rows.map((row) => row.at),
        steps,
      ]),
    )
    await leaveForecastsUnscored(context.db, rows)
  }
  await emitChanged(context, rows)
}

/** A forecast of the previous tank cannot be compared with the outcome of the new one. */
export async function leaveForecastsUnscored(
  db: Context['db'],
  ports: readonly { device_id: number; port_number: number }[],
): Promise<void> {
  await sql`update forecast_records f set due_at = null
    from unnest(${ports.map((port) => port.device_id)}::int8[], ${ports.map((port) => port.port_number)}::int2[])
      as of_port (device_id, port_number)
    where f.device_id = of_port.device_id and f.port_number = of_port.port_number and f.due_at is not null`.execute(
    db,
  )
}

async function readStates(
  { db }: Context,
  port_ids: readonly number[],
  sensor_before: number | null = null,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.device_id, p.port_number, st.measure, ${sql.raw(TANK_COLUMNS)}, p.sensor_offset::float8, coalesce(pr.specific_gravity, 1)::float8 as specific_gravity,
      p.reorder_yellow::float8, p.reorder_red::float8, s.quality, s.level, s.percent, s.volume as shown_volume,
      pr.product_group, pr.max_fill::float8 as product_max_fill,
      p.max_fill::float8 as tank_max_fill, s.change_state -> 'usual' as usual, s.trust_state, s.trusted_at, s.at,
      s.raw, s.temperature, s.told_by, ${measuredVolume} as measured_volume, r.raw as believed_raw, r.temperature as believed_temperature,
      coalesce((select b.measure <> st.measure from sensor_types b where b.sensor_type_id = ${sensor_before}), false) as is_exchanged
    from device_ports p join devices d on d.device_id = p.device_id
      join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
      left join readings r on r.device_id = s.device_id and r.port_number = s.port_number and r.at = s.trusted_at
      left join tank_types t on t.tank_type_id = p.tank_type_id
      left join sensor_types st on st.sensor_type_id = p.sensor_type_id
      left join tank_products pr on pr.product_id = p.product_id
    where p.device_ports_id = any(${port_ids}::int8[]) and p.active = 1
    order by d.device_id for no key update of d`.execute(db)
  return rows
}

/** A jump or a frozen sensor stays as judged; otherwise the newest value is judged again, with the current tank. */
function levelOf(row: Row) {
  const nothing = { height: null, volume: null, percent: null, level: 'unknown' as const, trusted_at: null }
  const curve = curveIfKnown(row)
  if (row.told_by !== null && row.measured_volume !== null) return levelOfEntered(row, row.measured_volume)
  if (!curve || !row.measure)
    return { ...nothing, quality: qualityCode('not_configured'), trust: row.trust_state }
  const known = QUALITIES[row.quality]
  // Another sensor measured its last value. A missing level may be due to a wrong sensor type: it is recomputed.
  if (row.is_exchanged && known === 'good') return { ...nothing, quality: row.quality, trust: null }
  const doubted = known === 'jump' || known === 'frozen' ? known : null
  const believed = doubted === null ? null : row.believed_raw
  const isDoubted = believed !== null
  const raw = believed ?? row.raw
  const sensed = {
    measure: row.measure,
    raw,
    sensorOffset: row.sensor_offset,
    specificGravity: row.specific_gravity,
    temperature: isDoubted ? row.believed_temperature : row.temperature,
  }
  const { height, volume, percent } = contentOf(sensed, curve, row.capacity)
  const time = Date.parse(row.at)
  const inRange =
    judgeTrust(null, { time, raw, height, tankHeight: curve.tankHeight, percent }).quality === 'good'
  const trust = row.trust_state && { ...row.trust_state, trusted: inRange ? percent : null, pending: null }
  if (!inRange) return { ...nothing, quality: qualityCode('out_of_range'), trust }
  const quality: Quality = isDoubted && doubted !== null ? doubted : 'good'
  return {
    ...{ height, volume, percent, trust },
    level: levelWithHysteresis(
      'unknown',
      percent,
      thresholdsOf({ ...row, usual: null }, { percent, celsius: row.temperature }),
    ),
    quality: qualityCode(quality),
    trusted_at: isDoubted ? row.trusted_at : row.at,
  }
}

/** An entered level stays, for the current tank. */
function levelOfEntered(row: Row, volume: number) {
  const curve = curveIfKnown(row)
  const capacity = row.capacity > 0 ? row.capacity : (curve?.shellCapacity ?? 0)
  const percent = capacity > 0 ? (volume / capacity) * 100 : null
  return {
    ...{ volume, percent, height: curve ? curve.heightAt(volume) : null, trust: row.trust_state },
    level: levelWithHysteresis(
      'unknown',
      percent,
      thresholdsOf({ ...row, usual: null }, { percent, celsius: row.temperature }),
    ),
    quality: qualityCode('good'),
    trusted_at: row.trusted_at,
  }
}

/** The capacity of the tank's shape, litres. */
const shellOf = (row: Row) => curveIfKnown(row)?.shellCapacity ?? null

function roomIn(row: Row, volume: number | null): number | null {
  return volume === null
    ? null
    : roomOf({ ...row, shell: shellOf(row), volume, celsius: row.temperature }).litres
}

async function emitChanged(context: Context, rows: readonly Row[]): Promise<void> {
  const device_ids = [...new Set(rows.map(({ device_id }) => device_id))]
  if (device_ids.length === 0) return
  await renewDeviceStates(context.db, device_ids)
  await emit(context, 'tank.changed', [{ device_ids }])
}
