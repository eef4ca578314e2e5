import { segmentArea } from './crossSections.ts'

/**
 * Heads with arcs as profile: dished (a spherical cap) and torispherical (crown and knuckle). Lengths in mm, volumes in mm³.
 * The liquid in a horizontal head consists of circle segments along its axis, V = ∫ A(2r, h − R + r) dx: one integral with a closed
 * integrand, whereas the published closed forms have singular points at h = R, h = D and a → 0. 24-point Gauss quadrature per
 * arc, accurate to 1e-9 of the head's volume in a few microseconds.
 */

/** ASME flanged and dished: crown radius = diameter, knuckle radius = 6 % of it. */
export const ASME_CROWN = 1
export const ASME_KNUCKLE = 0.06

interface Arc {
  /** Radius of the head on the arc at angle t, and dx/dt along the tank's axis there. */
  radius(t: number): number
  slope(t: number): number
  /** The arc's angles, from the narrow to the wide end. */
  narrow: number
  wide: number
  /** The angle at which the head has this radius. */
  angleOf(radius: number): number
}

/** Both spherical-cap heads of depth a (at most a hemisphere) of a horizontal cylinder filled to h. */
export function dishedHeads(diameter: number, a: number, h: number): number {
  // A head of less than a billionth of the diameter is flat; its sphere would overflow.
  if (!(diameter > 0) || !(a > diameter * 1e-9) || !(h > 0)) return 0
  const radius = diameter / 2
  const depth = Math.min(a, radius)
  const sphere = (depth * depth + radius * radius) / (2 * depth)
  const total = ((Math.PI * depth) / 6) * (3 * radius * radius + depth * depth)
  return bothHeads([crown(sphere, radius)], diameter, total, h)
}

/** Both torispherical heads of a horizontal cylinder filled to h; default: ASME F&D. */
export function torisphericalHeads(
  diameter: number,
  h: number,
  { f = ASME_CROWN, k = ASME_KNUCKLE }: { f?: number; k?: number } = {},
): number {
  if (!(diameter > 0) || !(h > 0)) return 0
  const head = torisphericalShape(diameter, f, k)
  const arcs = [crown(f * diameter, head.joint), knuckle(k * diameter, diameter / 2, head.alpha)]
  return bothHeads(arcs, diameter, head.volume, h)
}

/** Vertical cylinder on a torispherical head, h from its lowest point; default: ASME F&D. */
export function torisphericalBottom(
  diameter: number,
  h: number,
  { f = ASME_CROWN, k = ASME_KNUCKLE }: { f?: number; k?: number } = {},
): number {
  if (!(diameter > 0) || !(h > 0)) return 0
  const head = torisphericalShape(diameter, f, k)
  if (h <= head.crownDepth) return Math.PI * h * h * (f * diameter - h / 3)
  if (h >= head.depth) return head.volume + (Math.PI / 4) * diameter * diameter * (h - head.depth)
  return head.volume - knuckleVolume(diameter, k, head.depth - h)
}

/** Depth of a torispherical head in mm. */
export function torisphericalDepth(diameter: number, f = ASME_CROWN, k = ASME_KNUCKLE): number {
  return torisphericalShape(diameter, f, k).depth
}

function torisphericalShape(diameter: number, f: number, k: number) {
  const alpha = Math.asin((1 - 2 * k) / (2 * (f - k)))
  const crownDepth = f * diameter * (1 - Math.cos(alpha))
  const knuckleDepth = k * diameter * Math.cos(alpha)
  const cap = Math.PI * crownDepth * crownDepth * (f * diameter - crownDepth / 3)
  return {
    alpha,
    crownDepth,
    depth: crownDepth + knuckleDepth,
    joint: f * diameter * Math.sin(alpha),
    volume: cap + knuckleVolume(diameter, k, knuckleDepth),
  }
}

/** Volume of the knuckle zone within z of the tangent plane: π ∫ (c + √(r² − z²))² dz, r the knuckle. */
function knuckleVolume(diameter: number, k: number, z: number): number {
  const r = k * diameter
  const c = diameter / 2 - r
  const chord = z * Math.sqrt(Math.max(r * r - z * z, 0)) + r * r * Math.asin(Math.min(z / r, 1))
  return Math.PI * (c * c * z + c * chord + r * r * z - (z * z * z) / 3)
}

function crown(sphere: number, joint: number): Arc {
  return {
    radius: (t) => sphere * Math.sin(t),
    slope: (t) => sphere * Math.sin(t),
    narrow: 0,
    wide: Math.asin(Math.min(joint / sphere, 1)),
    angleOf: (radius) => Math.asin(Math.min(radius / sphere, 1)),
  }
}

function knuckle(r: number, wall: number, alpha: number): Arc {
  const centre = wall - r
  return {
    radius: (t) => centre + r * Math.sin(t),
    slope: (t) => r * Math.sin(t),
    narrow: alpha,
    wide: Math.PI / 2,
    angleOf: (radius) => Math.asin(Math.min(Math.max((radius - centre) / r, 0), 1)),
  }
}

/** Above the middle, the volume is the head minus its mirrored ullage, so only half-full heads are integrated. */
function bothHeads(arcs: readonly Arc[], diameter: number, oneHead: number, h: number): number {
  if (h >= diameter) return 2 * oneHead
  if (h > diameter / 2) return 2 * (oneHead - wettedHead(arcs, diameter, diameter - h))
  return 2 * wettedHead(arcs, diameter, h)
}

function wettedHead(arcs: readonly Arc[], diameter: number, h: number): number {
  const dry = diameter / 2 - h
  let volume = 0
  for (const arc of arcs) {
    if (arc.radius(arc.wide) <= dry) continue
    const start = Math.max(arc.narrow, arc.angleOf(dry))
    const span = arc.wide - start
    for (const { node: u, weight } of quadrature()) {
      // The area grows with the 3/2 power at the start of the liquid; squaring the variable makes it smooth.
      const t = start + span * u * u
      const r = arc.radius(t)
      volume += weight * 2 * u * span * arc.slope(t) * segmentArea(2 * r, r - dry)
    }
  }
  return volume
}

let rule: ReturnType<typeof gaussLegendre> | undefined

/** Computed on first use: most pages never need it. */
function quadrature() {
  rule ??= gaussLegendre(24)
  return rule
}

/** Nodes and weights on 0..1: the roots of the Legendre polynomial, by Newton's method. */
function gaussLegendre(count: number): { node: number; weight: number }[] {
  const points: { node: number; weight: number }[] = []
  for (let i = 1; i <= count; i += 1) {
    let x = Math.cos((Math.PI * (i - 0.25)) / (count + 0.5))
    let slope = 1
    for (let round = 0; round < 50; round += 1) {
      const legendre = legendreAt(count, x)
      slope = legendre.slope
      const step = legendre.value / slope
      x -= step
      if (Math.abs(step) < 1e-15) break
    }
    points.push({ node: (1 - x) / 2, weight: 1 / ((1 - x * x) * slope * slope) })
  }
  return points
}

function legendreAt(count: number, x: number): { value: number; slope: number } {
  let before = 1
  let value = x
  for (let n = 2; n <= count; n += 1) {
    const next = ((2 * n - 1) * x * value - (n - 1) * before) / n
    before = value
    value = next
  }
  return { value, slope: (count * (x * value - before)) / (x * x - 1) }
}
