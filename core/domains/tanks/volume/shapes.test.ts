import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ellipseArea, segmentArea, stadiumArea } from './crossSections.ts'
import {
  coneBottom,
  conicalHeads,
  dishedBottom,
  ellipsoidalBottom,
  ellipsoidalHeads,
  frustumBottom,
  guppyHeads,
} from './heads.ts'
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

/** The closed form, valid away from its singular points. */
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

  it('become hemispheres at depth R, and stay finite at every singular point of the closed form', () => {
    for (const h of [0, 1, 500, 999.999, 1000, 1000.001, 1999, 2000]) {
      expect(dishedHeads(2000, 1000, h) / 1e9).toBeCloseTo(sphere(2000, h) / 1e9, 8)
      expect(dishedHeads(2000, 1e-9, h)).toBeLessThan(1e4)
      expect(Number.isFinite(torisphericalHeads(2000, h))).toBe(true)
    }
  })

  it('hold the same as the standing head', () => {
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
  const horizontal = (heads: HorizontalHeads): Tank => ({
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
    horizontal({ kind: 'flat' }),
    horizontal({ kind: 'torispherical' }),
    ...(['ellipsoidal', 'conical', 'dished', 'guppy'] as const).map((kind) => horizontal({ kind, depth: a })),
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
// Nearly empty and nearly full levels are drawn as often as all others, because figures cancel there.
const share = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 1e-14, noNaN: true }),
  fc.double({ min: 1 - 1e-14, max: 1, noNaN: true }),
)

describe('every shape', () => {
  it('is empty at 0, never shrinks as the level rises, and is symmetric where expected', () => {
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
      {
        examples: [
          [5461.333333333334, 300, 300, 0.12473059577430154, 0.9999999999999997, 0.9999999999999988],
        ],
      },
    )
  })

  it('is never negative with only a film of liquid', () => {
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

describe('a shape without extent', () => {
  const NO_EXTENT = [0, -1, Number.NaN]

  it('is empty without a diameter, a depth of its heads, or a level', () => {
    for (const none of NO_EXTENT) {
      for (const heads of [ellipsoidalHeads, conicalHeads, guppyHeads, dishedHeads]) {
        expect(heads(none, 300, 600), heads.name).toBe(0)
        expect(heads(2000, none, 600), heads.name).toBe(0)
        expect(heads(2000, 300, none), heads.name).toBe(0)
      }
      for (const bottom of [ellipsoidalBottom, dishedBottom, coneBottom]) {
        expect(bottom(none, 300, 600), bottom.name).toBe(0)
        expect(bottom(2000, 300, none), bottom.name).toBe(0)
      }
      expect(torisphericalHeads(none, 600)).toBe(0)
      expect(torisphericalHeads(2000, none)).toBe(0)
      expect(torisphericalBottom(none, 600)).toBe(0)
      expect(torisphericalBottom(2000, none)).toBe(0)
      expect(segmentArea(none, 600)).toBe(0)
      expect(segmentArea(2000, none)).toBe(0)
      for (const area of [ellipseArea, stadiumArea]) {
        expect(area(none, 1000, 600), area.name).toBe(0)
        expect(area(1000, none, 600), area.name).toBe(0)
      }
    }
  })

  it('never has a negative volume: a negative length or level counts as zero', () => {
    expect(horizontalCylinder(2000, -100, { kind: 'conical', depth: 300 }, 600)).toBe(
      conicalHeads(2000, 300, 600),
    )
    expect(stadiumArea(3000, 1000, -5)).toBe(0)
    expect(stadiumArea(1000, 3000, -5)).toBe(0)
    expect(frustumBottom(2000, -200, 900, 900)).toBeCloseTo(coneBottom(2000, 900, 900), 3)
    expect(frustumBottom(2000, 500, -10, 700)).toBeCloseTo(verticalCylinder(2000, 700), 3)
  })
})

describe('a shape filled beyond its top', () => {
  it('is as full as at its top', () => {
    for (const heads of [ellipsoidalHeads, conicalHeads, guppyHeads, dishedHeads]) {
      expect(heads(2000, 300, 5000), heads.name).toBeCloseTo(heads(2000, 300, 2000), 3)
    }
    for (const [width, height] of [
      [3000, 1000],
      [1000, 3000],
    ] as const) {
      expect(stadiumArea(width, height, 9000)).toBeCloseTo((Math.PI * 1e6) / 4 + 2e6, 3)
    }
    expect(ellipseArea(3000, 1000, 9000)).toBeCloseTo((Math.PI * 3e6) / 4, 3)
    expect(segmentArea(2000, 9000)).toBe(Math.PI * 1e6)
  })

  it('continues as a cylinder above a bottom', () => {
    const above = (volume: (h: number) => number, depth: number) => volume(depth + 500) - volume(depth)
    for (const grown of [
      above((h) => ellipsoidalBottom(2000, 300, h), 300),
      above((h) => dishedBottom(2000, 300, h), 300),
      above((h) => coneBottom(2000, 300, h), 300),
      above((h) => torisphericalBottom(2000, h), torisphericalDepth(2000)),
    ]) {
      expect(grown).toBeCloseTo(verticalCylinder(2000, 500), 0)
    }
  })
})

describe('a section', () => {
  it('half full holds half, and consists of the parts of a circle and a box', () => {
    expect(segmentArea(2000, 1000)).toBeCloseTo((Math.PI * 1e6) / 2, 3)
    expect(stadiumArea(3000, 1000, 500)).toBeCloseTo((Math.PI * 1e6) / 8 + 1e6, 3)
    expect(stadiumArea(1000, 3000, 500)).toBeCloseTo((Math.PI * 1e6) / 8, 3)
    expect(stadiumArea(1000, 3000, 1500)).toBeCloseTo((Math.PI * 1e6) / 8 + 1e6, 3)
    expect(stadiumArea(1000, 3000, 2500)).toBeCloseTo((Math.PI * 1e6) / 8 + 2e6, 3)
    expect(stadiumArea(1000, 1000, 300)).toBeCloseTo(segmentArea(1000, 300), 6)
    expect(ellipseArea(1000, 500, 250)).toBeCloseTo((Math.PI * 5e5) / 8, 3)
  })

  it('nearly empty keeps its precision: the area matches its series', () => {
    for (const h of [1e-6, 1e-3, 1, 4, 5, 6]) {
      const angle = 4 * Math.asin(Math.sqrt(h / 2000))
      const series = [3, 5, 7, 9, 11].reduce((sum, power, at) => {
        let factorial = 1
        for (let n = 2; n <= power; n += 1) factorial *= n
        return sum + ((-1) ** at * angle ** power) / factorial
      }, 0)
      expect(segmentArea(2000, h) / ((1e6 * series) / 2)).toBeCloseTo(1, 9)
    }
  })
})

describe('heads with parameters', () => {
  it('default to ASME heads', () => {
    const half = horizontalCylinder(2000, 0, { kind: 'torispherical' }, 700)
    expect(half).toBe(torisphericalHeads(2000, 700, { f: 1, k: 0.06 }))
    expect(horizontalCylinder(2000, 0, { kind: 'torispherical', f: 0.9, k: 0.1 }, 700)).toBe(
      torisphericalHeads(2000, 700, { f: 0.9, k: 0.1 }),
    )
    expect(torisphericalHeads(2000, 700, { f: 0.9, k: 0.1 })).not.toBe(half)
    expect(torisphericalBottom(2000, 300, { f: 0.9, k: 0.1 })).not.toBe(torisphericalBottom(2000, 300))
    expect(torisphericalDepth(2000)).toBe(torisphericalDepth(2000, 1, 0.06))
    expect(torisphericalDepth(2000)).toBeCloseTo(338.6, 0)
  })

  it('a spherical cap is no deeper than a hemisphere', () => {
    expect(dishedHeads(2000, 1500, 700)).toBe(dishedHeads(2000, 1000, 700))
  })

  it('on a horizontal tank filled to the middle hold half of their volume', () => {
    for (const heads of [ellipsoidalHeads, conicalHeads, dishedHeads]) {
      expect(heads(2000, 300, 1000) / heads(2000, 300, 2000)).toBeCloseTo(0.5, 9)
    }
    expect(torisphericalHeads(2000, 1000) / torisphericalHeads(2000, 2000)).toBeCloseTo(0.5, 9)
  })
})
