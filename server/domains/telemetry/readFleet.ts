import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { deviceFilters, fleetState } from '#server/domains/devices/deviceFilters.ts'
import { portSummaries } from '#server/domains/devices/portSummaries.ts'
import type { Context } from '#server/platform/context.ts'
import { matchingRows } from '#server/resources/list.ts'
import type { ListQuery } from '#server/resources/listQuery.ts'

const STATES = ['urgent', 'mild', 'overfill', 'offline', 'battery_low', 'fine'] as const

/** How many of the devices that match are in which state; each counts once, at its worst. */
export async function readFleetStatus(context: Context, query: ListQuery): Promise<Record<string, number>> {
  const rows = await matchingRows(context, devices, query, deviceFilters)
    .leftJoin('device_states as s', 's.device_id', 'devices.device_id')
    .select([fleetState.as('state'), sql<number>`count(*)`.as('count')])
    .groupBy('state')
    .execute()
  const counts = Object.fromEntries(STATES.map((state) => [state, 0]))
  for (const { state, count } of rows) counts[String(state)] = Number(count)
  return { total: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
}

/** The tanks that need somebody, worst first: by level, then by the days that are left, then by what is in them. */
export async function listTanksNeedingSomeone(
  context: Context,
  query: ListQuery,
  limit: number,
): Promise<PlacedPort[]> {
  const found = await matchingRows(context, devices, query, deviceFilters)
    .innerJoin('port_states as p', 'p.device_id', 'devices.device_id')
    .innerJoin('device_ports as dp', (join) =>
      join.onRef('dp.device_id', '=', 'p.device_id').onRef('dp.port_number', '=', 'p.port_number'),
    )
    .innerJoin('companies as c', 'c.company_id', 'devices.company_id')
    .select([
      'devices.device_id',
      'devices.public_id',
      'devices.label',
      'devices.upload_interval',
      'c.company',
      'p.port_number',
    ])
    .where('dp.active', '=', 1)
    .where(sql<boolean>`(p.level in ('urgent', 'overfill', 'mild') or p.days_to_red < 3)`)
    .orderBy(sql`array_position(array['urgent', 'overfill', 'mild', 'fine', 'unknown'], p.level)`)
    .orderBy(sql`p.days_to_empty asc nulls last`)
    .orderBy(sql`p.percent asc nulls last`)
    .limit(limit)
    .execute()
  const ids = [...new Set(found.map(({ device_id }) => Number(device_id)))]
  const summaries = await portSummaries(context.db, context.actor, ids)
  return found.flatMap(({ port_number, ...device }) => {
    const tank = summaries.get(Number(device.device_id))?.find((port) => port.port_number === port_number)
    return tank ? [{ ...tank, ...device } as PlacedPort] : []
  })
}
