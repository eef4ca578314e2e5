import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coneBottom, dishedBottom, ellipsoidalBottom, frustumBottom } from './heads.ts'
import { dishedHeads, torisphericalBottom, torisphericalDepth, torisphericalHeads } from './revolvedHeads.ts'
import {
  type HorizontalHeads,
  horizontalCylinder,
  horizontalEllipse,
  rectangularTank,
  sphere,
  stadiumTank,
  verticalCylinder,
} from './shapes.ts'

const MM3_PER_US_GALLON = 3_785_411.784
const inch = (inches: number) => inches * 25.4
const gallons = (mm3: number) => mm3 / MM3_PER_US_GALLON
const cubicMetres = (mm3: number) => mm3 / 1e9

describe('the examples of Jones, in inches and US gallons', () => {
  it.each([
    ['conical', 2041.192358],
    ['ellipsoidal', 2380.956542],
    ['guppy', 1931.720803],
    ['dished', 2303.961512],
  ] as const)('horizontal with %s heads', (kind, expected) => {
    const volume = horizontalCylinder(inch(108), inch(156), { kind, depth: inch(42) }, inch(36))
    expect(gallons(volume)).toBeCloseTo(expected, 5)
  })

  it.each([
    ['conical', coneBottom(inch(132), inch(33), inch(24)), 250.674614],
    ['ellipsoidal', ellipsoidalBottom(inch(132), inch(33), inch(24)), 783.358168],
    ['spherical', dishedBottom(inch(132), inch(33), inch(24)), 583.601835],
    ['torispherical', torisphericalBottom(inch(132), inch(24)), 904.068828],
  ])('vertical on a %s bottom', (_, volume, expected) => {
    expect(gallons(volume)).toBeCloseTo(expected, 5)
  })
})

describe('the metric set: D = 2 m, L = 5 m', () => {
  const flat: HorizontalHeads = { kind: 'flat' }
  const twoToOne: HorizontalHeads = { kind: 'ellipsoidal', depth: 500 }
  const asme: HorizontalHeads = { kind: 'torispherical' }
  const hemispheres: HorizontalHeads = { kind: 'ellipsoidal', depth: 1000 }

  it.each([
    [600, flat, 3.963367],
    [600, twoToOne, 4.415756],
    [600, asme, 4.234673],
    [600, hemispheres, 4.868146],
    [1000, flat, 7.853982],
    [1000, twoToOne, 8.901179],
    [1000, asme, 8.501974],
    [1000, hemispheres, 9.948377],
    [1800, flat, 14.890458],
    [1800, twoToOne, 16.92621],
    [1800, asme, 16.15166],
    [1800, hemispheres, 18.961962],
    [2000, flat, 15.707963],
    [2000, twoToOne, 17.802358],
    [2000, asme, 17.003947],
    [2000, hemispheres, 19.896753],
    [600, { kind: 'dished', depth: 300 } as const, 4.14744],
  ])('filled to %d mm, heads %o: %d m³', (h, heads, expected) => {
    expect(cubicMetres(horizontalCylinder(2000, 5000, heads, h))).toBeCloseTo(expected, 5)
    // One unit of the sixth decimal, the precision of the published numbers.
    expect(Math.abs(cubicMetres(horizontalCylinder(2000, 5000, heads, h)) - expected)).toBeLessThan(1.1e-6)
  })

  it.each([
    [5, 1.87],
    [10, 5.2],
    [15, 9.41],
    [20, 14.24],
    [25, 19.55],
    [80, 85.76],
  ])('%d %% of level is %d %% of volume', (level, expected) => {
    const share = horizontalCylinder(2000, 1, flat, level * 20) / horizontalCylinder(2000, 1, flat, 2000)
    expect(share * 100).toBeCloseTo(expected, 2)
  })
})

/** The closed form of the design, valid away from its singular points. */
function dishedClosedForm(diameter: number, a: number, h: number): number {
  const R = diameter / 2
  const r = (a * a + R * R) / (2 * a)
  const w = R - h
  const y = Math.sqrt(2 * R * h - h * h)
  const z = Math.sqrt(r * r - R * R)
  const first = Math.acos((R * R - r * w) / (R * (w - r))) + Math.acos((R * R + r * w) / (R * (w + r)))
  const second = (z / r) * (2 + (R / r) ** 2) * Math.acos(w / R)
  const third = 2 * (w * r * r - w ** 3 / 3) * Math.atan(y / z)
  return ((2 * r ** 3) / 3) * (first - second) - third + (4 * w * y * z) / 3
}

