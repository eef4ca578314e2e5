import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeTrust, type Quality, type TrustState } from './trust.ts'

const HOUR = 3_600_000

/** One reading an hour of a tank 1,000 mm high, by percent; null = no height. */
function judge(
  levels: readonly (number | null)[],
  from: TrustState | null = null,
  delivered: number | null = null,
) {
  let state = from
  const qualities: Quality[] = []
  const start = (from?.time ?? 0) + HOUR
  levels.forEach((level, i) => {
    const height = level === null ? null : level * 10
    const judged = judgeTrust(state, {
      time: start + i * HOUR,
      raw: height ?? -1,
      height,
      tankHeight: 1000,
      percent: level === null ? null : Math.min(Math.max(level, 0), 100),
      delivered,
    })
    state = judged.state
    qualities.push(judged.quality)
  })
  return { qualities, state: state! }
}

const good = (count: number): Quality[] => Array.from({ length: count }, () => 'good')

describe('judgeTrust', () => {
  it.each<[string, (number | null)[], number, Quality[]]>([
    ['a rise that a driver has reported', [20, 80], 1.5, ['good', 'good']],
    ['a rise before that delivery', [20, 80, 80], 2.5, ['good', 'jump', 'good']],
    ['a rise more than a day after it', [20, 80], -23, ['good', 'jump']],
    ['a fall', [80, 20], 1.5, ['good', 'jump']],
  ])('judges %s', (_, levels, hour, qualities) => {
    expect(judge(levels, null, hour * HOUR).qualities).toEqual(qualities)
  })

  it.each<[string, (number | null)[], Quality[]]>([
    ['normal use', [50, 49, 48, 47.5], good(4)],
    [
      'outside the tank',
      [50, null, -2.1, 105.1, -2, 105],
      ['good', 'out_of_range', 'out_of_range', 'out_of_range', 'jump', 'jump'],
    ],
    ['just outside is still in', [3, -2, 1], good(3)],
    ['a delivery of 60 points', [20, 80, 79, 78], ['good', 'jump', 'good', 'good']],
    ['a delivery seen half way', [20, 65, 85, 84], ['good', 'jump', 'jump', 'good']],
    ['a delivery of 40 points needs no confirmation', [20, 60, 59], good(3)],
    ['a single bad echo', [70, 5, 70, 69], ['good', 'jump', 'good', 'good']],
    [
      'repeated bad echoes',
      [70, 5, 70, 5, 69, 5, 68],
      ['good', 'jump', 'good', 'jump', 'good', 'jump', 'good'],
    ],
    ['two bad echoes that disagree', [90, 5, 20, 89], ['good', 'jump', 'jump', 'good']],
    ['emptied at once', [90, 10, 9], ['good', 'jump', 'good']],
    ['a silent sensor in between', [20, 80, null, 80], ['good', 'jump', 'out_of_range', 'good']],
    ['a bad first reading', [99, 10, 10, 9], ['good', 'jump', 'good', 'good']],
  ])('%s', (_, levels, expected) => {
    expect(judge(levels).qualities).toEqual(expected)
  })

  it('judges a late reading by its range only and keeps the state', () => {
    const { state } = judge([50, 49, 48])
    const late = { time: state.time - HOUR / 2, raw: 1, tankHeight: 1000 }
    expect(judgeTrust(state, { ...late, height: 990, percent: 99 })).toEqual({ quality: 'good', state })
    expect(judgeTrust(state, { ...late, height: null, percent: null })).toEqual({
      quality: 'out_of_range',
      state,
    })
    expect(judgeTrust(state, { ...late, time: state.time, height: 10, percent: 1 }).state).toBe(state)
  })

  it('uses the height if there is no percent', () => {
    const reading = { raw: 1, tankHeight: 1000, percent: null }
    const first = judgeTrust(null, { ...reading, time: 1, height: 900 })
    expect(judgeTrust(first.state, { ...reading, time: 2, height: 100 }).quality).toBe('jump')
  })

  it('survives JSON', () => {
    const { state } = judge([50, 90])
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
  })
})

describe('a frozen sensor', () => {
  // Its sensor flickers by more than a step, as most do.
  const used = [80.1, 80, ...Array.from({ length: 20 }, (_, i) => 80 - Math.floor(i / 2) + (i % 2) * 0.4)]
  const still = (hours: number) => Array.from({ length: hours + 1 }, () => 60)

  it('is one that repeats itself for 72 hours after days of change, until it changes again', () => {
    const { qualities, state } = judge([...used, ...still(80)])
    const during = qualities.slice(used.length)
    expect(during.slice(0, 72)).toEqual(good(72))
    expect(during.slice(72)).toEqual(during.slice(72).map(() => 'frozen'))
    expect(judge([59.9], state).qualities).toEqual(['good'])
  })

  it('is not a tank that never changed', () => {
    expect(judge(still(300)).qualities).toEqual(good(301))
  })

  it('is not an unused tank with a sensor that flickers by a step at most', () => {
    const inSteps = Array.from({ length: 60 }, (_, i) => 80 - Math.floor(i / 3) + (i % 7 === 0 ? 1 : 0))
    expect(judge([...inSteps, ...still(500)]).qualities).not.toContain('frozen')
    const filledAndUsed = Array.from({ length: 60 }, (_, i) => 80 - (i % 20))
    expect(judge([...filledAndUsed, ...still(500)]).qualities).not.toContain('frozen')
  })

  it('is not judged by a handful of readings', () => {
    let { state } = judge(used)
    for (let day = 1; day <= 20; day += 1) {
      const judged = judgeTrust(state, {
        time: state.time + 24 * HOUR,
        raw: 600,
        height: 600,
        tankHeight: 1000,
        percent: 60,
      })
      expect(judged.quality).toBe('good')
      state = judged.state
    }
  })

  it('is allowed more time if standing still is usual', () => {
    const weekend = Array.from({ length: 60 }, () => 60)
    const { qualities } = judge([...used, ...weekend, 59, ...still(150)])
    expect(qualities).not.toContain('frozen')
    expect(judge([...used, ...weekend, 59, ...still(200)]).qualities).toContain('frozen')
  })

  it('that froze once is detected again within 9 days', () => {
    const { state } = judge([...used, ...still(1000), 59])
    const again = judge(
      Array.from({ length: 9 * 24 + 2 }, () => 58),
      state,
    )
    expect(again.qualities.at(-1)).toBe('frozen')
  })
})

describe('for any input', () => {
  it('a lone reading more than 40 points off is never believed', () => {
    const quiet = fc.double({ min: 45, max: 55, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(quiet, { minLength: 2, maxLength: 20 }),
        fc.nat(),
        fc.boolean(),
        (levels, at, high) => {
          const place = 1 + (at % (levels.length - 1))
          const echoed = levels.toSpliced(place, 0, high ? 100 : 0)
          const { qualities, state } = judge(echoed)
          const expected = good(echoed.length).toSpliced(place, 1, 'jump')
          expect(qualities).toEqual(expected)
          expect(state.trusted).toBe(
            echoed.at(-1) === 0 || echoed.at(-1) === 100 ? echoed.at(-2) : echoed.at(-1),
          )
        },
      ),
    )
  })

  it('two agreeing readings in range are always believed', () => {
    const any = fc.option(fc.double({ min: -20, max: 130, noNaN: true }), { nil: null })
    const level = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), level, (levels, last) => {
        expect(judge([...levels, last, last]).qualities.at(-1)).toBe('good')
      }),
    )
  })
})
