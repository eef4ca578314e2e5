/** A task over a tank's history, and how far it is. */
export interface Recomputation {
  recomputation_id: number
  /** The first day (UTC) that is computed anew, YYYY-MM-DD. */
  from_day: string
  status: 'queued' | 'running' | 'done' | 'failed'
  /** Percent of its days. */
  progress: number
  readings: number
  requested_by: string | null
  requested_at: string
  finished_at: string | null
}

/** The newest tasks over the histories of all tanks that a type, a sensor or a product has, put together. */
export interface RecomputationsOfTanks {
  /** Tanks that have it now. */
  tanks: number
  /** Those whose history is being computed anew, or waits for it. */
  open: number
  /** Percent of what was asked for together last; null where nothing is open. */
  progress: number | null
}
