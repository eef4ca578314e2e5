import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInTankTypes } from './builtInTankTypes.ts'
import { cachedTankCurve, PLAIN_TANK, TankError, type TankGeometry, tankCurve } from './tankVolume.ts'

const NO_TANK: TankGeometry = {
  formula: null,
  strapping: null,
  diameter: 0,
  height: 0,
  width: 0,
  length: 0,
  ...PLAIN_TANK,
  capacity: 0,
}
const HORIZONTAL: TankGeometry = { ...NO_TANK, formula: 'segment(D,h)*L/1e6', diameter: 2000, length: 5000 }

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
  it('uses the diameter as the level height of a tank without height', () => {
    const curve = tankCurve(HORIZONTAL)
    expect(curve.tankHeight).toBe(2000)
    expect(curve.shellCapacity).toBeCloseTo(15_707.963, 3)
    expect(curve.volumeAt(600)).toBeCloseTo(3963.367, 3)
    expect(curve.percentAt(400)).toBeCloseTo(14.24, 2)
    expect(curve.heightAt(curve.shellCapacity / 2)).toBeCloseTo(1000, 6)
  })

  it('uses percent of the defined capacity, even beyond 100', () => {
    const curve = tankCurve({ ...HORIZONTAL, capacity: 15_000 })
    expect(curve.percentAt(1000)).toBeCloseTo(52.36, 2)
    expect(curve.percentAt(2000)).toBeCloseTo(104.72, 2)
  })

  it('stays within the shell at any height', () => {
    const curve = tankCurve(HORIZONTAL)
    expect(curve.volumeAt(-50)).toBe(0)
    expect(curve.volumeAt(5000)).toBe(curve.shellCapacity)
    expect(curve.volumeAt(Number.NaN)).toBe(0)
    expect(curve.heightAt(-1)).toBe(0)
    expect(curve.heightAt(1e9)).toBeCloseTo(2000, 6)
  })

  it('prefers a strapping table to a formula', () => {
    const strapping = [
      [100, 50],
      [500, 400],
      [1000, 1000],
    ] as const
    const curve = tankCurve({ ...HORIZONTAL, strapping })
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
  ])('throws %s for %j', (expected, change) => {
    expect(reason({ ...HORIZONTAL, ...change })).toBe(expected)
  })

  it('inverts every volume of every built-in type', () => {
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
          const curve = tankCurve({ ...NO_TANK, formula, diameter, length, height, width: width + 1 })
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
    expect(cachedTankCurve({ ...HORIZONTAL })).toBe(cachedTankCurve({ ...HORIZONTAL }))
    expect(cachedTankCurve({ ...HORIZONTAL, capacity: 5 })).not.toBe(cachedTankCurve(HORIZONTAL))
    expect(cachedTankCurve({ ...HORIZONTAL, strapping: [...strapping] })).toBe(
      cachedTankCurve({ ...HORIZONTAL, strapping: [...strapping] }),
    )
    const other = [strapping[0], [10, 11] as const]
    expect(cachedTankCurve({ ...HORIZONTAL, strapping: other }).shellCapacity).toBe(11)
  })

  it('throws the same error again for a tank that cannot be computed', () => {
    const caught = [1, 2].map(() => {
      try {
        return cachedTankCurve({ ...HORIZONTAL, formula: 'nonsense' })
      } catch (error) {
        return error
      }
    })
    expect(caught[0]).toBeInstanceOf(TankError)
    expect(caught[1]).toBe(caught[0])
  })

  it('keeps the curves of a whole fleet: none is created twice', () => {
    const fleet = Array.from({ length: 5000 }, (_, index) => ({ ...HORIZONTAL, length: 1000 + index }))
    const curves = fleet.map((tank) => cachedTankCurve(tank))
    expect(fleet.every((tank, index) => cachedTankCurve({ ...tank }) === curves[index])).toBe(true)
  })
})

