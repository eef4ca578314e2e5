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

/** Why another quantity was delivered than was planned. */
export const DIFFERENCE_REASONS = ['tank_full', 'truck_empty', 'customer_wish', 'meter', 'other'] as const
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number]

/** A quantity that a driver wrote on a ticket: as a meter showed it, or a ticket that a totaliser printed. */
interface Measured {
  shipment_detail_id: number
  /** Of a block that the phone had reserved. */
  number: number
  meter_start: string | null
  meter_end: string | null
  /** Gross, in the unit; a plain decimal. */
  quantity: string
  unit_id: number
  /** °C of the liquid; nothing where it was not measured. */
  celsius: number | null
}

/** What a customer can pay with at the door. */
export const DOOR_METHODS = ['cash', 'check'] as const
export type DoorMethod = (typeof DOOR_METHODS)[number]

/** Money that a driver took, in the currency of the customer's company. */
export interface DoorPayment {
  method: DoorMethod
  /** A plain decimal. */
  amount: string
  check_number: string | null
  note: string | null
}

/** What a bill of lading says was loaded into one compartment. */
export interface ToldLift {
  /** Of the bill of lading. */
  number: string
  compartment: number
  product_id: number
  terminal_id: number | null
  supplier: string | null
  unit_id: number
  /** Plain decimals. */
  gross: string
  /** Nothing: worked out from the temperature, where the product tells. */
  net: string | null
  /** °C of the liquid; nothing where it was not measured. */
  celsius: number | null
  /** When it was loaded, by the clock of the phone. */
  lifted_at: string
}

/** What each kind of event says beside when and where it happened. */
export interface DriverEventBodies {
  left: Record<string, never>
  arrived: Record<string, never>
  /** The tank and its product were checked, and what its gauge showed. */
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
  /** `locked`: the supply was closed, locked and tagged, and a notice left. */
  leak_check: { result: 'passed' | 'locked'; by: string }
  signed: {
    name: string
    /** A PNG in a data address; nothing where nobody was there to sign. */
    signature: string | null
    latitude: number | null
    longitude: number | null
  }
  /** Takes back the last step of a stop. */
  undo: { undone: string }
  correction: Measured & { corrects: number; reason: string }
  /** The tickets of the stop that count are to be e-mailed. */
  mailed: { to: string }
  paid: DoorPayment
  /** What was really paid, in place of what an earlier event says; nothing, where no money changed hands. */
  payment_corrected: DoorPayment & { corrects: string }
  lifted: ToldLift
  /** What was really loaded, in place of another lift: the event that told it, or the ticket that the office wrote. */
  lift_corrected: ToldLift & { corrects: string | number; reason: string }
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

/** Something that a driver did, with an id that was made on the phone and is never used again. */
export type DriverEvent = {
  [Kind in DriverEventKind]: {
    readonly event_id: string
    readonly shipment_id: number
    /** Nothing for what is done with the round as a whole. */
    readonly stop_id: number | null
    readonly kind: Kind
    /** By the clock of the phone. */
    readonly at: string
    readonly body: DriverEventBodies[Kind]
  }
}[DriverEventKind]
