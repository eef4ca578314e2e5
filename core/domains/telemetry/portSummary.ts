import type { LevelSource } from '#core/domains/alerts/alerts.ts'
import type { TankLevel } from './quality.ts'
import type { Quality } from './trust.ts'

/** How far a tank's newest reading can be believed; `none` before the first one. */
export type Trust = Quality | 'not_configured' | 'none'

/** What is told of a tank wherever it is shown, in the user's units. */
export interface PortSummary {
  device_ports_id: number
  port_number: number
  product_id: number | null
  product: string | null
  color: string | null
  tank_type: string | null
  percent: number | null
  volume: number | null
  /** The volume at 60 °F (gallons) or 15 °C (litres), indicative; null when the group or the temperature is not known. */
  net_volume: number | null
  capacity: number
  ullage: number | null
  /** What may be brought: maximum fill less level. It is the figure that every load is judged by. */
  room: number | null
  /** The temperature of a liquefied gas that the room holds for; null where it does not matter. */
  room_temperature: number | null
  /** To how much of its capacity it may be filled now, percent. */
  max_fill: number
  height: number | null
  volume_unit: 'L' | 'gal'
  length_unit: 'mm' | 'in'
  temperature: number | null
  temperature_unit: '°C' | '°F'
  level: TankLevel
  /** Whether all that is told of the content was measured, or estimated because nothing believable came for too long. */
  level_source: LevelSource
  /** Seconds since the level was measured, also where an estimate is shown; null before the first reading. */
  level_age: number | null
  /** Of an estimate: what is left after heavy and after light use, eight times of ten between the two. */
  volume_range: [low: number, high: number] | null
  percent_range: [low: number, high: number] | null
  /** Of an estimate: what was measured last. */
  measured_percent: number | null
  measured_volume: number | null
  /** When the tank ran dry, if the estimate is right. */
  dry_at: string | null
  trust: Trust
  reading_at: string | null
  trusted_at: string | null
  reorder_yellow: number | null
  reorder_red: number | null
  use_per_day: number | null
  days_to_empty: number | null
  days_to_empty_range: [low: number, high: number] | null
  days_to_red: number | null
  no_forecast: 'too_little_data' | 'no_use' | null
}

/** A tank together with where it stands and whose it is. */
export interface PlacedPort extends PortSummary {
  device_id: number
  public_id: string
  label: string | null
  company: string
  /** Hours between two uploads: a tank is stale after three of them. */
  upload_interval: number
}