describe('heads by quadrature', () => {
  it('agree with the closed form of dished heads', () => {
    for (const a of [100, 300, 600, 900]) {
      const full = dishedHeads(2000, a, 2000)
      for (const h of [20, 300, 700, 990]) {
        expect(Math.abs(dishedHeads(2000, a, h) - dishedClosedForm(2000, a, h)) / full).toBeLessThan(1e-8)
      }
    }
  })

  it('turn into hemispheres at depth R, and stay finite at every singular point of the closed form', () => {
    for (const h of [0, 1, 500, 999.999, 1000, 1000.001, 1999, 2000]) {
      expect(dishedHeads(2000, 1000, h) / 1e9).toBeCloseTo(sphere(2000, h) / 1e9, 8)
      expect(dishedHeads(2000, 1e-9, h)).toBeLessThan(1e4)
      expect(Number.isFinite(torisphericalHeads(2000, h))).toBe(true)
    }
  })

  it('hold what the same head holds standing', () => {
    const depth = torisphericalDepth(2000)
    expect(torisphericalHeads(2000, 2000) / 2).toBeCloseTo(torisphericalBottom(2000, depth), 0)
    expect(dishedHeads(2000, 300, 2000) / 2).toBeCloseTo(dishedBottom(2000, 300, 300), 0)
  })
})

describe('bottoms', () => {
  it('a cone is a third of its cylinder, and a frustum with the full outlet is the cylinder', () => {
    expect(coneBottom(2000, 900, 900)).toBeCloseTo(verticalCylinder(2000, 300), 0)
    expect(frustumBottom(2000, 2000, 900, 700)).toBeCloseTo(verticalCylinder(2000, 700), 0)
    expect(frustumBottom(2000, 200, 900, 900)).toBeCloseTo(
      (Math.PI * 900 * (1000 ** 2 + 1000 * 100 + 100 ** 2)) / 3,
      0,
    )
  })

  it('without depth is the plain cylinder', () => {
    for (const bottom of [coneBottom, ellipsoidalBottom, dishedBottom]) {
      expect(bottom(2000, 0, 1200)).toBeCloseTo(verticalCylinder(2000, 1200), 0)
    }
  })
})

interface Tank {
  name: string
  height: number
  symmetric: boolean
  volume: (h: number) => number
}

function tanks(d: number, l: number, w: number, a: number): Tank[] {
  const lying = (heads: HorizontalHeads): Tank => ({
    name: heads.kind,
    height: d,
    symmetric: heads.kind !== 'guppy',
    volume: (h) => horizontalCylinder(d, l, heads, h),
  })
  const upright = (name: string, volume: (h: number) => number): Tank => ({
    name,
    height: l + d,
    symmetric: false,
    volume,
  })
  return [
    lying({ kind: 'flat' }),
    lying({ kind: 'torispherical' }),
    ...(['ellipsoidal', 'conical', 'dished', 'guppy'] as const).map((kind) => lying({ kind, depth: a })),
    { name: 'ellipse', height: d, symmetric: true, volume: (h) => horizontalEllipse(w, d, l, h) },
    { name: 'stadium', height: d, symmetric: true, volume: (h) => stadiumTank(w, d, l, h) },
    { name: 'sphere', height: d, symmetric: true, volume: (h) => sphere(d, h) },
    { name: 'box', height: d, symmetric: true, volume: (h) => rectangularTank(l, w, h) },
    upright('cone', (h) => coneBottom(d, a, h)),
    upright('frustum', (h) => frustumBottom(d, d / 10, a, h)),
    upright('ellipsoidal bottom', (h) => ellipsoidalBottom(d, a, h)),
    upright('dished bottom', (h) => dishedBottom(d, a, h)),
    upright('torispherical bottom', (h) => torisphericalBottom(d, h)),
  ]
}

const side = fc.double({ min: 300, max: 12_000, noNaN: true })
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('every shape', () => {
  it('is empty at 0, never shrinks as the level rises, and is symmetric where it should be', () => {
    fc.assert(
      fc.property(side, side, side, share, share, share, (d, l, w, depth, one, two) => {
        for (const tank of tanks(d, l, w, (depth * d) / 2)) {
          const full = tank.volume(tank.height)
          const slack = full * 1e-9
          expect(Math.abs(tank.volume(0)), tank.name).toBeLessThanOrEqual(slack)
          const [low, high] = [Math.min(one, two) * tank.height, Math.max(one, two) * tank.height]
          expect(tank.volume(low), tank.name).toBeLessThanOrEqual(tank.volume(high) + slack)
          expect(tank.volume(high), tank.name).toBeLessThanOrEqual(full + slack)
          if (!tank.symmetric) continue
          const sum = tank.volume(low) + tank.volume(tank.height - low)
          expect(Math.abs(sum - full), tank.name).toBeLessThanOrEqual(full * 1e-8)
        }
      }),
    )
  })

  it('holds no less than nothing when there is but a film of liquid', () => {
    for (const tank of tanks(601, 300, 300, 300)) {
      for (const level of [1e-18, 1e-15, 1e-12, 1e-9]) {
        expect(tank.volume(level), tank.name).toBeGreaterThanOrEqual(0)
        expect(tank.volume(level), tank.name).toBeLessThan(1)
      }
    }
  })

  it('is empty below its bottom, and closed ones stay full above their top', () => {
    for (const tank of tanks(2000, 5000, 1500, 400)) {
      expect(tank.volume(-10), tank.name).toBe(0)
      if (tank.name === 'box' || tank.height !== 2000) continue
      expect(tank.volume(2100), tank.name).toBeCloseTo(tank.volume(2000), 3)
    }
  })
})
