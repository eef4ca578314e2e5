/** Epoch milliseconds, value, and the smallest and largest it stands for; a null value is a gap. */
export type SeriesPoint = [time: number, value: number | null, min: number | null, max: number | null]

export interface Series {
  name: string
  unit: string
  points: SeriesPoint[]
}

export interface TankChange {
  kind: 'fill' | 'loss'
  started_at: string
  ended_at: string
  volume: number
}

export interface AlertMark {
  alert_id: number
  level: string
  opened_at: string
  closed_at: string | null
}

/** The history of a tank, ready to be drawn. */
export interface TankHistory {
  series: Series[]
  marks: { changes: TankChange[]; alerts: AlertMark[] }
  thresholds: {
    yellow: number | null
    red: number | null
    yellow_percent: number | null
    red_percent: number | null
    capacity: number
    unit: 'L' | 'gal'
  }
  resolution: 'raw' | 'hour' | 'day'
}
