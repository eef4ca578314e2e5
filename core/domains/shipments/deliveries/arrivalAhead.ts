import type { ComingLoad } from './deliveryCalls.ts'

/** Time ahead up to which "about 8:48 AM" needs no day, ms. */
const SAME_DAY_MS = 12 * 3_600_000

/**
 * When a truck arrives, as long as that is still ahead: a time that has passed is not a promise, and on the way an hour of another day would
 * be read as one of today. Before it is on the way, for readers of its round only: receivers know the hour once it is sent.
 */
export function arrivalAhead(
  { on_the_way, shipment_id, arrival }: Pick<ComingLoad, 'arrival' | 'on_the_way' | 'shipment_id'>,
  now: number,
): string | null {
  if (arrival === null || !(on_the_way || shipment_id !== null)) return null
  const ahead = Date.parse(arrival) - now
  return ahead > 0 && (!on_the_way || ahead < SAME_DAY_MS) ? arrival : null
}
