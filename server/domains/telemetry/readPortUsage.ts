import { litresToUsGallons } from '#core/platform/units.ts'
import type { Context } from '#server/platform/context.ts'
import { ownedSince } from './ownedSince.ts'
import { portKey, readDailyUse } from './readDailyUse.ts'

export interface PortUsage {
  unit: 'L' | 'gal'
  days: { date: string; used: number }[]
}

/** What a tank used day by day, in the user's units; its owner sees nothing from before he got it. */
export async function readPortUsage(
  context: Context,
  port: { device_id: number; port_number: number },
  days: number,
): Promise<PortUsage> {
  const { db, actor, now } = context
  const since = await ownedSince(context, port.device_id)
  // The day before the first one is what that is measured from.
  const found = (await readDailyUse(db, [port], now, days + 1)).get(portKey(port)) ?? []
  const isImperial = actor.units === 'imperial'
  return {
    unit: isImperial ? 'gal' : 'L',
    days: found
      .filter(({ date }) => Date.parse(date) >= since)
      .map(({ date, used }) => ({ date, used: isImperial ? litresToUsGallons(used) : used })),
  }
}
