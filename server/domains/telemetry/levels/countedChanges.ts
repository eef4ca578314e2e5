import { type RawBuilder, sql } from 'kysely'

/** How far a reported delivery may be from its detected rise; it is often reported before the rise is detected. */
export const NEAR_RISE = '6 hours'

/** The nearest detected rise for a reported change `t`, if there is one. */
const riseOf = sql`
  select n.tank_change_id, n.started_at, n.ended_at, n.volume from tank_changes n
  where n.device_id = t.device_id and n.port_number = t.port_number and n.kind = 'fill'
    and n.started_at <= t.ended_at + ${sql.lit(NEAR_RISE)}::interval and n.ended_at >= t.started_at - ${sql.lit(NEAR_RISE)}::interval
  order by abs(extract(epoch from n.ended_at - t.ended_at)), n.tank_change_id limit 1`

interface OfTank {
  device_id: RawBuilder<unknown>
  port_number: RawBuilder<unknown>
}

/**
 * The valid rises and losses of tanks: as detected in the level, or as a person has described them. Of one tank, or
 * of all, as a subquery.
 */
export function changesOf(tank?: OfTank): RawBuilder<unknown> {
  const of = (alias: string) =>
    tank
      ? sql`${sql.ref(`${alias}.device_id`)} = ${tank.device_id} and ${sql.ref(`${alias}.port_number`)} = ${tank.port_number}`
      : sql`true`
  return sql`
    select c.device_id, c.port_number, c.tank_change_id, null::bigint as told_change_id, c.kind, c.started_at, c.ended_at, c.volume,
      c.volume as measured_volume, null::text as verdict
    from tank_changes c
    where ${of('c')} and not exists (select from told_changes t cross join lateral (${riseOf}) rise
      where t.device_id = c.device_id and t.port_number = c.port_number and rise.tank_change_id = c.tank_change_id)
    union all
    select t.device_id, t.port_number, rise.tank_change_id, t.told_change_id, 'fill', coalesce(rise.started_at, t.started_at),
      coalesce(rise.ended_at, t.ended_at), t.volume, rise.volume, t.verdict
    from told_changes t left join lateral (${riseOf}) rise on true
    where ${of('t')}`
}

/**
 * The changes of one tank, and the steps of its volume that no liquid caused (kind `step`, their volume has a sign): what the levels of two
 * moments differ by other than use.
 */
export function inflowsOf(tank: OfTank): RawBuilder<unknown> {
  return sql`${changesOf(tank)}
    union all
    select s.device_id, s.port_number, null, null, 'step', s.at, s.at, s.volume, null, null from tank_steps s
    where s.device_id = ${tank.device_id} and s.port_number = ${tank.port_number}`
}

/**
 * Litres that a change `c` brought into its tank: a sudden loss counts as negative because it is not use; thermal
 * expansion brings nothing.
 */
export const broughtBy = sql<number>`case when c.kind = 'loss' then -c.volume when c.verdict = 'expansion' then 0 else c.volume end`

/** Whether a change `c` was a delivery, as far as known. */
export const isDelivery = sql<boolean>`(c.kind = 'fill' and coalesce(c.verdict, 'delivery') = 'delivery')`
