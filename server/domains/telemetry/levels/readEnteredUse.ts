import { sql } from 'kysely'
import { type KnownLevel, usedBetweenLevels } from '#core/domains/telemetry/levels/enteredLevel.ts'
import type { Context } from '#server/platform/context.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'
import { placeZone } from '../history/placeZone.ts'
import { portKey } from '../history/readDailyUse.ts'

interface Port {
  device_id: number
  port_number: number
}

/** Use between entered levels of tanks without a sensor, since their current owner has them, by `portKey`; days are local. */
export async function readEnteredUse(
  { db }: Pick<Context, 'db'>,
  ports: readonly Port[],
): Promise<Map<string, ReturnType<typeof usedBetweenLevels>>> {
  if (ports.length === 0) return new Map()
  const { rows } = await sql<Port & KnownLevel>`
    select e.device_id, e.port_number,
      to_char(e.at at time zone (${placeZone(sql`d.time_zone`)}), 'YYYY-MM-DD') as date,
      e.volume::float8 as volume, e.delivered::float8 as delivered, e.is_known
    from unnest(${ports.map((port) => port.device_id)}::int8[], ${ports.map((port) => port.port_number)}::int2[])
        as wanted (device_id, port_number)
      join entered_levels e using (device_id, port_number) join devices d on d.device_id = e.device_id
    where e.at >= ${ownershipStart(sql`e.device_id`)} order by e.at`.execute(db)
  const levels = new Map<string, KnownLevel[]>()
  for (const row of rows) {
    const key = portKey(row)
    levels.set(key, [...(levels.get(key) ?? []), row])
  }
  return new Map([...levels].map(([key, known]) => [key, usedBetweenLevels(known)]))
}
