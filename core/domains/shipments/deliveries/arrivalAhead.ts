import type { ComingLoad } from './deliveryCalls.ts'

/** How far ahead a time such as "about 8:48 AM" needs no day, ms. */
const SAME_DAY_MS = 12 * 3_600_000

/**
 * The expected arrival of a truck, if it is still ahead: a past time promises nothing, and for a truck on the way an hour of another day
 * would be mistaken for today's. Before departure only readers of the round see it; receivers know the hour once the round is sent.
 */
export function arrivalAhead(
  { on_the_way, shipment_id, arrival }: Pick<ComingLoad, 'arrival' | 'on_the_way' | 'shipment_id'>,
  now: number,
): string | null {
  if (arrival === null || !(on_the_way || shipment_id !== null)) return null
  const ahead = Date.parse(arrival) - now
  return ahead > 0 && (!on_the_way || ahead < SAME_DAY_MS) ? arrival : null
}
