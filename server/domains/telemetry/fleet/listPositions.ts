import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { deviceFilters, fleetState } from '#server/domains/devices/deviceFilters.ts'
import { measuredAt } from '#server/domains/devices/measuredLevel.ts'
import { DEVICE_LABEL, latitude, longitude } from '#server/domains/devices/places/devicePlace.ts'
import type { Context } from '#server/platform/context.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { matchingRows } from '#server/resources/lists/matchingRows.ts'

/** Columns of a map's rows, limited to those needed with 100,000 devices. */
export const POSITION_COLUMNS = ['device_id', 'latitude', 'longitude', 'percent', 'level', 'label'] as const

/**
 * Positions and states of devices: rows of plain values, as the JSON text of one array. The database writes the text,
 * because converting 100,000 rows to objects and back to text took twice as long. Also returns the ids of the devices
 * whose level is an estimate, and since when.
 * @param only the devices to include; all by default
 */
export async function listPositions(
  context: Context,
  query: ListQuery,
  only?: readonly number[],
): Promise<{ rows: string; estimated: string; estimated_since: string }> {
  const percent = sql`coalesce(s.percent::text, 'null')`
  const label = sql`to_json(coalesce(${DEVICE_LABEL}, devices.public_id))`
  const { rows, estimated, estimated_since } = await matchingRows(context, devices, query, deviceFilters)
    .leftJoin('device_states as s', 's.device_id', 'devices.device_id')
    .select(
      sql<
        string | null
      >`string_agg('[' || concat_ws(',', devices.device_id, ${latitude}, ${longitude}, ${percent},
        to_json(${fleetState}), ${label}) || ']', ',')`.as('rows'),
    )
    .select(
      sql<string | null>`string_agg(devices.device_id::text, ',') filter (where s.is_estimated)`.as(
        'estimated',
      ),
    )
    .select(
      sql<
        string | null
      >`string_agg(coalesce((select floor(extract(epoch from min(${measuredAt}))) from port_states s
        where s.device_id = devices.device_id and s.estimated_at is not null)::text, 'null'), ',') filter (where s.is_estimated)`.as(
        'estimated_since',
      ),
    )
    .where(sql<boolean>`${latitude} is not null and ${longitude} is not null`)
    .where(only ? sql<boolean>`devices.device_id = any(${only}::int8[])` : sql<boolean>`true`)
    .executeTakeFirstOrThrow()
  return {
    rows: `[${rows ?? ''}]`,
    estimated: `[${estimated ?? ''}]`,
    estimated_since: `[${estimated_since ?? ''}]`,
  }
}
