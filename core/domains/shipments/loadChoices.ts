/** The line of an order that waits for a shipment. */
export interface OrderLineChoice {
  document_detail_id: number
  document_id: number
  document_number: string
  company_id: number
  company_title: string
  product_id: number
  product_title: string
  /** L as ordered. */
  quantity: number
  /** L that were neither delivered nor put on another shipment. */
  quantity_left: number
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
  /** L that it can still take. */
  ullage: number
  /** L that other shipments will bring. */
  quantity_planned: number
  days_to_empty: number | null
  level: string | null
}

/** What a planner can load. */
export interface LoadChoices {
  order_lines: OrderLineChoice[]
  tanks: TankChoice[]
}
