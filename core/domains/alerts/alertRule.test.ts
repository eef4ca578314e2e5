import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectionStatus } from '#core/domains/devices/connection.ts'
import {
  type AlertChanges,
  type AlertKind,
  judgeBattery,
  judgeConnection,
  judgeLevel,
  judgeSensor,
  judgeTemperature,
} from './alertRule.ts'

const LEVELS = { reorder_yellow: 30, reorder_red: 15 }

function withChanges(open: ReadonlySet<AlertKind>, changes: AlertChanges): Set<AlertKind> {
  return new Set([...open, ...changes.open].filter((kind) => !changes.close.includes(kind)))
}

/** The alerts that are open after each value. */
function history<T>(values: readonly T[], judge: (open: ReadonlySet<AlertKind>, value: T) => AlertChanges) {
  let open = new Set<AlertKind>()
  return values.map((value) => {
    open = withChanges(open, judge(open, value))
    return [...open].join(' ')
  })
}

describe('judgeLevel', () => {
  it.each<[string, (number | null)[], string[]]>([
    ['use down to urgent', [31, 30, 16, 15, 3], ['', 'mild', 'mild', 'urgent', 'urgent']],
    ['mild needs two points to close', [30, 31.9, 32], ['mild', 'mild', '']],
    ['urgent needs two points to become mild again', [15, 16.9, 17], ['urgent', 'urgent', 'mild']],
    ['a delivery closes everything at once', [10, 80], ['urgent', '']],
    ['directly to urgent', [50, 10], ['', 'urgent']],
    ['overfill', [95, 95.1, 93.1, 93, 95], ['', 'overfill', 'overfill', '', '']],
    ['from urgent to overfill', [5, 99], ['urgent', 'overfill']],
    [
      'an unknown percent changes nothing',
      [10, null, Number.NaN, 10],
      ['urgent', 'urgent', 'urgent', 'urgent'],
    ],
  ])('%s', (_, percents, expected) => {
    expect(history(percents, (open, percent) => judgeLevel(open, percent, LEVELS))).toEqual(expected)
  })

  it('does not open mild between thresholds joined by hysteresis', () => {
    const close = { reorder_yellow: 16, reorder_red: 15 }
    expect(history([15, 16.5, 17], (open, percent) => judgeLevel(open, percent, close))).toEqual([
      'urgent',
      'urgent',
      '',
    ])
  })

  it('works with one threshold or none, and closes an alert without a threshold', () => {
    const none = { reorder_yellow: null, reorder_red: null }
    expect(judgeLevel(new Set(), 0, none)).toEqual({ open: [], close: [] })
    expect(judgeLevel(new Set(['urgent']), 1, none)).toEqual({ open: [], close: ['urgent'] })
    expect(judgeLevel(new Set(['urgent']), 1, { ...none, reorder_yellow: 20 })).toEqual({
      open: ['mild'],
      close: ['urgent'],
    })
  })

  it('leaves other alerts unchanged', () => {
    expect(judgeLevel(new Set(['offline', 'sudden_loss']), 50, LEVELS)).toEqual({ open: [], close: [] })
  })
})

describe('judgeBattery', () => {
  it('opens under 20 % and closes at 22 %', () => {
    expect(history([20, 19.9, 21.9, 22, 20, null], (open, value) => judgeBattery(open, value, 20))).toEqual([
      '',
      'battery_low',
      'battery_low',
      '',
      '',
      '',
    ])
  })
})

