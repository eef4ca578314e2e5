import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChangeState, detectLevelChange, type LevelChange } from './detectLevelChange.ts'

const HOUR = 3_600_000
/** A Monday, 00:00 UTC. */
const MONDAY = Date.UTC(2024, 0, 1)
const CAPACITY = 10_000

function watch(readings: readonly { time: number; volume: number }[], capacity = CAPACITY): LevelChange[] {
  let state: ChangeState | null = null
  const changes: LevelChange[] = []
  for (const reading of readings) {
    const step = detectLevelChange(state, { ...reading, capacity })
    // Between two uplinks the state is stored in the database.
    state = JSON.parse(JSON.stringify(step.state)) as ChangeState
    if (step.found) changes.push(step.found)
  }
  return changes
}

/** Hourly readings from percentages of the capacity. */
function hourly(percents: readonly number[]) {
  return percents.map((percent, i) => ({ time: MONDAY + i * HOUR, volume: (percent * CAPACITY) / 100 }))
}

const flat = (count: number, percent: number) => Array.from({ length: count }, () => percent)
/** Ten days of slow use from 90 % to about 42 %: enough history of the tank. */
const known = Array.from({ length: 240 }, (_, i) => 90 - i * 0.2)
/** Volumes in percent, including the usual use during the change. */
const kinds = (changes: readonly LevelChange[]) =>
  changes.map(({ kind, volume }) => [kind, Math.round(volume / 100)])

describe('detectChange, by example (percent, hourly)', () => {
  it.each<[string, number[], [string, number][]]>([
    ['nothing but use', known, []],
    ['one delivery', [...known, ...flat(4, 82)], [['fill', 40]]],
    ['a delivery that has just come is not reported yet', [...known, 82, 82], []],
    ['a small delivery of a quiet sensor', [...known, ...flat(4, 46)], [['fill', 4]]],
    ['too small to be one', [...known, ...flat(4, 43.5)], []],
    ['split over two reports', [...known, 60, 82, 82, 82], [['fill', 40]]],
    ['split, with a pause between', [...known, 60, 60, 82, 82, 82], [['fill', 40]]],
    ['slow, over five reports', [...known, 45, 48, 51, 54, 57, 57, 57], [['fill', 16]]],
    [
      'two deliveries, half a day apart',
      [...known, ...flat(12, 60), ...flat(4, 80)],
      [
        ['fill', 18],
        ['fill', 20],
      ],
    ],
    ['a bad echo upwards', [...known, 80, 42, 42, 42], []],
    ['a bad echo downwards', [...known, 10, 42, 42, 42], []],
    ['two bad echoes', [...known, 80, 80, 42, 42, 42, 42], []],
    ['a bad echo on top of a delivery', [...known, 95, 72, 72, 72, 72], [['fill', 30]]],
    ['a theft', [...known, ...flat(4, 30)], [['loss', 12]]],
    ['a theft over two reports', [...known, 36, 30, 30, 30], [['loss', 12]]],
    [
      'a theft right after a delivery',
      [...known, 82, 82, 65, 65, 65],
      [
        ['fill', 40],
        ['loss', 17],
      ],
    ],
    ['a theft just when an echo was bad', [...known, 46, 30, 30, 30], [['loss', 12]]],
    ['a fall too small to report', [...known, ...flat(4, 39.5)], []],
    [
      'a theft and the delivery after it',
      [...known, ...flat(6, 20), ...flat(6, 90)],
      [
        ['loss', 22],
        ['fill', 70],
      ],
    ],
  ])('%s', (_, percents, expected) => {
    expect(kinds(watch(hourly(percents)))).toEqual(expected)
  })

  it('reports no loss before it knows the tank', () => {
    expect(watch(hourly([...flat(20, 80), ...flat(6, 40)]))).toEqual([])
  })

  it('accepts regular use as use: ten percent every noon', () => {
    const days = Array.from({ length: 9 }, (_, day) => 95 - day * 10)
    const percents = days.flatMap((percent) => [...flat(12, percent), ...flat(12, percent - 10)])
    expect(watch(hourly(percents))).toEqual([])
    expect(kinds(watch(hourly([...percents, ...flat(4, 5), ...flat(6, 80), ...flat(6, 50)])))).toEqual([
      // At night, when it is never used: the volumes are unadjusted.
      ['fill', 75],
      ['loss', 30],
    ])
  })

  it('accepts the use during a silence of the device', () => {
    const readings = hourly(known)
    const silent = 60 * HOUR
    const later = [1, 2, 3, 4].map((i) => ({ time: readings.at(-1)!.time + silent + i * HOUR, volume: 2900 }))
    expect(watch([...readings, ...later])).toEqual([])
  })

  it('returns the times and levels, and adds the use in between', () => {
    const readings = hourly([...known, ...flat(4, 82)])
    const [change] = watch(readings)
    expect(change).toMatchObject({ kind: 'fill', started: readings[239]!.time, ended: readings[240]!.time })
    expect(change!.before).toBeCloseTo(4220, -2)
    expect(change!.after).toBeCloseTo(8200, -2)
    expect(change!.volume).toBeGreaterThan(change!.after - change!.before)
  })

  it('ignores late readings, readings that are not numbers, and tanks without capacity', () => {
    const { state } = detectLevelChange(null, { time: 1000, volume: 5, capacity: 100 })
    for (const reading of [
      { time: 1000, volume: 90, capacity: 100 },
      { time: 500, volume: 90, capacity: 100 },
      { time: 2000, volume: Number.NaN, capacity: 100 },
      { time: 2000, volume: 5, capacity: 0 },
    ]) {
      expect(detectLevelChange(state, reading)).toEqual({ state, found: null })
    }
  })
})

