import type { RunningServer } from '#server/app/server.ts'
import type { Profiled } from './profile.ts'

export interface Benchmark extends Profiled {
  server: RunningServer
  /** Small sizes, to check that everything runs. */
  quick: boolean
  /** Devices of a large fleet, and minutes of a long load, if requested. */
  size?: number | undefined
  minutes?: number | undefined
}

/** One line of the report: what was measured, its floor in the same run, and its goal. */
export interface Measurement {
  what: string
  sizes: string
  measured: string
  floor?: string
  ratio?: number
  wanted: string
  reached: boolean
}

/** The median of several timings, ms. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Runs work several times and returns the median of its milliseconds. */
export async function timed(times: number, work: () => Promise<unknown>): Promise<number> {
  const timings: number[] = []
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now()
    await work()
    timings.push(performance.now() - startedAt)
  }
  return median(timings)
}
