import { type RawBuilder, sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { worstLevel } from '#core/domains/telemetry/levels/quality.ts'
import type { UnitSystem } from '#core/platform/numbers/units.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { listRecords, type Page } from '#server/resources/lists/list.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { visible } from '#server/resources/rights/visible.ts'
import { type RelatedColumns, readRecord } from '#server/resources/rows.ts'
import { connectionStatus, deviceFilters, tanksInState } from './deviceFilters.ts'
import { portsColumn, summariesOf } from './portSummaries.ts'

type Device = RecordOf<typeof devices>

/**
 * The list of devices, each with its tanks, its tags and its connection. Filtered by a state, it shows only the tanks in that
 * state: no full tank under "urgent".
 */
export async function listDevices(context: Context, query: ListQuery): Promise<Page<Device>> {
  const { fields, filters } = query
  return listRecords(
    context,
    devices,
    query,
    deviceFilters,
    relatedOfDevices(context.actor, filters.level, fields),
  )
}

/** One device with everything that its profile shows, except the history. */
export async function readDevice(context: Context, id: number): Promise<Device> {
  return readRecord(context, devices, id, relatedOfDevices(context.actor))
}

const OF_TANKS = ['ports', 'level', 'level_source']
const OF_CONNECTION = ['connection_status', 'due_at', 'battery_voltage']
/** Computed fields of devices in responses. */
export const DEVICE_EXTRA_FIELDS = [...OF_TANKS, ...OF_CONNECTION, 'tags'] as const

/** The tanks, tags and connection of devices, read with their rows; only those requested. */
function relatedOfDevices(
  actor: Actor,
  state?: string,
  requested?: readonly string[],
): RelatedColumns<Device> {
  const wants = (names: readonly string[]) => !requested || names.some((name) => requested.includes(name))
  const [withTanks, withConnection] = [wants(OF_TANKS), wants(OF_CONNECTION)]
  return {
    key: requested?.join() ?? '',
    joins: withConnection ? JOINED_STATE : sql``,
    columns: () => [
      ...(withConnection
        ? [sql`${connectionStatus} as connection_status, state.due_at, state.battery_voltage`]
        : []),
      ...(wants(['tags']) ? [tagsColumn(actor)] : []),
      ...(withTanks ? [sql`${portsColumn(actor)} as ports`] : []),
    ],
    finish: (row) => (withTanks ? withTheirTanks(row, actor.units, state) : row),
  }
}

const JOINED_STATE = sql`left join device_states state on state.device_id = devices.device_id`

function tagsColumn(actor: Actor): RawBuilder<unknown> {
  return sql`coalesce((select json_agg(json_build_object('tag_id', tags.tag_id, 'tag', tags.tag) order by tags.tag)
    from device_tags dt join tags using (tag_id)
    where dt.device_id = devices.device_id and ${visible(actor, tags)}), '[]') as tags`
}

function withTheirTanks(
  device: Device & { ports?: unknown[][] | null },
  units: UnitSystem,
  state: string | undefined,
): Device {
  const tanks = summariesOf(device.ports ?? null, units)
  const level = worstLevel(tanks.map((tank) => tank.level))
  return Object.assign(device, {
    level,
    level_source: tanks.find((tank) => tank.level === level)?.level_source ?? 'measured',
    ports: tanksInState(tanks, state),
  })
}
