import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { builtInTankTypes } from './builtInTankTypes.ts'
import { checkTankSize } from './checkTankSize.ts'
import { PLAIN_TANK, type TankGeometry, tankCurve } from './tankVolume.ts'

const BOX = 'L*W*h/1e6'
const box = (more: Partial<TankGeometry> = {}): TankGeometry => ({
  ...{
    formula: BOX,
    strapping: null,
    diameter: 0,
    height: 2000,
    width: 1000,
    length: 1000,
    capacity: 2000,
    ...PLAIN_TANK,
  },
  ...more,
})
const rulesOf = (tank: TankGeometry, isConfirmed = false) =>
  checkTankSize(tank, isConfirmed).map(({ field, rule }) => `${field} ${rule}`)

describe('the size of a tank', () => {
  test('needs the sides of its shape, and a capacity', () => {
    expect(rulesOf(box())).toEqual([])
    expect(rulesOf(box({ width: 0, capacity: 0 }))).toEqual(['metric_width required', 'def_liters required'])
    expect(rulesOf(box({ height: 0 }))).toEqual(['metric_height required'])
  })

  test('must be confirmed if it contradicts the capacity by more than 5 %', () => {
    expect(rulesOf(box({ capacity: 2099 }))).toEqual([])
    expect(rulesOf(box({ capacity: 1901 }))).toEqual([])
    expect(checkTankSize(box({ capacity: 2200 }), false)).toEqual([
      { field: 'def_liters', rule: 'capacity_differs', params: { percent: 10 } },
    ])
    expect(rulesOf(box({ capacity: 2200 }), true)).toEqual([])
  })

  test('is refused if it is impossible, even if confirmed', () => {
    expect(rulesOf(box({ height: 5, length: 100, width: 100, capacity: 9999 }), true)).toEqual([
      'def_liters capacity_impossible',
    ])
    expect(rulesOf(box({ capacity: 900 }), true)).toEqual(['def_liters capacity_impossible'])
  })

  test('is judged by the last volume of a strapping table', () => {
    const table: TankGeometry = {
      ...box(),
      formula: null,
      strapping: [
        [0, 0],
        [1000, 500],
        [2000, 1500],
      ],
    }
    expect(rulesOf({ ...table, capacity: 1500 })).toEqual([])
    expect(rulesOf({ ...table, capacity: 1700 })).toEqual(['def_liters capacity_differs'])
  })

  test('fits every built-in shape if the capacity equals the volume of the shape', () => {
    const sides = fc.integer({ min: 500, max: 4000 })
    for (const { formula } of builtInTankTypes.filter((type) => type.formula)) {
      fc.assert(
        fc.property(sides, sides, (one, other) => {
          const tank = {
            ...box(),
            formula,
            diameter: one,
            height: one,
            width: one,
            length: other,
            capacity: 0,
          }
          const capacity = tankCurve(tank).shellCapacity
          expect(checkTankSize({ ...tank, capacity }, false)).toEqual([])
        }),
        { numRuns: 20 },
      )
    }
  })
})
