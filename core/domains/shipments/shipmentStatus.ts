import { defineStatuses } from '#core/resources/statuses/statuses.ts'

/** The statuses of a shipment and their transitions. The numbers are part of the API and never change. */
export const shipmentStatuses = defineStatuses(
  { draft: 1, in_route: 2, delivered: 3, finalized: 4, cancelled: 5 },
  {
    draft: ['in_route', 'cancelled'],
    in_route: ['delivered', 'draft', 'cancelled'],
    delivered: ['finalized', 'in_route'],
  },
  {
    first: 'draft',
    done: ['finalized', 'cancelled'],
    final: ['finalized', 'cancelled'],
    dropped: ['cancelled'],
    over: 'messages.shipment_finished',
    isOnlyByCall: true,
    nameKey: 'status',
    // A draft is confirmed when its day is promised.
    labelBy: 'is_firm',
  },
)

/** The numbers of the statuses by name. */
export const SHIPMENT_STATUS = shipmentStatuses.is

/** Statuses of a shipment that may still deliver its loads. */
export const UNFINISHED_STATUSES = [
  SHIPMENT_STATUS.draft,
  SHIPMENT_STATUS.in_route,
  SHIPMENT_STATUS.delivered,
]

export type ShipmentStatus = keyof typeof SHIPMENT_STATUS
