import { type RawBuilder, sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type { readFleetStatus as definition } from '#core/domains/telemetry/calls.ts'
import { FLEET_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { SOON_LOW_DAYS } from '#core/domains/telemetry/levels/isSoonLow.ts'
import { ALERTING_LEVELS } from '#core/domains/telemetry/levels/quality.ts'
import type { PlacedPort, PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { isOneOf } from '#core/platform/isOneOf.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import { deviceFilters, tankState, watchedTanks } from '#server/domains/devices/deviceFilters.ts'
import { isAlerting, levelRank } from '#server/domains/devices/levels.ts'
import { DEVICE_LABEL } from '#server/domains/devices/places/devicePlace.ts'
import { portSummaries } from '#server/domains/devices/portSummaries.ts'
import type { Context } from '#server/platform/context.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { matchingRows } from '#server/resources/lists/matchingRows.ts'

type FleetStatus = ResponseOf<typeof definition>['fleet']

/** Number of tanks in each state, over the matching devices; a device without a tank counts as one. */
export async function readFleetStatus(context: Context, query: ListQuery): Promise<FleetStatus> {
  const rows = await matchingRows(context, devices, query, deviceFilters)
    .innerJoinLateral(watchedTanks.as('t'), (join) => join.onTrue())
    .select([tankState.as('state'), sql<number>`count(*)`.as('count')])
    .where(isSelected(query))
    .groupBy('state')
    .execute()
  const counts = recordOf(FLEET_STATES, () => 0)
  for (const { state, count } of rows) if (isOneOf(FLEET_STATES, state)) counts[state] = Number(count)
  return { total: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
}

/** If a filter by state found the device, only its tanks in that state. */
function isSelected({ filters }: ListQuery) {
  const state = filters.level
  return state === undefined ? sql<boolean>`true` : sql<boolean>`${tankState} = ${state}`
}

/**
 * The tanks that need attention, or all, worst first: by level, then by days left, then by content. Tanks that never
 * reported come last.
 */
export async function listTanksNeedingAttention(
  context: Context,
  query: ListQuery,
  { limit, isWhole }: { limit: number; isWhole: boolean },
): Promise<PlacedPort[]> {
  const found: FoundTank[] = []
  // Each level has an index, and only the worst tanks are shown, so one query usually suffices.
  for (const condition of isWhole ? [sql<boolean>`true`] : BY_NEED) {
    if (found.length < limit)
      found.push(...(await findTanks(context, query, condition, limit - found.length)))
  }
  const ids = [...new Set(found.map(({ device_id }) => Number(device_id)))]
  const summaries = await portSummaries(context.db, context.actor, ids)
  return found.flatMap(({ port_number, ...device }): PlacedPort[] => {
    const tank = summaries.get(Number(device.device_id))?.find((port) => port.port_number === port_number)
    return tank ? [{ ...tank, ...device }] : []
  })
}

/** Each alerting level, worst first; then tanks that will soon reach one. */
const BY_NEED = [
  ...ALERTING_LEVELS.map((level) => sql<boolean>`t.level = ${sql.lit(level)}`),
  sql<boolean>`not ${sql.raw(isAlerting('t.level'))} and t.days_to_red < ${SOON_LOW_DAYS}`,
]

type FoundTank = Omit<PlacedPort, Exclude<keyof PortSummary, 'port_number'>>

async function findTanks(
  context: Context,
  query: ListQuery,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<FoundTank[]> {
  return matchingRows(context, devices, query, deviceFilters)
    .innerJoin('device_ports as dp', 'dp.device_id', 'devices.device_id')
    .leftJoin('port_states as t', (join) =>
      join.onRef('t.device_id', '=', 'dp.device_id').onRef('t.port_number', '=', 'dp.port_number'),
    )
    .innerJoin('companies as c', 'c.company_id', 'devices.company_id')
    .select([
      'devices.device_id',
      'devices.public_id',
      DEVICE_LABEL.as('label'),
      'devices.upload_interval',
      'c.company',
      'dp.port_number',
    ])
    .where('dp.active', '=', 1)
    .where(condition)
    .where(isSelected(query))
    .orderBy(sql`${sql.raw(levelRank('t.level'))} nulls last`)
    .orderBy(sql`t.days_to_empty asc nulls last`)
    .orderBy(sql`t.percent asc nulls last`)
    .orderBy('dp.device_ports_id')
    .limit(limit)
    .$castTo<FoundTank>()
    .execute()
}
