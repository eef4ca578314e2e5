import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { type ComparedDelivery, judgeDelivery, learnTank } from './deliveryMatch.ts'
import { findMeterDrift, type MeterEvidence } from './meterDrift.ts'

const SCATTER = 0.025
/** A tank without deliveries. */
const FIRST = learnTank([])

describe('a delivery', () => {
  const delivery = (more: Partial<ComparedDelivery>): ComparedDelivery => ({
    ...{ ticket: 1000, rise: 1000, gauge: 15 },
    ...more,
  })

  test.each([
    ['as much arrived as was billed', { rise: 1000 }, false],
    ['less arrived, but within the gauge’s error', { rise: 955 }, false],
    ['a fifth is missing', { rise: 800 }, true],
    ['nothing arrived', { rise: 0 }, true],
    ['the level fell', { rise: -20 }, true],
    ['ten times as much was billed', { ticket: 10_000 }, true],
    ['more arrived than was billed', { rise: 1200 }, true],
  ])('where %s', (_, more, isBeyond) => {
    expect(judgeDelivery(delivery(more), FIRST).isBeyond).toBe(isBeyond)
  })

  test('is correct if its tank always shows that much more', () => {
    const past = Array.from({ length: 12 }, () => delivery({ rise: 1080 }))
    expect(judgeDelivery(delivery({ rise: 1080 }), FIRST).isBeyond).toBe(true)
    const judged = judgeDelivery(delivery({ rise: 1080 }), learnTank(past))
    expect(judged.isBeyond).toBe(false)
    expect(Math.abs(judged.difference)).toBeLessThan(10)
    expect(judgeDelivery(delivery({ rise: 1000 }), learnTank(past)).isBeyond).toBe(true)
  })

  test('needs a larger difference if the tank scatters more than its gauge specifies', () => {
    const random = new Random(3)
    const past = Array.from({ length: 40 }, () => delivery({ rise: 1000 + 60 * random.normal() }))
    expect(judgeDelivery(delivery({ rise: 920 }), FIRST).isBeyond).toBe(true)
    expect(judgeDelivery(delivery({ rise: 920 }), learnTank(past)).isBeyond).toBe(false)
  })

  test('teaches little if it was an outlier', () => {
    const usual = Array.from({ length: 20 }, () => delivery({}))
    const { bias } = learnTank([...usual, delivery({ rise: 100 })])
    expect(Math.abs(bias)).toBeLessThan(0.01)
  })

  test('is judged the same in every unit', () => {
    const amount = fc.double({ min: 1, max: 1e5, noNaN: true })
    fc.assert(
      fc.property(amount, amount, fc.double({ min: 0.1, max: 100, noNaN: true }), (ticket, rise, unit) => {
        const one = judgeDelivery({ ticket, rise, gauge: ticket / 50 }, FIRST)
        const other = judgeDelivery(
          { ticket: ticket * unit, rise: rise * unit, gauge: (ticket * unit) / 50 },
          FIRST,
        )
        expect(other.difference / unit).toBeCloseTo(one.difference, 5)
        // Equal except for rounding, right at the limit.
        if (Math.abs(Math.abs(one.difference) / one.deviation - 3) > 1e-6) {
          expect(other.isBeyond).toBe(one.isBeyond)
        }
      }),
    )
  })

  test('that is correct is hardly ever reported', () => {
    const random = new Random(7)
    let shown = 0
    for (let tank = 0; tank < 100; tank++) {
      const bias = 0.02 * random.normal()
      const past: ComparedDelivery[] = []
      for (let index = 0; index < 30; index++) {
        const one = delivery({ rise: 1000 * Math.exp(bias + SCATTER * random.normal()), gauge: 24.5 })
        if (judgeDelivery(one, learnTank(past)).isBeyond) shown += 1
        else past.push(one)
      }
    }
    expect(shown / 3000).toBeLessThan(0.01)
  })
})

describe('a meter', () => {
  /** Deliveries of a meter to tanks of unknown shape; from one of them on it counts too much by a share. */
  function deliveries(
    seed: number,
    { before, after, share }: { before: number; after: number; share: number },
  ) {
    const random = new Random(seed)
    const biases = Array.from({ length: 25 }, () => 0.02 * random.normal())
    return Array.from({ length: before + after }, (_, index): MeterEvidence => {
      const tank = index % biases.length
      const drift = index >= before ? share : 0
      return {
        tank,
        isThroughMeter: true,
        excess: drift - biases[tank]! + SCATTER * random.normal(),
        deviation: SCATTER,
      }
    })
  }
  const seeds = Array.from({ length: 400 }, (_, index) => index + 1)

  test('off by one percent is found within 100 deliveries in 4 of 5 cases', () => {
    for (const share of [0.01, -0.01]) {
      const found = seeds.filter((seed) => {
        const all = deliveries(seed, { before: 300, after: 100, share })
        // Judged after each delivery; once found, a drift counts as found.
        return Array.from({ length: 20 }, (_, index) => 305 + 5 * index).some((count) => {
          const drift = findMeterDrift(all.slice(0, count))
          return drift !== null && Math.sign(drift.share) === Math.sign(share)
        })
      })
      expect(found.length / seeds.length).toBeGreaterThanOrEqual(0.8)
    }
  })

  test('is reported with its drift and onset', () => {
    const drift = findMeterDrift(deliveries(1, { before: 300, after: 200, share: 0.02 }))!
    expect(Math.abs(drift.share - 0.02)).toBeLessThan(3 * drift.deviation)
    expect(drift.first).toBeGreaterThan(270)
    expect(drift.first).toBeLessThan(340)
    expect(drift.deliveries).toBe(500 - drift.first)
  })

  test('that is correct is rarely reported', () => {
    const reported = seeds.filter((seed) =>
      findMeterDrift(deliveries(seed, { before: 400, after: 0, share: 0 })),
    )
    expect(reported.length / seeds.length).toBeLessThanOrEqual(0.05)
  })

  test('is not blamed for the drift of another meter', () => {
    const others = deliveries(5, { before: 100, after: 100, share: 0.05 }).map((item) => ({
      ...item,
      isThroughMeter: false,
    }))
    expect(findMeterDrift(others)).toBeNull()
  })

  test('is not judged without deliveries', () => {
    expect(findMeterDrift([])).toBeNull()
  })
})
