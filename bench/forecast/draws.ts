import type { Random } from '#core/domains/telemetry/forecasting/random.ts'

/** One half to build on; the other, with other seeds, parameters and another city, is for the final check. */
export type Half = 'built on' | 'kept back'

/** In addition to the halves, tanks whose laws, lengths and weather are drawn for one run only: nothing can be fitted to them. */
export type Drawn = Half | 'fresh'

/** A course of days: litres used on each, from today on. */
export type Draw = (random: Random) => (day: number) => number

const DAY = 86_400_000

export const between = (random: Random, low: number, high: number) => low + (high - low) * random.uniform()
export const whole = (random: Random, low: number, high: number) => Math.floor(between(random, low, high + 1))
export const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

/** Noise of one day, about 1: normal in one half, skewed in the other. */
export function noisy(random: Random, cv: number, half: Drawn): number {
  if (half === 'built on') return Math.max(0, 1 + cv * random.normal())
  const sigma = Math.sqrt(Math.log(1 + cv * cv))
  return Math.exp(sigma * random.normal() - (sigma * sigma) / 2)
}

/** Learns a level from the days since its last change; the scatter of days is known. */
export function levelLearnt(since: number, cv: number, half: Drawn) {
  return (past: readonly number[]): Draw => {
    const days = past.slice(since)
    const mean = days.reduce((sum, used) => sum + used, 0) / days.length
    return (random) => {
      const level = mean * (1 + (cv / Math.sqrt(days.length)) * random.normal())
      return () => level * noisy(random, cv, half)
    }
  }
}

/** Learns level and growth by a line through the logarithms. */
export function growthLearnt(cv: number, half: Drawn) {
  return (past: readonly number[]): Draw => {
    const middle = -(past.length + 1) / 2
    let [level, growth, spread] = [0, 0, 0]
    for (const [i, used] of past.entries()) {
      const off = i - past.length - middle
      const log = Math.log(Math.max(used, 0.01))
      level += log / past.length
      growth += off * log
      spread += off * off
    }
    return (random) => {
      const a = level + (cv / Math.sqrt(past.length)) * random.normal()
      const g = (growth + cv * Math.sqrt(spread) * random.normal()) / spread
      return (day) => Math.exp(a + g * (day - middle)) * noisy(random, cv, half)
    }
  }
}
