import type { TankLevel } from '#core/domains/telemetry/quality.ts'

export type Trust = 'good' | 'jump' | 'frozen' | 'out_of_range' | 'not_configured' | 'none'

/** What the server tells of a tank wherever it is shown, in the user's units. */
export interface TankSummary {
  device_ports_id: number
  port_number: number
  product_id: number | null
  product: string | null
  color: string | null
  tank_type: string | null
  percent: number | null
  volume: number | null
  capacity: number
  ullage: number | null
  height: number | null
  volume_unit: 'L' | 'gal'
  length_unit: 'mm' | 'in'
  temperature: number | null
  temperature_unit: '°C' | '°F'
  level: TankLevel
  trust: Trust
  reading_at: string | null
  reorder_yellow: number | null
  reorder_red: number | null
  use_per_day: number | null
  days_to_empty: number | null
  days_to_empty_range: [low: number, high: number] | null
  days_to_red: number | null
  no_forecast: 'too_little_data' | 'no_use' | null
}

/** A tank together with where it stands and whose it is. */
export interface PlacedTank extends TankSummary {
  device_id: number
  public_id: string
  label: string | null
  company: string
  /** Hours between two reports, when they are known: a tank is stale after three of them. */
  upload_interval?: number
}