describe('judgeTemperature', () => {
  it.each<[string, { low: number | null; high: number | null }, number[], string[]]>([
    ['cold', { low: 0, high: 40 }, [0, -0.1, 1.9, 2], ['', 'temperature', 'temperature', '']],
    ['hot', { low: 0, high: 40 }, [40, 40.1, 38.1, 38], ['', 'temperature', 'temperature', '']],
    ['from cold to hot at once', { low: 0, high: 40 }, [-5, 50], ['temperature', 'temperature']],
    ['only a low limit', { low: 5, high: null }, [4, 99, 6], ['temperature', '', '']],
    ['no limits', { low: null, high: null }, [-99, 99], ['', '']],
    ['close together', { low: 10, high: 12 }, [9, 10.4, 11], ['temperature', 'temperature', '']],
  ])('%s', (_, limits, values, expected) => {
    expect(history(values, (open, celsius) => judgeTemperature(open, celsius, limits))).toEqual(expected)
  })

  it('does not judge unknown values', () => {
    expect(judgeTemperature(new Set(['temperature']), null, { low: 0, high: 1 })).toEqual({
      open: [],
      close: [],
    })
  })
})

describe('judgeSensor', () => {
  const judged = (
    quality: Parameters<typeof judgeSensor>[1],
    isSilent: boolean,
    open: AlertKind[] = [],
    jumps = 2,
  ) => judgeSensor(new Set(open), quality, { isSilent, jumps })
  const nothing = { open: [], close: [] }

  it('reports a frozen sensor until it moves again', () => {
    expect(judged('frozen', false)).toEqual({ open: ['frozen_sensor'], close: [] })
    expect(judged('frozen', false, ['frozen_sensor'])).toEqual(nothing)
    expect(judged('good', false, ['frozen_sensor'])).toEqual({ open: [], close: ['frozen_sensor'] })
  })

  it('reports untrusted readings once the level is an estimate, until one is trusted', () => {
    for (const quality of ['out_of_range', 'jump'] as const) {
      expect(judged(quality, false)).toEqual(nothing)
      expect(judged(quality, true)).toEqual({ open: ['implausible_sensor'], close: [] })
      expect(judged(quality, false, ['implausible_sensor'])).toEqual(nothing)
    }
    expect(judged('good', true)).toEqual(nothing)
    expect(judged('not_configured', true)).toEqual(nothing)
    expect(judged('good', false, ['implausible_sensor'])).toEqual({ open: [], close: ['implausible_sensor'] })
  })
})

it('treats one jump after a silence as a delivery until the next reading decides', () => {
  const judged = (jumps: number, open: AlertKind[] = []) =>
    judgeSensor(new Set(open), 'jump', { isSilent: true, jumps })
  expect(judged(1)).toEqual({ open: [], close: [] })
  expect(judged(2)).toEqual({ open: ['implausible_sensor'], close: [] })
  expect(judged(1, ['implausible_sensor'])).toEqual({ open: [], close: [] })
})

