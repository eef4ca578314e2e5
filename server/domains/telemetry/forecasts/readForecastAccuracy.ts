import { type RawBuilder, sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import {
  type Accuracy,
  DISTANCES,
  type Distance,
  type FleetAccuracy,
  type TankAccuracy,
} from '#core/domains/telemetry/forecastAccuracy.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { calendarDay } from '#core/platform/time/calendarDay.ts'
import { deviceFilters } from '#server/domains/devices/deviceFilters.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import type { ListQuery } from '#server/resources/lists/listQuery.ts'
import { matchingRows } from '#server/resources/lists/matchingRows.ts'
import { ownershipStart, visibleHistoryStart } from '#server/resources/rights/visibleHistoryStart.ts'
import type { Rows } from '#server/resources/rows.ts'
import { isFillingRecord } from '../intake/whileFillingRecord.ts'

const DAY = 86_400_000
const DAYS = 90
const MONTH = 30
const SCORES_PER_TANK = 20
const MAX_WORST = 10
/** A tank with fewer scores is not listed as bad. */
const MIN_SCORES = 4

/** Counts over scores `f`; errors by distance, because they grow with it. */
export interface Counted {
  forecasts: number
  inside: number
  before_low: number
  happened: [number, number, number] | null
  errors: Record<Distance, number | null>
  losses: Record<Distance, number | null>
}

const distanceIs = (distance: Distance) =>
  sql`f.middle between ${sql.lit(DISTANCES[distance].from)} and ${sql.lit(DISTANCES[distance].to)}`
const DISTANCE_NAMES = keysOf(DISTANCES)

function ofEachDistance(figure: (filter: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = DISTANCE_NAMES.flatMap((name) => [
    sql`${sql.lit(name)}`,
    figure(sql`filter (where ${distanceIs(name)})`),
  ])
  return sql`json_build_object(${sql.join(parts)})`
}

export const COUNTS = sql`count(*)::int as forecasts,
  count(*) filter (where f.lasted between f.low and f.high)::int as inside,
  count(*) filter (where f.is_reached and f.lasted < f.low)::int as before_low,
  json_build_array(count(*) filter (where f.is_reached and f.lasted < f.low),
    count(*) filter (where f.is_reached and f.lasted < f.middle),
    count(*) filter (where f.is_reached and f.lasted <= f.high)) as happened,
  ${ofEachDistance((filter) => sql`percentile_cont(0.5) within group (order by abs(f.error)) ${filter}`)} as errors,
  ${ofEachDistance((filter) => sql`avg(f.pinball) ${filter}`)} as losses`

/** The distance of a score, if it has one. */
const DISTANCE = sql`case ${sql.join(
  DISTANCE_NAMES.map((name) => sql`when ${distanceIs(name)} then ${sql.lit(name)}`),
  sql` `,
)} end`

/** Shares from counts, and the errors of one distance. */
export function accuracyOf(counted: Counted | undefined, distance: Distance = 'two_weeks'): Accuracy {
  if (!counted || counted.forecasts === 0)
    return { forecasts: 0, inside: null, before_low: null, happened: null, median_error: null, pinball: null }
  const { forecasts, inside, before_low, happened, errors, losses } = counted
  return {
    forecasts,
    inside: inside / forecasts,
    before_low: before_low / forecasts,
    happened: happened?.map((count) => count / forecasts) ?? null,
    median_error: errors[distance],
    pinball: losses[distance],
  }
}

/** Accuracy of a tank's latest forecasts by distance, as far as the actor may see its history. */
export async function readTankAccuracy(
  context: Context,
  { device_id, port_number }: { device_id: number; port_number: number },
): Promise<TankAccuracy> {
  const since = new Date(await visibleHistoryStart(context, device_id))
  const { rows } = await sql<Counted & { distance: Distance }>`
    with quoted as (
      select distinct on (f.day, ${DISTANCE}) f.*, ${DISTANCE} as distance from forecast_scores f
      where f.device_id = ${device_id} and f.port_number = ${port_number} and f.day >= ${since}::timestamptz
      order by f.day desc, ${DISTANCE}, f.target),
    numbered as (select *, row_number() over (partition by distance order by day desc) as place from quoted)
    select distance, ${COUNTS} from numbered f
    where distance is not null and place <= ${SCORES_PER_TANK} group by distance`.execute(context.db)
  return { distances: byDistance(rows) }
}

function byDistance(rows: readonly (Counted & { distance: Distance })[]) {
  return DISTANCE_NAMES.flatMap((distance) => {
    const found = rows.find((row) => row.distance === distance)
    return found ? [{ distance, ...accuracyOf(found, distance) }] : []
  })
}

interface Group extends Counted {
  group: 'total' | 'distance' | 'model' | 'month'
  distance: Distance | null
  model: string | null
  month: number | null
}

interface WorstRow extends Counted {
  device_id: number
  port_number: number
  public_id: string
  label: string | null
  company: string
  product: string | null
}

/** Accuracy of the forecasts of the actor's tanks, with the worst ones. */
export async function readFleetAccuracy(context: Context, query: ListQuery): Promise<FleetAccuracy> {
  const since = calendarDay(context.now.getTime() - DAYS * DAY)
  // Read first: if it is false, figures read afterwards are complete.
  const is_filling = await isFillingRecord(context.db)
  const { groups, worst, waiting } = await readFigures(context, query, since)
  const inGroup = (group: Group['group']) => groups.filter((item) => item.group === group)
  const month = (place: number) => accuracyOf(inGroup('month').find((item) => item.month === place))
  return {
    since,
    total: accuracyOf(inGroup('total')[0]),
    distances: byDistance(
      inGroup('distance').filter((item): item is Group & { distance: Distance } => item.distance !== null),
    ),
    models: inGroup('model')
      .sort((one, other) => other.forecasts - one.forecasts)
      .flatMap((item) => (item.model === null ? [] : [{ model: item.model, ...accuracyOf(item) }])),
    last_month: month(0),
    month_before: month(1),
    worst: worst.map(({ device_id, port_number, public_id, label, company, product, ...counted }) => ({
      ...{ device_id, port_number, public_id, label, company, product },
      ...accuracyOf(counted),
    })),
    is_filling,
    ...waiting,
  }
}

async function readFigures(context: Context, query: ListQuery, since: string) {
  const { db, now, actor } = context
  const seen = scoresSeenBy(actor, matchingRows(context, devices, query, deviceFilters), since)
  const { rows: groups } = await sql<Group>`
    with ${seen},
    scores as (
      select f.*, ${DISTANCE} as distance, case when f.settled > ${now}::date - ${sql.lit(MONTH)} then 0
        when f.settled > ${now}::date - ${sql.lit(2 * MONTH)} then 1 else 2 end as month
      from scored f)
    select case when grouping(f.distance) = 0 then 'distance' when grouping(f.model) = 0 then 'model'
        when grouping(f.month) = 0 then 'month' else 'total' end as group, f.distance, f.model, f.month, ${COUNTS}
    from scores f group by grouping sets ((), (f.distance), (f.model), (f.month))`.execute(db)
  const { rows: worst } = await sql<WorstRow>`
    with ${seen},
    tanks as (
      select f.device_id, f.port_number, ${COUNTS}, avg(f.pinball) as loss from scored f
      where f.middle <= ${sql.lit(DISTANCES.month.to)} group by f.device_id, f.port_number
      having count(*) >= ${sql.lit(MIN_SCORES)} order by loss desc, f.device_id, f.port_number limit ${MAX_WORST})
    select f.*, d.public_id, device_label(d) as label, c.company, pr.product_name as product
    from tanks f join devices d using (device_id) join companies c using (company_id)
      left join device_ports p on p.device_id = f.device_id and p.port_number = f.port_number
      left join tank_products pr on pr.product_id = p.product_id
    order by f.loss desc, f.device_id, f.port_number`.execute(db)
  const { rows: waiting } = await sql<{ waiting: number; next_at: string | null }>`
    with ${seen}
    select count(*)::int as waiting, min(f.due_at) as next_at from forecast_records f join seen using (device_id)
    where f.due_at is not null and f.made_at >= seen.since`.execute(db)
  return { groups, worst, waiting: firstOf(waiting) }
}

/** Devices that the actor may see, from the day from which they may see the history, with their scores. */
function scoresSeenBy({ companies }: Actor, found: Rows, since: string): RawBuilder<unknown> {
  const from =
    companies === 'all' ? sql`'-infinity'::timestamptz` : ownershipStart(sql.ref('devices.device_id'))
  const seen = found.select(['devices.device_id', from.as('since')])
  return sql`seen as materialized (${seen}),
    scored as materialized (
      select s.* from forecast_scores s join seen using (device_id)
      where s.settled > ${since}::date and s.day >= seen.since)`
}
