import type { RunningServer } from '#server/app/server.ts'
import type { Profiled } from './profile.ts'

export interface Benchmark extends Profiled {
  server: RunningServer
  /** Small sizes, to see that everything runs. */
  quick: boolean
  /** Devices of a large fleet, and minutes of a long load, where they are asked for. */
  size?: number | undefined
  minutes?: number | undefined
}

/** One line of the report: what was measured, its floor in the same run, and what it was to reach. */
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

/** Runs work some times and answers the median of its milliseconds. */
export async function timed(times: number, work: () => Promise<unknown>): Promise<number> {
  const timings: number[] = []
  for (let time = 0; time < times; time++) {
    const begun = performance.now()
    await work()
    timings.push(performance.now() - begun)
  }
  return median(timings)
}
