import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInTankTypes } from './builtInTankTypes.ts'
import { cachedTankCurve, TankError, type TankGeometry, tankCurve } from './tankVolume.ts'

const NOTHING: TankGeometry = {
  formula: null,
  strapping: null,
  diameter: 0,
  height: 0,
  width: 0,
  length: 0,
  capacity: 0,
}
const LYING: TankGeometry = { ...NOTHING, formula: 'segment(D,h)*L/1e6', diameter: 2000, length: 5000 }

function reason(tank: TankGeometry): string {
  try {
    tankCurve(tank)
  } catch (error) {
    if (error instanceof TankError) return error.reason
    throw error
  }
  return 'accepted'
}

describe('tankCurve', () => {
  it('takes the diameter as the level height of a tank without height', () => {
    const curve = tankCurve(LYING)
    expect(curve.tankHeight).toBe(2000)
    expect(curve.shellCapacity).toBeCloseTo(15_707.963, 3)
    expect(curve.volumeAt(600)).toBeCloseTo(3963.367, 3)
    expect(curve.percentAt(400)).toBeCloseTo(14.24, 2)
    expect(curve.heightAt(curve.shellCapacity / 2)).toBeCloseTo(1000, 6)
  })

  it('takes percent of the defined capacity, even beyond 100', () => {
    const curve = tankCurve({ ...LYING, capacity: 15_000 })
    expect(curve.percentAt(1000)).toBeCloseTo(52.36, 2)
    expect(curve.percentAt(2000)).toBeCloseTo(104.72, 2)
  })

  it('stays within the shell, whatever height is asked', () => {
    const curve = tankCurve(LYING)
    expect(curve.volumeAt(-50)).toBe(0)
    expect(curve.volumeAt(5000)).toBe(curve.shellCapacity)
    expect(curve.volumeAt(Number.NaN)).toBe(0)
    expect(curve.heightAt(-1)).toBe(0)
    expect(curve.heightAt(1e9)).toBeCloseTo(2000, 6)
  })

  it('reads a strapping table before any formula', () => {
    const strapping = [
      [100, 50],
      [500, 400],
      [1000, 1000],
    ] as const
    const curve = tankCurve({ ...LYING, strapping })
    expect(curve.tankHeight).toBe(1000)
    expect(curve.volumeAt(500)).toBe(400)
    expect(curve.volumeAt(0)).toBe(50)
    expect(curve.percentAt(500)).toBe(40)
    expect(curve.heightAt(400)).toBeCloseTo(500, 6)
  })

  it.each<[string, Partial<TankGeometry>]>([
    ['no_shape', { formula: null }],
    ['no_shape', { formula: null, strapping: [] }],
    ['no_height', { diameter: 0 }],
    ['no_capacity', { length: 0 }],
    ['not_computable', { formula: 'L/(D-2000)' }],
    ['not_computable', { formula: 'sqrt(h-10)' }],
    ['not_computable', { formula: 'constructor' }],
    ['not_computable', { strapping: [[0, 0]] }],
  ])('says %s of %j', (expected, change) => {
    expect(reason({ ...LYING, ...change })).toBe(expected)
  })

  it('finds the level of every volume of every built-in type again', () => {
    const formulas = builtInTankTypes.flatMap((type) => type.formula ?? [])
    const side = fc.integer({ min: 500, max: 6000 })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        fc.constantFrom(...formulas),
        side,
        side,
        share,
        share,
        (formula, diameter, length, wide, level) => {
          const width = diameter * wide * 0.9
          const height = formula.includes('H') ? diameter + length : 0
          const curve = tankCurve({ ...NOTHING, formula, diameter, length, height, width: width + 1 })
          const volume = curve.volumeAt(level * curve.tankHeight)
          const found = curve.heightAt(volume)
          expect(Math.abs(curve.volumeAt(found) - volume)).toBeLessThanOrEqual(curve.shellCapacity * 1e-9)
          expect(found).toBeLessThanOrEqual(level * curve.tankHeight + 1e-6)
        },
      ),
    )
  })
})

describe('cachedTankCurve', () => {
  it('shares one curve among equal tanks and none among different ones', () => {
    const strapping = [
      [0, 0],
      [10, 10],
    ] as const
    expect(cachedTankCurve({ ...LYING })).toBe(cachedTankCurve({ ...LYING }))
    expect(cachedTankCurve({ ...LYING, capacity: 5 })).not.toBe(cachedTankCurve(LYING))
    expect(cachedTankCurve({ ...LYING, strapping: [...strapping] })).toBe(
      cachedTankCurve({ ...LYING, strapping: [...strapping] }),
    )
    const other = [strapping[0], [10, 11] as const]
    expect(cachedTankCurve({ ...LYING, strapping: other }).shellCapacity).toBe(11)
  })

  it('throws the same error again for a tank that cannot be computed', () => {
    const caught = [1, 2].map(() => {
      try {
        return cachedTankCurve({ ...LYING, formula: 'nonsense' })
      } catch (error) {
        return error
      }
    })
    expect(caught[0]).toBeInstanceOf(TankError)
    expect(caught[1]).toBe(caught[0])
  })

  it('keeps the curves of a whole fleet: none is made twice', () => {
    const fleet = Array.from({ length: 5000 }, (_, index) => ({ ...LYING, length: 1000 + index }))
    const curves = fleet.map((tank) => cachedTankCurve(tank))
    expect(fleet.every((tank, index) => cachedTankCurve({ ...tank }) === curves[index])).toBe(true)
  })
})
