import { sql } from 'kysely'
import { curveIfKnown, type TankGeometry } from '#core/domains/tanks/volume/tankVolume.ts'
import type { Measure } from '#core/domains/telemetry/levels/rawToHeight.ts'
import { type MarginPart, volumeMargin } from '#core/domains/telemetry/levels/volumeMargin.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import { TANK_COLUMNS } from '#server/domains/devices/tankColumns.ts'
import type { Context } from '#server/platform/context.ts'
import { portKey } from '../history/readDailyUse.ts'

/** Possible error of a tank's volume, ± in the user's unit; null without a measured volume. */
export interface ShownMargin {
  unit: 'L' | 'gal'
  margin: number | null
  parts: { part: MarginPart; margin: number }[]
}

interface Row extends TankGeometry {
  device_id: number
  device_ports_id: number
  port_number: number
  measure: Measure | null
  level_height: number | null
  volume: number | null
  accuracy: number | null
  resolution: number | null
  specific_gravity: number
  has_template: boolean
  has_temperature: boolean
}

/** The margin of a tank's measured volume, with its parts. An estimate has a range instead of a margin. */
export async function readVolumeMargin(
  { db, actor }: Context,
  { device_id, port_number }: { device_id: number; port_number: number },
): Promise<ShownMargin> {
  const rows = await readMeasured(db, [device_id])
  const row = rows.find((item) => item.port_number === port_number)
  const found = row ? marginOf(row) : null
  const shown = (litres: number) => volumeIn(actor.units, litres)
  return {
    unit: volumeUnit(actor.units),
    margin: found && shown(found.litres),
    parts: (found?.parts ?? []).map(({ part, litres }) => ({ part, margin: shown(litres) })),
  }
}

/** ± L of every measured tank of these devices, by `portKey`; tanks without a known margin are left out. */
export async function readMargins(
  db: Context['db'],
  device_ids: readonly number[],
): Promise<Map<string, number>> {
  const rows = await readMeasured(db, device_ids)
  return new Map(
    rows.flatMap((row): [string, number][] => {
      const found = marginOf(row)
      return found ? [[portKey(row), found.litres]] : []
    }),
  )
}

/** The sensor's part of the ± of each measured tank, L, by port id: the part that two levels of a tank do not share. */
export async function readGauges(
  db: Context['db'],
  tanks: readonly { device_id: number }[],
): Promise<Map<number, number>> {
  const rows = await readMeasured(
    db,
    tanks.map(({ device_id }) => device_id),
  )
  return new Map(
    rows.flatMap((row): [number, number][] => {
      const sensor = marginOf(row)?.parts.find(({ part }) => part === 'sensor')
      return sensor ? [[row.device_ports_id, sensor.litres]] : []
    }),
  )
}

async function readMeasured(db: Context['db'], device_ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.device_id, p.device_ports_id, p.port_number, ${sql.raw(TANK_COLUMNS)}, st.measure, st.accuracy::float8, st.resolution::float8,
      s.height::float8 as level_height, s.volume::float8 as volume,
      coalesce(pr.specific_gravity, 1)::float8 as specific_gravity, p.template is not null as has_template,
      s.temperature is not null as has_temperature
    from device_ports p
      join port_states s on s.device_id = p.device_id and s.port_number = p.port_number
      left join tank_types t on t.tank_type_id = p.tank_type_id
      left join sensor_types st on st.sensor_type_id = p.sensor_type_id
      left join tank_products pr on pr.product_id = p.product_id
    where p.device_id = any(${[...device_ids]}::int8[]) and p.active = 1 and s.estimated_at is null`.execute(
    db,
  )
  return rows
}

function marginOf(row: Row) {
  const { measure, level_height, volume } = row
  const curve = curveIfKnown(row)
  if (!curve || measure === null || level_height === null || volume === null) return null
  const isTable = row.formula === null
  return volumeMargin({
    ...{ measure, curve, volume, accuracy: row.accuracy, resolution: row.resolution },
    height: level_height,
    capacity: row.capacity > 0 ? row.capacity : curve.shellCapacity,
    specificGravity: row.specific_gravity,
    shape: isTable ? 'strapping' : row.has_template ? 'template' : 'entered',
    isTemperatureKnown: row.has_temperature,
  })
}