describe('a tilted tank', () => {
  const LONG: TankGeometry = { ...HORIZONTAL, length: 20_000 }
  const tilted = (tank: TankGeometry, tilt: number, gauge_position: number) =>
    tankCurve({ ...tank, tilt, gauge_position })

  it('holds the hoof of Archimedes, ⅔ R² L, when the liquid reaches from the middle of one end to the foot of the other', () => {
    // 5 % over 20 m is the radius of 1 m; the gauge is at the lower end.
    expect(tilted(LONG, 5, 10_000).volumeAt(1000)).toBeCloseTo(13_333.333, 0)
    // The same liquid, read at the upper end, leaves the gauge dry.
    expect(tilted(LONG, 5, -10_000).volumeAt(0)).toBeCloseTo(13_333.333, 0)
  })

  it('holds its half if the liquid is at the centre, at any tilt', () => {
    for (const tilt of [0, 1, 4, 10]) {
      expect(tilted(LONG, tilt, 0).volumeAt(1000)).toBeCloseTo(tankCurve(LONG).shellCapacity / 2, 1)
    }
  })

  it('is 44 mm off at a gauge 2.5 m from the middle of a tank tilted by one degree', () => {
    const curve = tilted(LONG, 100 * Math.tan(Math.PI / 180), 2500)
    expect(curve.heightAt(tankCurve(LONG).shellCapacity / 2) - 1000).toBeCloseTo(43.64, 1)
  })

  it('keeps heads at their own ends', () => {
    const headed = { ...LONG, formula: '(segment(D,h)*L+ellipsoidal(D,D/2,h))/1e6' }
    const heads = tilted(headed, 5, 10_000).volumeAt(1000) - tilted(LONG, 5, 10_000).volumeAt(1000)
    // The lower head is half full, the upper one dry: half of a half sphere.
    expect(heads).toBeCloseTo((Math.PI / 3) * 1000, 0)
  })

  it('has the same capacity as when level, and percentages of it', () => {
    expect(tilted(LONG, 5, 0).shellCapacity).toBe(tankCurve(LONG).shellCapacity)
    expect(tilted(LONG, 5, 0).percentAt(2000)).toBeLessThan(100)
  })

  it('converges to the level tank as its tilt goes to zero, for every horizontal shape', () => {
    const horizontal = builtInTankTypes.filter(
      ({ slug, formula }) => formula && (/^horizontal/.test(slug) || /oval|rect/.test(slug)),
    )
    const shape = fc.record({
      formula: fc.constantFrom(...horizontal.map(({ formula }) => formula!)),
      diameter: fc.integer({ min: 500, max: 3000 }),
      length: fc.integer({ min: 500, max: 9000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(shape, ({ share, ...sides }) => {
        const tank = { ...NO_TANK, ...sides, width: 900, height: /H/.test(sides.formula) ? 1400 : 0 }
        const level = tankCurve(tank)
        expect(level.isHorizontal).toBe(true)
        const height = share * level.tankHeight
        const off = Math.abs(tilted(tank, 1e-6, 0).volumeAt(height) - level.volumeAt(height))
        expect(off / level.shellCapacity).toBeLessThan(5e-5)
      }),
      { numRuns: 100 },
    )
  })

  it('rises with its gauge, and inverts to its height', () => {
    const curve = tilted(LONG, 3, 4000)
    for (let height = 100; height <= 1900; height += 100) {
      expect(curve.volumeAt(height)).toBeGreaterThan(curve.volumeAt(height - 50))
      expect(curve.heightAt(curve.volumeAt(height))).toBeCloseTo(height, 2)
    }
  })

  it.each(['vertical_cylinder', 'sphere', 'cone_bottom'])(
    'is unchanged if it is not horizontal: %s',
    (slug) => {
      const { formula } = builtInTankTypes.find((type) => type.slug === slug)!
      const tank = { ...NO_TANK, formula, diameter: 2000, height: 3000, length: 500, width: 100 }
      expect(tankCurve(tank).isHorizontal).toBe(false)
      expect(tilted(tank, 10, 500).volumeAt(700)).toBe(tankCurve(tank).volumeAt(700))
    },
  )
})

describe('a tank with external dimensions', () => {
  it('is smaller inside by two walls across, and lengthwise if its ends are flat', () => {
    const flat = tankCurve({ ...HORIZONTAL, diameter: 2020, length: 5020, wall: 10 })
    expect(flat.tankHeight).toBe(2000)
    expect(flat.shellCapacity).toBeCloseTo(15_707.963, 3)
    const headed = { ...HORIZONTAL, formula: '(segment(D,h)*L+ellipsoidal(D,D/4,h))/1e6' }
    const inside = tankCurve(headed)
    expect(tankCurve({ ...headed, diameter: 2020, wall: 10 }).shellCapacity).toBeCloseTo(
      inside.shellCapacity,
      6,
    )
    const box = {
      ...NO_TANK,
      formula: 'L*W*clamp(h,0,H)/1e6',
      length: 1020,
      width: 520,
      height: 820,
      wall: 10,
    }
    expect(tankCurve(box).shellCapacity).toBeCloseTo(400, 6)
  })

  it('holds nothing if the walls fill it', () => {
    expect(reason({ ...HORIZONTAL, wall: 1000 })).toBe('no_height')
  })
})

describe('heads with given radii of dish and knuckle', () => {
  const { formula } = builtInTankTypes.find(({ slug }) => slug === 'horizontal_cylinder_torispherical')!
  const HEADS: TankGeometry = { ...NO_TANK, formula, diameter: 1000, length: 0 }
  const holds = (dish_radius: number, knuckle_radius: number) =>
    tankCurve({ ...HEADS, dish_radius, knuckle_radius }).shellCapacity / 2

  it('match the manufacturers’ tables of DIN 28011 and DIN 28013: 0.1 D³ and 0.13 D³', () => {
    expect(holds(1000, 100) / 1000).toBeCloseTo(0.1, 2)
    expect(holds(800, 154) / 1000).toBeCloseTo(0.13, 2)
  })

  it('default to ASME flanged and dished: 0.0809 D³', () => {
    expect(holds(0, 0)).toBe(holds(1000, 60))
    expect(holds(0, 0)).toBeCloseTo(80.9, 0)
  })

  it('are impossible if the dish is smaller than the tank', () => {
    expect(reason({ ...HEADS, dish_radius: 400 })).toBe('not_computable')
  })
})
