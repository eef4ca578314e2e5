import type { Call } from '../call.ts'
import type { Tank } from '../tank.ts'

/** A broken promise (`kind` is its unique name), its cause, and the calls that led to it. */
export interface Broken {
  promise: number
  kind: string
  what: string
  calls: readonly Call[]
}

/** Product on its way to a tank. */
export interface Load {
  shipment_id: number
  shipment_detail_id: number
  tank: Tank
  litres: number
  /** The line of an order; null for a load because of a level. */
  document_detail_id: number | null
  plannedAt: number
  state: 'planned' | 'delivered' | 'not delivered'
}

/** A delivery ticket as its driver wrote it. */
export interface Ticket {
  number: number
  shipment_id: number
  shipment_detail_id: number
  tank: Tank
  /** Gallons with at most 3 decimals. */
  quantity: string
  at: number
  document_detail_id: number | null
  /** The order that was made for it, if none was before. */
  order_id?: number
}

export interface Round {
  shipment_id: number
  truck_id: number
  /** YYYY-MM-DD. */
  day: string
  /** Gallons per compartment. */
  lifted: Map<number, number>
  delivered: Map<number, number>
  isClosed: boolean
}

export interface Order {
  document_id: number
  tank: Tank
  at: number
  /** Gallons. */
  quantity: number
  /** Its lines, as far as tickets name them. */
  detail_ids: readonly number[]
}
