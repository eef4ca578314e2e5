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
  // A day is measured from the end of the one before, and today does not count: they are read from two days earlier.
  const found = (await readDailyUse(db, [port], now, days + 2)).get(portKey(port)) ?? []
  const isImperial = actor.units === 'imperial'
  return {
    unit: isImperial ? 'gal' : 'L',
    days: found
      .filter(({ date }) => Date.parse(date) >= since)
      .slice(-days)
      .map(({ date, used }) => ({ date, used: isImperial ? litresToUsGallons(used) : used })),
  }
}