describe('a value that is not a number', () => {
  it('changes no alert', () => {
    const open = new Set<AlertKind>(['battery_low', 'temperature', 'urgent'])
    for (const value of [null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(judgeBattery(open, value, 20)).toEqual({ open: [], close: [] })
      expect(judgeTemperature(open, value, { low: 0, high: 10 })).toEqual({ open: [], close: [] })
      expect(judgeLevel(open, value, LEVELS)).toEqual({ open: [], close: [] })
    }
  })
})

describe('thresholds of temperature', () => {
  const closes = (low: number | null, high: number | null, celsius: number) =>
    judgeTemperature(new Set(['temperature']), celsius, { low, high }).close.length > 0

  it('close a quarter of their distance inside if they are less than 8 °C apart', () => {
    expect([closes(0, 4, 0.9), closes(0, 4, 1), closes(0, 4, 3), closes(0, 4, 3.1)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([closes(0, 8, 1.9), closes(0, 8, 2), closes(0, 8, 6), closes(0, 8, 6.1)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([closes(0, 40, 1.9), closes(0, 40, 2)]).toEqual([false, true])
  })

  it('close two degrees inside if there is only one', () => {
    expect([closes(5, null, 6.9), closes(5, null, 7)]).toEqual([false, true])
    expect([closes(null, 5, 3.1), closes(null, 5, 3)]).toEqual([false, true])
  })

  it('that are swapped open, and close only if neither is passed', () => {
    expect(closes(10, 5, 7)).toBe(false)
    expect(judgeTemperature(new Set(), 7, { low: 10, high: 5 }).open).toEqual(['temperature'])
    expect(closes(5, 5, 5)).toBe(true)
  })
})

describe('connection', () => {
  it('opens when offline and closes with the next record; a device without any record is ignored', () => {
    expect(connectionStatus(null, 1e12, 2)).toBe('never')
    expect(history(['never', 'late', 'offline', 'never', 'late'] as const, judgeConnection)).toEqual([
      '',
      '',
      'offline',
      'offline',
      '',
    ])
  })
})

const kinds: AlertKind[] = [
  'mild',
  'urgent',
  'overfill',
  'offline',
  'battery_low',
  'temperature',
  'sudden_loss',
]
const someOpen = fc.subarray(kinds).map((list) => new Set(list))
const percent = fc.double({ min: -5, max: 120, noNaN: true })
const thresholds = fc
  .tuple(fc.double({ min: 1, max: 90, noNaN: true }), fc.double({ min: 0.1, max: 30, noNaN: true }))
  .map(([red, gap]) => ({ reorder_red: red, reorder_yellow: red + gap }))
const temperatures = fc
  .tuple(fc.double({ min: -40, max: 40, noNaN: true }), fc.double({ min: 0, max: 60, noNaN: true }))
  .map(([low, gap]) => ({ low, high: low + gap }))

describe('every judgement', () => {
  it('opens only what is closed, closes only what is open, and is stable', () => {
    fc.assert(
      fc.property(someOpen, percent, thresholds, temperatures, (open, value, levels, limits) => {
        for (const judge of [
          (now: ReadonlySet<AlertKind>) => judgeLevel(now, value, levels),
          (now: ReadonlySet<AlertKind>) => judgeBattery(now, value, 20),
          (now: ReadonlySet<AlertKind>) => judgeTemperature(now, value, limits),
        ]) {
          const changes = judge(open)
          expect(changes.open.filter((kind) => open.has(kind))).toEqual([])
          expect(changes.close.filter((kind) => !open.has(kind))).toEqual([])
          expect(judge(withChanges(open, changes))).toEqual({ open: [], close: [] })
        }
      }),
    )
  })

  it('leaves at most one of mild and urgent open, regardless of the alerts before', () => {
    fc.assert(
      fc.property(someOpen, percent, thresholds, (open, value, levels) => {
        const now = withChanges(open, judgeLevel(open, value, levels))
        expect(now.has('mild') && now.has('urgent')).toBe(false)
      }),
    )
  })

  it('does not flap: values that vary by less than the hysteresis change an alert at most once', () => {
    const swing = fc.array(fc.double({ min: 0, max: 1.99, noNaN: true }), { minLength: 2, maxLength: 40 })
    fc.assert(
      fc.property(swing, percent, thresholds, temperatures, (swings, base, levels, limits) => {
        const values = swings.map((by) => base + by)
        const wide = { low: limits.low, high: limits.high + 8 }
        for (const judge of [
          (open: ReadonlySet<AlertKind>, value: number) => judgeBattery(open, value, 20),
          (open: ReadonlySet<AlertKind>, value: number) => judgeTemperature(open, value, wide),
          (open: ReadonlySet<AlertKind>, value: number) =>
            judgeLevel(open, value, { ...levels, reorder_red: null }),
          (open: ReadonlySet<AlertKind>, value: number) =>
            judgeLevel(open, value, { ...levels, reorder_yellow: null }),
        ]) {
          const seen = history(values, judge)
          expect(seen.filter((now, i) => i > 0 && now !== seen[i - 1]).length).toBeLessThanOrEqual(1)
        }
        const both = history(values, (open, value) => judgeLevel(open, value, levels))
        // Mild may open first and then become urgent; nothing ever comes back.
        expect(new Set(both).size).toBe(both.filter((now, i) => i === 0 || now !== both[i - 1]).length)
      }),
    )
  })
})
