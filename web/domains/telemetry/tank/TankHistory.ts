/** Epoch milliseconds, value, and the smallest and largest it stands for; a null value is a gap. */
export type SeriesPoint = [time: number, value: number | null, min: number | null, max: number | null]

export interface Series {
  name: string
  unit: string
  points: SeriesPoint[]
  /** From the last measurement up to now, while the level is an estimate; the range lies between heavy and light use. */
  estimated?: SeriesPoint[]
}

export interface TankChange {
  kind: 'fill' | 'loss'
  started_at: string
  ended_at: string
  volume: number
}

export interface AlertMarker {
  alert_id: number
  level: string
  opened_at: string
  closed_at: string | null
}

/** The history of a tank, ready to be drawn. */
export interface TankHistory {
  series: Series[]
  marks: { changes: TankChange[]; alerts: AlertMarker[] }
  thresholds: {
    yellow: number | null
    red: number | null
    yellow_percent: number | null
    red_percent: number | null
    capacity: number
    unit: 'L' | 'gal'
  }
  resolution: 'raw' | 'hour' | 'day'
  /** When the level was measured last that is an estimate now, epoch milliseconds. */
  estimated_since: number | null
}
