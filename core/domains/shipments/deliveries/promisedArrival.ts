import type { ComingLoad } from './deliveryCalls.ts'

/** When a truck on the way arrives, as long as that is still ahead: a time that has passed is no promise. */
export function promisedArrival(
  { on_the_way, arrival }: Pick<ComingLoad, 'arrival' | 'on_the_way'>,
  now: number,
): string | null {
  return on_the_way && arrival && Date.parse(arrival) > now ? arrival : null
}
