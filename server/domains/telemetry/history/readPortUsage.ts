import { firstOf } from '#core/platform/lists/firstOf.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import type { Context } from '#server/platform/context.ts'
import { portKey, readDailyUse } from './readDailyUse.ts'

export interface PortUsage {
  unit: 'L' | 'gal'
  /** Time zone whose midnights separate the days. */
  time_zone: string
  days: { date: string; used: number }[]
}

/** Daily use of a tank in the user's units; its owner sees nothing from before they got it. */
export async function readPortUsage(
  context: Context,
  port: { device_id: number; port_number: number },
  days: number,
): Promise<PortUsage> {
  const { db, actor, now } = context
  // A day is measured from the end of the previous one.
  const seen = await readDailyUse(db, [{ ...port, until: now }], days + 1, {
    ofFormerOwners: actor.companies === 'all',
  })
  const found = seen.get(portKey(port)) ?? []
  const rows = await db
    .selectFrom('devices')
    .select('time_zone')
    .where('device_id', '=', port.device_id)
    .execute()
  return {
    unit: volumeUnit(actor.units),
    time_zone: firstOf(rows).time_zone,
    days: found.map(({ date, used }) => ({ date, used: volumeIn(actor.units, used) })),
  }
}