interface Story {
  seed: number
  everyHours: number
  /** Share of the capacity: noise of a reading, use of a working day. */
  noise: number
  perDay: number
  days: number
  /** Number of reports that a delivery is spread over. */
  reports: number
}

/** A tank with weekly and daily rhythm and a noisy sensor, filled whenever it runs low. */
function drawReadings({ seed, everyHours, noise, perDay, days, reports }: Story) {
  const random = randomFrom(seed)
  // No truck stays for hours.
  const parts = everyHours > 1 ? 1 : reports
  // A device that reports seldom cannot distinguish a delivery from hourly use more finely than that.
  const usedPerDay = Math.min(perDay, 0.06 / everyHours)
  const readings: { time: number; volume: number }[] = []
  const delivered: number[] = []
  const times: number[] = []
  let level = 0.5 + 0.4 * random()
  let incoming: number[] = []
  let orderAt = 0.15 + 0.2 * random()
  let quiet = 0
  for (let time = MONDAY; time < MONDAY + days * 24 * HOUR; time += everyHours * HOUR) {
    const date = new Date(time)
    const busy = date.getUTCHours() >= 6 && date.getUTCHours() < 20 ? 24 / 14 : 0
    const week = [0.2, 1, 1, 1.2, 1, 1, 0.3][date.getUTCDay()]!
    level = Math.max(level - (usedPerDay * week * busy * everyHours * (0.5 + random())) / 24, 0.02)
    quiet += 1
    if (incoming.length === 0 && level < orderAt && quiet > 24 && time < MONDAY + (days - 1) * 24 * HOUR) {
      const size = 0.2 + random() * (0.7 - level)
      delivered.push(size * CAPACITY)
      times.push(time)
      incoming = Array.from({ length: parts }, () => size / parts)
      orderAt = 0.15 + 0.2 * random()
      quiet = 0
    }
    level += incoming.pop() ?? 0
    const scatter = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
    readings.push({ time, volume: (level + noise * scatter) * CAPACITY })
  }
  return { readings, delivered, times }
}

/** Small deterministic generator (mulberry32), never 0. */
function randomFrom(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (((t ^ (t >>> 14)) >>> 0) + 1) / 4_294_967_297
  }
}

const story = fc.record<Story>({
  seed: fc.integer(),
  everyHours: fc.constantFrom(1 / 6, 1 / 2, 1, 2),
  noise: fc.constantFrom(0, 0.001, 0.002, 0.004),
  perDay: fc.double({ min: 0.01, max: 0.05, noNaN: true }),
  days: fc.integer({ min: 20, max: 60 }),
  reports: fc.integer({ min: 1, max: 3 }),
})

