/** The statuses of shipments by their names; the numbers are the wire's and never change. */
export const SHIPMENT_STATUS = { draft: 1, in_route: 2, delivered: 3, finalized: 4, cancelled: 5 } as const

export type ShipmentStatus = keyof typeof SHIPMENT_STATUS

export const SHIPMENT_STATUS_IDS = [1, 2, 3, 4, 5] as const

/** Nothing is left to do in these; the dashboard leaves them out. */
export const DONE_SHIPMENTS: readonly number[] = [SHIPMENT_STATUS.finalized, SHIPMENT_STATUS.cancelled]

/** What may follow what. The planner draws its buttons from this, the server refuses by it. */
const NEXT: Record<ShipmentStatus, readonly ShipmentStatus[]> = {
  draft: ['in_route', 'cancelled'],
  in_route: ['delivered', 'draft', 'cancelled'],
  delivered: ['finalized', 'in_route'],
  finalized: [],
  cancelled: [],
}

/** The name of a status by its number. Throws for a number that is none. */
export function shipmentStatusOf(id: number): ShipmentStatus {
  const found = (Object.entries(SHIPMENT_STATUS) as [ShipmentStatus, number][]).find(
    ([, value]) => value === id,
  )
  if (!found) throw new RangeError(`no shipment status: ${id}`)
  return found[0]
}

/** The statuses that a shipment may get from here, by their numbers. */
export function nextShipmentStatuses(status_id: number): number[] {
  return NEXT[shipmentStatusOf(status_id)].map((name) => SHIPMENT_STATUS[name])
}
