import type { DriverRound } from '#core/domains/shipments/driver/driverCalls.ts'
import { onTruckAfter, pouredSince } from '#core/domains/shipments/driver/onTruckAfter.ts'
import type { DayStop, DriverDayOnPhone } from './useDriverDay.ts'

/** Whether a round delivered from a compartment without a lift, by this phone's data, and its driver may record one. */
export function lacksLift(
  { on_truck, shipment_id }: DriverRound,
  stops: readonly DayStop[],
  { events }: Pick<DriverDayOnPhone, 'events'>,
): boolean {
  if (!on_truck?.may_lift) return false
  const roundEvents = events.filter(({ event }) => event.shipment_id === shipment_id)
  const { compartments } = onTruckAfter(on_truck, roundEvents, pouredSince(on_truck.units, stops))
  return compartments.some(
    ({ delivered_liters, on_board_liters }) => delivered_liters > 0 && on_board_liters === null,
  )
}
