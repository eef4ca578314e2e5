import type { LevelSource } from '#core/domains/alerts/alerts.ts'

/** The line of an order that waits for a shipment. */
export interface OrderLineChoice {
  document_detail_id: number
  document_id: number
  document_number: string
  company_id: number
  company_title: string
  product_id: number
  product_title: string
  /** As ordered, in the line's unit. */
  quantity: number
  unit_id: number
  unit_title: string
  unit_code: string | null
  quantity_liters: number
  /** What was neither delivered nor put on another shipment, in the line's unit. */
  quantity_left: number
  /** The same in litres. */
  liters_left: number
  /** The tanks that the line is for, and L that they can take beside what other shipments bring, if they are watched. */
  tanks: number[]
  room: number | null
  room_celsius: number | null
  due_date: string
  place: string | null
}

/** A watched tank that can be filled without an order. */
export interface TankChoice {
  device_ports_id: number
  device_id: number
  public_id: string
  place: string
  port_number: number
  company_id: number
  company_title: string
  product_id: number
  product_title: string
  percent: number | null
  /** L of empty space above its liquid. */
  ullage: number
  /** L that it can take, beside what other shipments bring; °C that a liquefied gas's room holds for. */
  room: number
  room_celsius: number | null
  /** L that other shipments will bring. */
  quantity_planned: number
  /** Counted from now. */
  days_to_empty: number | null
  level: string | null
  /** Of what is told of its content; the age in seconds of what was measured last. */
  level_source: LevelSource
  level_age: number | null
}

/** What a planner can load. */
export interface LoadChoices {
  order_lines: OrderLineChoice[]
  tanks: TankChoice[]
}
