import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { deviceFilters, fleetState } from '#server/domains/devices/deviceFilters.ts'
import type { Context } from '#server/platform/context.ts'
import { matchingRows } from '#server/resources/list.ts'
import type { ListQuery } from '#server/resources/listQuery.ts'

/** The columns of a map's rows: what it needs of 100,000 devices and no more. */
export const POSITION_COLUMNS = ['device_id', 'latitude', 'longitude', 'percent', 'level', 'label'] as const

/** Where the devices are and how they do, as rows of plain values. A place that was entered wins over a reported one. */
export async function listPositions(context: Context, query: ListQuery): Promise<unknown[][]> {
  const rows = await matchingRows(context, devices, query, deviceFilters)
    .leftJoin('device_states as s', 's.device_id', 'devices.device_id')
    .select([
      'devices.device_id',
      sql`coalesce(devices.latitude::float8, s.latitude)`.as('latitude'),
      sql`coalesce(devices.longitude::float8, s.longitude)`.as('longitude'),
      's.percent',
      fleetState.as('level'),
      sql`coalesce(devices.label, devices.public_id)`.as('label'),
    ])
    .where(sql<boolean>`coalesce(devices.latitude::float8, s.latitude) is not null`)
    .execute()
  return rows.map((row) => POSITION_COLUMNS.map((column) => row[column]))
}