describe('a tank over some weeks', () => {
  it('has exactly its deliveries, each within 3 % of the capacity, and no loss', () => {
    fc.assert(
      fc.property(story, (drawn) => {
        const { readings, delivered } = drawReadings(drawn)
        const changes = watch(readings)
        expect(changes.map((change) => change.kind)).toEqual(delivered.map(() => 'fill'))
        changes.forEach((change, i) => {
          expect(Math.abs(change.volume - delivered[i]!)).toBeLessThan(0.03 * CAPACITY)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('shows the one night on which a fifth was stolen', () => {
    fc.assert(
      fc.property(story, fc.double({ min: 0.5, max: 0.9, noNaN: true }), (drawn, when) => {
        const { readings, times } = drawReadings({ ...drawn, perDay: Math.min(drawn.perDay, 0.03) })
        const start = MONDAY + (Math.floor(drawn.days * when) * 24 - 3) * HOUR
        // A theft during a delivery looks like a smaller delivery.
        fc.pre(times.every((time) => Math.abs(time - start) > 24 * HOUR))
        const robbed = readings.map(({ time, volume }) => ({
          time,
          volume: volume - (time >= start ? 2000 : 0),
        }))
        const losses = watch(robbed).filter((change) => change.kind === 'loss')
        expect(losses).toHaveLength(1)
        expect(Math.abs(losses[0]!.volume - 2000)).toBeLessThan(0.03 * CAPACITY)
        expect(Math.abs(losses[0]!.ended - start)).toBeLessThanOrEqual(4 * HOUR)
      }),
      { numRuns: 60 },
    )
  })
})

it('a delivery by day is adjusted by the use of the day, not by the mean of the week', () => {
  const hour = 3_600_000
  const start = Date.UTC(2026, 2, 2)
  /** Used from 6 to 18 on five days of the week, 8 percent of the capacity on each. */
  const usedIn = (time: number) => {
    const date = new Date(time)
    const isWork = date.getUTCDay() % 6 !== 0 && date.getUTCHours() >= 6 && date.getUTCHours() < 18
    return isWork ? 80 / 12 : 0
  }
  let state: ChangeState | null = null
  let level = 800
  const delivered: number[] = []
  const reported: number[] = []
  for (let time = start; time < start + 120 * 24 * hour; time += hour) {
    const isNoon = new Date(time).getUTCHours() === 12 && new Date(time).getUTCDay() % 6 !== 0
    const deliveredLoads = level < 300 && isNoon ? 550 : 0
    if (deliveredLoads) delivered.push(deliveredLoads)
    level += deliveredLoads - usedIn(time)
    // The scatter of a good sensor, deterministic.
    const noise = Math.sin(time / 7e6) + Math.cos(time / 3.1e6)
    const step = detectLevelChange(state, { time: time + hour, volume: level + noise, capacity: 1000 })
    state = step.state
    if (step.found?.kind === 'fill') reported.push(step.found.volume)
  }
  expect(reported.length).toBe(delivered.length)
  const errors = reported.map((volume, index) => volume - delivered[index]!).sort((one, other) => one - other)
  expect(delivered.length).toBeGreaterThan(8)
  expect(Math.abs(errors[errors.length >> 1]!)).toBeLessThan(1.5)
})

describe('the report of a change', () => {
  const MINUTE = 60_000
  /** Readings after ten days of slow use: minutes after the last one, and percent. */
  const then = (...later: [minutes: number, percent: number][]) => {
    const readings = hourly(known)
    const { time } = readings.at(-1)!
    const reported: (LevelChange & { at: number })[] = []
    let state: ChangeState | null = null
    const all = [
      ...readings,
      ...later.map(([m, percent]) => ({ time: time + m * MINUTE, volume: percent * 100 })),
    ]
    for (const reading of all) {
      const step = detectLevelChange(state, { ...reading, capacity: CAPACITY })
      state = step.state
      const since = (moment: number) => (moment - time) / MINUTE
      const { found } = step
      if (found) {
        reported.push({
          ...found,
          at: since(reading.time),
          started: since(found.started),
          ended: since(found.ended),
        })
      }
    }
    return { reported, state: state! }
  }
  const shape = ({ reported }: ReturnType<typeof then>) =>
    reported.map(({ kind, at, started, ended }) => [kind, at, started, ended])

  it('takes two readings after it, ten minutes or later', () => {
    expect(shape(then([5, 80], [9, 80], [13, 80], [14.9, 80]))).toEqual([])
    expect(shape(then([5, 80], [9, 80], [13, 80], [15, 80]))).toEqual([['fill', 15, 0, 5]])
    expect(shape(then([5, 80], [15, 80]))).toEqual([])
    expect(shape(then([60, 30], [120, 30], [180, 30]))).toEqual([['loss', 180, 0, 60]])
  })

  it('begins before its first step and ends with its last', () => {
    expect(shape(then([10, 50], [20, 60], [30, 70], [40, 70], [50, 70]))).toEqual([['fill', 50, 0, 30]])
    expect(shape(then([10, 50], [20, 50], [30, 70], [40, 70], [50, 70]))).toEqual([['fill', 50, 0, 30]])
  })

  it('is one fill with a pause of six hours, and two with a longer one', () => {
    const readings = (pause: number): [number, number][] => [
      [5, 60],
      [10, 60],
      [5 + pause, 80],
      [10 + pause, 80],
      [20 + pause, 80],
    ]
    expect(shape(then(...readings(360)))).toEqual([['fill', 380, 0, 365]])
    expect(shape(then(...readings(361)))).toEqual([
      ['fill', 366, 0, 5],
      ['fill', 381, 10, 366],
    ])
  })

  it('is a loss after a settled fill, and neither if the level returns to where it was', () => {
    expect(shape(then([5, 80], [10, 80], [15, 65], [20, 65], [30, 65]))).toEqual([
      ['fill', 15, 0, 5],
      ['loss', 30, 10, 15],
    ])
    expect(shape(then([5, 80], [10, 80], [15, 42], [20, 42], [30, 42], [60, 42]))).toEqual([])
  })

  it('spans the levels that three readings agree on', () => {
    const [fill] = then([30, 80], [60, 80], [90, 80]).reported
    expect(Math.abs(fill!.before - 4220)).toBeLessThan(3)
    expect(Math.abs(fill!.after - 8000)).toBeLessThan(15)
    expect(Math.abs(fill!.volume - (fill!.after - 4220))).toBeLessThan(15)
    const [bounced] = then([30, 95], [60, 80], [90, 80], [120, 80]).reported
    expect(Math.abs(bounced!.after - 8000)).toBeLessThan(30)
    const [loss] = then([30, 20], [60, 20], [90, 20]).reported
    expect(Math.abs(loss!.before - 4220)).toBeLessThan(3)
    expect(Math.abs(loss!.after - 2000)).toBeLessThan(15)
    expect(loss!.volume).toBeLessThan(loss!.before - loss!.after)
    expect(loss!.volume).toBeGreaterThan(2200 - 30)
  })

  it('needs two percent of the capacity for a fill, and four beyond the possible use for a loss', () => {
    const first = (percent: number) => then([60, percent], [120, percent], [180, percent]).reported[0]?.kind
    expect([43.9, 44.5].map(first)).toEqual([undefined, 'fill'])
    expect([38.2, 36.4].map(first)).toEqual([undefined, 'loss'])
  })

  it('keeps three readings, newest first', () => {
    const { state } = then([60, 42], [120, 41.8], [180, 41.6])
    expect(state.recent.map(({ volume }) => Math.round(volume))).toEqual([4160, 4180, 4200])
    expect(state.last).toEqual(state.recent[0])
    expect(state.run).toBeNull()
    const settled = then([60, 80], [120, 79], [180, 78]).state
    expect(settled.recent.map(({ volume }) => Math.round(volume))).toEqual([7800, 7900, 8000])
    expect(settled.run).toBeNull()
  })

  it('counts a fall that was not a loss as use, so that the next one like it is not a loss either', () => {
    const { state } = then([60, 38.2], [120, 38.2], [180, 38.2])
    expect(state.usual.fastest).toBeGreaterThan(300)
    expect(then([60, 42], [120, 41.8], [180, 41.6]).state.usual.fastest).toBeLessThan(100)
  })

  it('needs a capacity, a time and a volume', () => {
    const { state } = detectLevelChange(null, { time: 1000, volume: 5, capacity: 100 })
    for (const reading of [
      { time: 2000, volume: Number.POSITIVE_INFINITY, capacity: 100 },
      { time: Number.NaN, volume: 5, capacity: 100 },
      { time: Number.POSITIVE_INFINITY, volume: 5, capacity: 100 },
      { time: 2000, volume: 5, capacity: -1 },
      { time: 2000, volume: 5, capacity: Number.NaN },
    ]) {
      expect(detectLevelChange(state, reading)).toEqual({ state, found: null })
      expect(detectLevelChange(null, reading)).toEqual({ state: null, found: null })
    }
    expect(state).toMatchObject({
      last: { time: 1000, volume: 5 },
      recent: [{ time: 1000, volume: 5 }],
      run: null,
    })
  })
})
