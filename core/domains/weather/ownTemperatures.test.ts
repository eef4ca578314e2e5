import { describe, expect, test } from 'vitest'
import { Random } from '#core/domains/telemetry/forecasting/random.ts'
import { climateAt } from './climate.ts'
import { type DeviceDay, outdoorDays } from './ownTemperatures.ts'

const DAY = 86_400_000
const MINNEAPOLIS = climateAt(44.98, -93.27)
const SEATTLE = climateAt(47.45, -122.31)
const FIRST = Date.parse('2026-01-05')

/** Days of weather at a place as a device measures them. */
function days(
  count: number,
  {
    climate = MINNEAPOLIS,
    measured = (air) => air,
    span = 9,
    seed = 3,
  }: {
    climate?: typeof MINNEAPOLIS
    measured?: (air: number, random: Random, day: number) => number
    span?: number
    seed?: number
  } = {},
): DeviceDay[] {
  const random = new Random(seed)
  let off = random.normal()
  return Array.from({ length: count }, (_, i) => {
    off = 0.7 * off + Math.sqrt(1 - 0.49) * random.normal()
    const date = new Date(FIRST + i * DAY).toISOString().slice(0, 10)
    const { mean, deviation } = climate(date)
    return { date, mean: measured(mean + deviation * off, random, i), span }
  })
}

describe('the temperatures of a device', () => {
  test('are trusted outdoors, in every season and in a mild place, even if some degrees off', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const year = days(365, { seed })
      expect(outdoorDays(year, MINNEAPOLIS)).toHaveLength(365)
    }
    expect(outdoorDays(days(365, { climate: SEATTLE }), SEATTLE)).toHaveLength(365)
    const warm = days(120, { measured: (air, random) => air + 3 + random.normal() })
    expect(outdoorDays(warm, MINNEAPOLIS)).toHaveLength(120)
    expect(outdoorDays(warm, MINNEAPOLIS)[0]).toEqual({ date: '2026-01-05', mean: warm[0]!.mean })
  })

  test('are not trusted in a heated room, in the sun, or if constant', () => {
    const room = (air: number) => 21 + 0.05 * air
    for (const first of [0, 100, 200])
      expect(outdoorDays(days(365, { measured: room }).slice(first, first + 60), MINNEAPOLIS)).toEqual([])
    expect(outdoorDays(days(90, { measured: (air) => air + 6, span: 27 }), MINNEAPOLIS)).toEqual([])
    expect(outdoorDays(days(90, { measured: (air) => air + 14 }), MINNEAPOLIS)).toEqual([])
    expect(outdoorDays(days(90, { measured: () => 2 }), MINNEAPOLIS)).toEqual([])
  })

  test('are trusted since it is outdoors, and no longer once it was taken in', () => {
    const since = days(120, { measured: (air, _, day) => (day < 50 ? 22 : air) })
    const believed = outdoorDays(since, MINNEAPOLIS)
    expect(believed.length).toBeGreaterThanOrEqual(56)
    expect(believed.length).toBeLessThanOrEqual(70)
    expect(believed.at(-1)!.date).toBe(since.at(-1)!.date)
    const until = days(120, { measured: (air, _, day) => (day >= 100 ? 22 : air) })
    expect(outdoorDays(until, MINNEAPOLIS)).toEqual([])
  })

  test('are left out on single impossible days, and with too few days', () => {
    const faulty = days(60, { measured: (air, _, day) => (day === 40 ? 85 : air) })
    expect(outdoorDays(faulty, MINNEAPOLIS).map(({ date }) => date)).not.toContain(faulty[40]!.date)
    expect(outdoorDays(faulty, MINNEAPOLIS)).toHaveLength(59)
    expect(outdoorDays(days(13), MINNEAPOLIS)).toEqual([])
    expect(outdoorDays([], MINNEAPOLIS)).toEqual([])
  })
})
