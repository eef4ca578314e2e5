import { describe, expect, test } from 'vitest'
import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { type ChangeState, detectLevelChange } from '#core/domains/telemetry/levels/detectLevelChange.ts'
import { type ComparedDelivery, learnTank, scatterOf } from './deliveryMatch.ts'
import { findMeterDrift, type MeterEvidence } from './meterDrift.ts'

const HOUR = 3_600_000
const CAPACITY = 10_000
const TANKS = 12
const DAYS = 240
/** Use by hour of the day: from seven to seven, as at a yard. */
const DRAWN = Array.from({ length: 24 }, (_, hour) => (hour >= 7 && hour < 19 ? 2 : 0))

interface Series {
  seed: number
  /** Hours between two records, by day. */
  interval: (day: number) => number
  /** Drift of the meter, from a day on. */
  drift?: { share: number; since: number }
}

interface Delivery extends ComparedDelivery {
  tank: number
  time: number
  used: number
}

/** Eight months of twelve tanks that one truck serves, as reported by their devices: every delivery in comparable form. */
function deliveries({ seed, interval, drift }: Series): Delivery[] {
  const random = new Random(seed)
  const found = Array.from({ length: TANKS }, (_, tank) => ofTank(tank)).flat()
  return found.sort((a, b) => a.time - b.time)

  function ofTank(tank: number): Delivery[] {
    const shape = Math.exp(0.02 * random.normal())
    const perDay = CAPACITY * (0.03 + 0.03 * random.uniform())
    const phase = Math.floor(random.uniform() * 6)
    let level = CAPACITY * (0.4 + 0.4 * random.uniform())
    let state: ChangeState | null = null
    let arrived = 0
    const compared: Delivery[] = []
    for (let hour = 0; hour < DAYS * 24; hour += 1) {
      const day = Math.floor(hour / 24)
      level -= (perDay / 24) * DRAWN[hour % 24]! * (0.5 + random.uniform())
      // The truck comes in the morning or in the afternoon.
      if (level < 0.25 * CAPACITY && (hour % 24 === 9 || hour % 24 === 15)) {
        arrived = CAPACITY * (0.88 + 0.05 * random.uniform()) - level
        level += arrived
      }
      const every = interval(day)
      if (hour % every !== phase % every) continue
      const volume = shape * level + 20 * random.normal()
      const next = detectLevelChange(state, { time: hour * HOUR, volume, capacity: CAPACITY })
      state = next.state
      if (next.found?.kind !== 'fill' || day < 10) continue
      const { volume: rise, before, after, ended } = next.found
      const used = rise - (after - before)
      const share = drift && day >= drift.since ? drift.share : 0
      const ticket = arrived * (1 + share) * (1 + 0.002 * random.normal())
      compared.push({ tank, time: ended, ticket, rise, used, gauge: Math.hypot(20 * Math.SQRT2, used / 2) })
    }
    return compared
  }
}

/** Assembled as on the server. */
function evidenceOf(all: readonly Delivery[]): MeterEvidence[] {
  const scatter = Array.from(
    { length: TANKS },
    (_, tank) => learnTank(all.filter((item) => item.tank === tank)).scatter,
  )
  return all.map((item) => ({
    ...{ tank: item.tank, isThroughMeter: true, excess: Math.log(item.ticket / item.rise) },
    ...{ deviation: scatterOf(item, scatter[item.tank]!) / item.ticket, used: item.used / item.rise },
  }))
}

/** Whether a drift is reported after any of these deliveries; once reported, it stays reported. */
function isReported(all: readonly Delivery[], from = 0): boolean {
  const counts = Array.from(
    { length: Math.ceil((all.length - from) / 4) },
    (_, index) => from + 4 * (index + 1),
  )
  return counts.some((count) => findMeterDrift(evidenceOf(all.slice(0, count))) !== null)
}

const seeds = Array.from({ length: 20 }, (_, index) => 50_001 + index)
const MIDDLE = DAYS / 2

describe('a device that starts to report more often, or less', () => {
  test.each([
    ['from six hours to one', (day: number) => (day < MIDDLE ? 6 : 1)],
    ['from one hour to six', (day: number) => (day < MIDDLE ? 1 : 6)],
    ['never', () => 6],
  ])('%s, is not a drift of the meter', (_, interval) => {
    const series = seeds.map((seed) => deliveries({ seed, interval }))
    const count = series.reduce((sum, all) => sum + all.length, 0)
    const reported = series.filter((all) => isReported(all)).length
    // One in 2,400 deliveries is expected; the limit is twice that, plus two by chance.
    expect(reported).toBeLessThanOrEqual((2 * count) / 2400 + 2)
  })

  test('does not hide a meter that drifts by one percent', () => {
    const interval = (day: number) => (day < MIDDLE ? 6 : 1)
    const drift = { share: 0.01, since: MIDDLE }
    const series = seeds.map((seed) => deliveries({ seed, interval, drift }))
    const found = series.filter((all) => {
      const first = all.findIndex(({ time }) => time >= MIDDLE * 24 * HOUR)
      return isReported(all.slice(0, first + 100), first)
    })
    expect(found.length / series.length).toBeGreaterThan(0.8)
  })
})
