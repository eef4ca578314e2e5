import type { ComingLoad } from './deliveryCalls.ts'

/**
 * When a truck arrives, as long as that is still ahead: a time that has passed is no promise. Before it is on the way, for readers of its
 * round only: receivers know the hour once it is sent.
 */
export function arrivalAhead(
  { on_the_way, shipment_id, arrival }: Pick<ComingLoad, 'arrival' | 'on_the_way' | 'shipment_id'>,
  now: number,
): string | null {
  return (on_the_way || shipment_id !== null) && arrival && Date.parse(arrival) > now ? arrival : null
}
