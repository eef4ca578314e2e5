/** What is used of a product and what is left of it, over many tanks: the data of a bullet chart and its words. */
export interface ProductUsage {
  /** Null: tanks without a product. */
  product: string | null
  color: string | null
  tanks: number
  /** Of these, the tanks whose content is an estimate. */
  estimated: number
  user_capacity: number
  user_fill_volume: number
  user_symbol: 'L' | 'gal'
  /** Percent of the capacity. */
  reorder_yellow: number | null
  reorder_red: number | null
  /** Null while no tank of it has a forecast. */
  use_per_day: number | null
  days_left: number | null
}

/** A rise of a level that is no noise. */
export interface FleetDelivery {
  tank_change_id: number
  device_id: number
  public_id: string
  label: string | null
  company: string
  product: string | null
  at: string
  volume: number
}

export interface FleetDeliveries {
  /** Of all of them, also of those that are not listed. */
  total: number
  times: number
  unit: 'L' | 'gal'
  deliveries: FleetDelivery[]
}

/** Where the ranges of a battery begin, in percent; the first is the weak one. */
export const BATTERY_RANGES = [0, 20, 40, 60, 80] as const

export interface BatteryRange {
  from: number
  to: number
  count: number
}

export interface BatteryHealth {
  ranges: BatteryRange[]
  /** Devices that have not told yet. */
  unknown: number
  weakest: {
    device_id: number
    public_id: string
    label: string | null
    company: string
    battery: number
    battery_voltage: number | null
  }[]
}
