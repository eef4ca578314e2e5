import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import { tags } from '#core/domains/devices/tags.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { worstLevel } from '#core/domains/telemetry/quality.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { listRecords, type Page } from '#server/resources/list.ts'
import type { ListQuery } from '#server/resources/listQuery.ts'
import { readRecord } from '#server/resources/rows.ts'
import { visible } from '#server/resources/visible.ts'
import { connectionStatus, deviceFilters, tanksInState } from './deviceFilters.ts'
import { portSummaries } from './portSummaries.ts'

type Device = RecordOf<typeof devices>

interface Around {
  connection_status: string
  due_at: string | null
  battery_voltage: number | null
  tags: { tag_id: number; tag: string }[]
}

/**
 * The list of devices, each with its tanks, its tags and how it is connected. Filtered by a state it shows of each
 * device the tanks that are in it: one that is full stands under no "urgent".
 */
export async function listDevices(context: Context, query: ListQuery): Promise<Page<Device>> {
  const { rows, page } = await listRecords(context, devices, query, deviceFilters)
  return { rows: await withTanks(context, rows, query.filters['level']), page }
}

/** One device with all that its profile shows beside the history. */
export async function readDevice(context: Context, id: number): Promise<Device> {
  const [device] = await withTanks(context, [await readRecord(context, devices, id)])
  return device!
}

async function withTanks(context: Context, rows: Device[], state?: string): Promise<Device[]> {
  const ids = rows.map(({ device_id }) => device_id)
  const ports = await portSummaries(context.db, context.actor, ids)
  const around = await readAround(context, ids)
  return rows.map((device) => {
    const tanks: PortSummary[] = ports.get(device.device_id) ?? []
    const level = worstLevel(tanks.map((tank) => tank.level))
    return {
      ...device,
      ...around.get(device.device_id),
      level,
      level_source: tanks.find((tank) => tank.level === level)?.level_source ?? 'measured',
      ports: tanksInState(tanks, state),
    }
  })
}

async function readAround({ actor, db }: Context, ids: number[]): Promise<Map<number, Around>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Around & { device_id: number }>`
    select devices.device_id, ${connectionStatus} as connection_status, s.due_at, s.battery_voltage,
      coalesce((select json_agg(json_build_object('tag_id', t.tag_id, 'tag', t.tag) order by t.tag)
        from device_tags dt join tags t using (tag_id)
        where dt.device_id = devices.device_id and ${visible(actor, tags, 't')}), '[]') as tags
    from devices left join device_states s on s.device_id = devices.device_id
    where devices.device_id = any(${ids})`.execute(db)
  return new Map(rows.map(({ device_id, ...rest }) => [device_id, rest]))
}
