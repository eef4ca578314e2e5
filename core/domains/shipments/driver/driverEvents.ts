/** Why nothing was delivered at a stop. */
export const NO_DELIVERY_REASONS = [
  'locked_gate',
  'no_access',
  'dog',
  'tank_unfit',
  'refused',
  'full',
  'other',
] as const
export type NoDeliveryReason = (typeof NO_DELIVERY_REASONS)[number]

/** Why the delivered quantity differs from the plan. */
export const DIFFERENCE_REASONS = ['tank_full', 'truck_empty', 'customer_wish', 'meter', 'other'] as const
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number]

/** A quantity on a ticket: read from a meter, or printed by a register. */
interface Measured {
  shipment_detail_id: number
  /** Number from a block that the phone reserved. */
  number: number
  meter_start: string | null
  meter_end: string | null
  /** Gross, in the unit; a plain decimal. */
  quantity: string
  unit_id: number
  /** °C of the liquid; null if not measured. */
  celsius: number | null
}

/** Payment methods at the doorstep. */
export const DOOR_METHODS = ['cash', 'check'] as const
export type DoorMethod = (typeof DOOR_METHODS)[number]

/** A payment that a driver took, in the currency of the customer's company. */
export interface DoorPayment {
  method: DoorMethod
  /** A plain decimal. */
  amount: string
  check_number: string | null
  note: string | null
}

/** A lift from a bill of lading: one product in one compartment. */
export interface ReportedLift {
  /** Number of the bill of lading. */
  number: string
  compartment: number
  product_id: number
  terminal_id: number | null
  supplier: string | null
  unit_id: number
  /** Plain decimals. */
  gross: string
  /** Null: computed from the temperature, if the product allows it. */
  net: string | null
  /** °C of the liquid; null if not measured. */
  celsius: number | null
  /** Time of loading, by the phone's clock. */
  lifted_at: string
}

/** The body of each kind of event. */
export interface DriverEventBodies {
  left: Record<string, never>
  arrived: Record<string, never>
  /** The tank and its product were checked; with the gauge's reading. */
  before: {
    shipment_detail_id: number
    checked: 'scanned' | 'by_hand'
    percent: number | null
    is_interrupted: boolean
  }
  delivered: Measured & { reason: DifferenceReason | null }
  after: { shipment_detail_id: number; percent: number | null }
  not_delivered: { reason: NoDeliveryReason; note: string | null }
  picture: { picture_id: string }
  /** `locked`: the supply was shut off, locked and tagged, and a notice left. */
  leak_check: { result: 'passed' | 'locked'; by: string }
  signed: {
    name: string
    /** A PNG as a data URL; null if no one was there to sign. */
    signature: string | null
    latitude: number | null
    longitude: number | null
  }
  /** Undoes the last step of a stop. */
  undo: { undone: string }
  correction: Measured & { corrects: number; reason: string }
  /** Requests to e-mail the current tickets of the stop. */
  mailed: { to: string }
  paid: DoorPayment
  /** Replaces an earlier payment; amount 0 if no money changed hands. */
  payment_corrected: DoorPayment & { corrects: string }
  lifted: ReportedLift
  /** Replaces another lift: the event that reported it, or the id of a ticket from the office. */
  lift_corrected: ReportedLift & { corrects: string | number; reason: string }
  closed: Record<string, never>
  round_closed: Record<string, never>
}

export const DRIVER_EVENT_KINDS = [
  'left',
  'arrived',
  'before',
  'delivered',
  'after',
  'not_delivered',
  'picture',
  'leak_check',
  'signed',
  'undo',
  'correction',
  'mailed',
  'paid',
  'payment_corrected',
  'lifted',
  'lift_corrected',
  'closed',
  'round_closed',
] as const satisfies readonly (keyof DriverEventBodies)[]
export type DriverEventKind = (typeof DRIVER_EVENT_KINDS)[number]

/** A step of a driver, with an id made on the phone that is never reused. */
export type DriverEvent = {
  [Kind in DriverEventKind]: {
    readonly event_id: string
    readonly shipment_id: number
    /** Null for events of the round as a whole. */
    readonly stop_id: number | null
    readonly kind: Kind
    /** Time by the phone's clock. */
    readonly at: string
    readonly body: DriverEventBodies[Kind]
  }
}[DriverEventKind]
