import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { horizontalCylinder } from './shapes.ts'
import { checkStrapping, type StrappingPair, strappingCurve } from './strapping.ts'

/** A table that begins anywhere, with flat stretches, uneven steps and steep ones. */
const table = fc
  .tuple(
    fc.double({ min: 0, max: 500, noNaN: true }),
    fc.double({ min: 0, max: 500, noNaN: true }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 5000 })), {
      minLength: 1,
      maxLength: 30,
    }),
  )
  .map(([height, volume, steps]) => {
    const pairs: [number, number][] = [[height, volume]]
    for (const [rise, gain] of steps) {
      const [h, v] = pairs.at(-1)!
      pairs.push([h + rise, v + gain])
    }
    return pairs
  })
  .filter((pairs) => pairs.at(-1)![1] > pairs[0]![1])

function cylinderTable(count: number): StrappingPair[] {
  return Array.from({ length: count }, (_, i) => {
    const h = (2000 * i) / (count - 1)
    return [h, horizontalCylinder(2000, 5000, { kind: 'flat' }, h) / 1e6] as const
  })
}

describe('checkStrapping', () => {
  it.each<[StrappingPair[], string[]]>([
    [[], ['too_few']],
    [[[0, 0]], ['too_few']],
    [
      [
        [0, 0],
        [Number.NaN, 5],
      ],
      ['not_a_number'],
    ],
    [
      [
        [-1, 0],
        [5, 5],
      ],
      ['negative'],
    ],
    [
      [
        [0, 0],
        [5, 5],
        [5, 6],
      ],
      ['heights_not_rising'],
    ],
    [
      [
        [0, 0],
        [5, 5],
        [6, 4],
      ],
      ['volumes_falling'],
    ],
    [
      [
        [0, 3],
        [5, 3],
      ],
      ['no_capacity'],
    ],
    [
      [
        [100, 50],
        [200, 50],
        [300, 90],
      ],
      [],
    ],
  ])('%j: %j', (pairs, problems) => {
    expect(checkStrapping(pairs)).toEqual(problems)
  })
})

it('checkStrapping bounds the number of pairs', () => {
  const pairs = Array.from({ length: 2001 }, (_, i) => [i, i] as const)
  expect(checkStrapping(pairs)).toEqual(['too_many'])
  expect(checkStrapping(pairs.slice(1))).toEqual([])
})

describe('strappingCurve', () => {
  it('refuses a table that the check refuses', () => {
    expect(() => strappingCurve([[0, 0]])).toThrow(RangeError)
  })

  it('is linear between two pairs, and constant outside them', () => {
    const curve = strappingCurve([
      [100, 50],
      [300, 250],
    ])
    expect(curve.volumeAt(200)).toBeCloseTo(150, 9)
    expect([curve.volumeAt(0), curve.volumeAt(100), curve.volumeAt(300), curve.volumeAt(999)]).toEqual([
      50, 50, 250, 250,
    ])
    expect([curve.heightAt(0), curve.heightAt(50), curve.heightAt(999)]).toEqual([100, 100, 300])
  })

  it.each([
    [11, 0.0074],
    [21, 0.0027],
    [51, 0.0007],
    [101, 0.00025],
  ])(
    'with %d pairs of a horizontal cylinder has less than half the error of straight lines',
    (count, lines) => {
      const curve = strappingCurve(cylinderTable(count))
      let worst = 0
      for (let h = 0; h <= 2000; h += 1) {
        const truth = horizontalCylinder(2000, 5000, { kind: 'flat' }, h) / 1e6
        worst = Math.max(worst, Math.abs(curve.volumeAt(h) - truth) / curve.capacity)
      }
      expect(worst).toBeLessThan(lines / 2)
    },
  )

  it('passes through every pair and never falls', () => {
    fc.assert(
      fc.property(
        table,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (pairs, a, b) => {
          const curve = strappingCurve(pairs)
          for (const [height, volume] of pairs) expect(curve.volumeAt(height)).toBeCloseTo(volume, 6)
          const place = (share: number) => curve.bottom + (curve.top - curve.bottom) * share
          expect(curve.volumeAt(place(Math.min(a, b)))).toBeLessThanOrEqual(
            curve.volumeAt(place(Math.max(a, b))) + 1e-9,
          )
        },
      ),
    )
  })

  it('inverts every volume, to the lowest height on a flat stretch', () => {
    fc.assert(
      fc.property(table, fc.double({ min: 0, max: 1, noNaN: true }), (pairs, share) => {
        const curve = strappingCurve(pairs)
        const height = curve.bottom + (curve.top - curve.bottom) * share
        const volume = curve.volumeAt(height)
        expect(curve.heightAt(volume)).toBeLessThanOrEqual(height + 1e-6)
        expect(curve.volumeAt(curve.heightAt(volume))).toBeCloseTo(volume, 4)
      }),
    )
  })
})
