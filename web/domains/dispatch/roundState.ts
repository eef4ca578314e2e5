import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { shownArrival } from '#core/domains/shipments/shownArrival.ts'
import { type Stop, stopsOf } from '#core/domains/shipments/stops.ts'
import { mayCarry } from '#core/domains/tanks/vehicleClasses.ts'
import type { Board, Round, RoundLoad, Truck } from './boardTypes.ts'

export function isDraft({ status_id }: Round): boolean {
  return status_id === SHIPMENT_STATUS.draft
}

/** Whether the day of a round is still to come by the clock of its truck's home: its driver cannot start it yet. */
export function isOfLaterDay({ load_date, route }: Round, now: number): boolean {
  return load_date > dayInZone(now, route.time_zone, 'UTC')
}

/** Whether a round's truck has been emptied. */
export function isFinished({ status_id }: Round): boolean {
  return status_id === SHIPMENT_STATUS.finalized
}

/** The loads of a round by stop; loads without an address are grouped by place. */
export function stopsOfRound({ loads }: Round): Stop<RoundLoad>[] {
  return stopsOf(
    loads.map((load) => ({ ...load, ship_location_label: load.ship_location_label ?? load.place })),
  )
}

/** The name of a stop: the place name of its tanks. */
export function stopName({ loads, place, company }: Stop<RoundLoad>): string {
  return loads[0]?.place || place || company
}

export function idsOf({ loads }: Stop<RoundLoad>): number[] {
  return loads.map(({ shipment_detail_id }) => shipment_detail_id)
}

/** Arrival at a stop, real, else expected, else planned; whether it was left without a delivery; its time zone, and a wait planned there. */
export function timesOf(round: Round, { loads }: Stop<RoundLoad>, now: number) {
  const { route, arrivals } = round
  const is = ({ stop_id }: { stop_id: number }) => stop_id === loads[0]?.stop_id
  const driven = route.stops.find(is)
  const arrival = arrivals.find(is)
  const shown = shownArrival(
    arrival,
    driven?.planned_arrival ?? null,
    round.status_id === SHIPMENT_STATUS.in_route ? now : null,
  )
  return {
    ...shown,
    isUndelivered: arrival?.status === 'not_delivered',
    isOnlyPlanned: !isDraft(round) && shown.isOnlyPlanned,
    time_zone: driven?.time_zone,
    waits: (isDraft(round) && route.waits.find(is)) || null,
  }
}

/** The vehicles of a board that drive rounds by themselves. */
export function trucksOf(board: Board | undefined): Truck[] {
  return board?.trucks.filter(({ vehicle_type }) => vehicle_type === 'truck') ?? []
}

/** The round that a drop on a truck goes to: its first draft of the day. */
export function draftOf({ rounds, day }: Board, { truck_id }: Truck): Round | undefined {
  return rounds.find((round) => round.truck_id === truck_id && isDraft(round) && round.load_date === day)
}

/** Which required fields keep a round from leaving; the rules of loading have their own messages. */
export function missingOf({ problems, loads }: Round) {
  const has = (field: string) =>
    problems.some((problem) => problem.field === field && problem.rule === 'required')
  return {
    isEmpty: loads.length === 0,
    hasNoTruck: has('truck_id'),
    hasNoDriver: has('delivered_by'),
    unplaced: loads.filter(({ compartment }) => compartment === null),
    broken: problems.filter(({ rule }) => rule !== 'required'),
  }
}

/** Whether a truck has a compartment for a product. A trailer on its draft may carry what the truck cannot. */
export function isBuiltFor(
  board: Board,
  truck: Truck,
  { product_class }: Pick<RoundLoad, 'product_class'>,
): boolean {
  if (truck.classes.length === 0 || draftOf(board, truck)?.trailer_id != null) return true
  return truck.classes.some((one) => mayCarry(one, { vehicle_class: product_class }))
}
