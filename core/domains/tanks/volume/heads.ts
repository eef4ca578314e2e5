/**
 * Volumes in the heads of tanks, from mm to mm³. `…Heads` are BOTH heads of a horizontal cylinder of diameter D filled to h;
 * `…Bottom` is a vertical cylinder on such a head, with h from the head's lowest point. Depth `a` is what a head adds beyond
 * the cylinder. Source: D. Jones, "Calculating Tank Volume".
 */

/** Half-ellipsoids of depth a (2:1 heads: a = D/4, hemispheres: a = D/2): π a h² (1 − h/(3R)). */
export function ellipsoidalHeads(diameter: number, a: number, h: number): number {
  if (!(diameter > 0) || !(a > 0) || !(h > 0)) return 0
  const level = Math.min(h, diameter)
  return Math.PI * a * level * level * (1 - (2 * level) / (3 * diameter))
}

/** Cones of depth a: (2aR²/3)·K below the middle, π − K above, K = acos M + M³ acosh(1/M) − 2M √(1−M²). */
export function conicalHeads(diameter: number, a: number, h: number): number {
  if (!(diameter > 0) || !(a > 0) || !(h > 0)) return 0
  const radius = diameter / 2
  const level = Math.min(h, diameter)
  const m = Math.abs(radius - level) / radius
  // At the middle acosh(1/M) is infinite while its product tends to 0: use the limit. √(1 − M²) and acosh(1/M) = asinh(√(1 −
  // M²)/M) are in forms that keep precision for M near 1.
  const root = Math.sqrt((1 - m) * (1 + m))
  const cubic = m < 1e-9 ? 0 : m ** 3 * Math.asinh(root / m)
  const k = Math.atan2(root, m) + cubic - 2 * m * root
  return ((2 * a * radius * radius) / 3) * (level <= radius ? k : Math.PI - k)
}

/** Guppy heads (a flat-topped half cone) of depth a, both ends; after Jones. */
export function guppyHeads(diameter: number, a: number, h: number): number {
  if (!(diameter > 0) || !(a > 0) || !(h > 0)) return 0
  const radius = diameter / 2
  const level = Math.min(h, diameter)
  // acos(1 − h/R), in a form that does not round a film of liquid or air to zero: the subtrahend below is just as small, and
  // the result would be negative, or decrease as the level rises.
  const angle = 2 * Math.atan2(Math.sqrt(level), Math.sqrt(diameter - level))
  const wedge = ((2 * a * radius * radius) / 3) * angle
  const width = Math.sqrt(level * (diameter - level))
  return Math.max(wedge + ((2 * a) / (9 * radius)) * width * (2 * level - 3 * radius) * (level + radius), 0)
}

/** Vertical cylinder on a half-ellipsoid of depth a. */
export function ellipsoidalBottom(diameter: number, a: number, h: number): number {
  if (!(diameter > 0) || !(h > 0)) return 0
  const area = (Math.PI / 4) * diameter * diameter
  if (h >= a) return area * (h - a / 3)
  return area * (h / a) ** 2 * (a - h / 3)
}

/** Vertical cylinder on a spherical cap of depth a. */
export function dishedBottom(diameter: number, a: number, h: number): number {
  if (!(diameter > 0) || !(h > 0)) return 0
  // A cap of less than a billionth of the diameter is flat; its sphere would overflow.
  if (!(a > diameter * 1e-9)) return (Math.PI / 4) * diameter * diameter * h
  if (h < a) return ((Math.PI * h * h) / 4) * (2 * a + (diameter * diameter) / (2 * a) - (4 * h) / 3)
  const cap = (2 * a ** 3) / 3 - (a * diameter * diameter) / 2
  return (Math.PI / 4) * (cap + h * diameter * diameter)
}

/** Vertical cylinder on a cone of height a that tapers to an outlet of diameter d (0 = pointed). */
export function frustumBottom(diameter: number, outlet: number, a: number, h: number): number {
  if (!(diameter > 0) || !(h > 0)) return 0
  const inCone = Math.min(h, Math.max(a, 0))
  const r1 = Math.max(outlet, 0) / 2
  const r = a > 0 ? r1 + ((diameter / 2 - r1) * inCone) / a : 0
  const cone = ((Math.PI * inCone) / 3) * (r1 * r1 + r1 * r + r * r)
  return cone + (Math.PI / 4) * diameter * diameter * (h - inCone)
}

/** Vertical cylinder on a cone of height a, apex down. */
export function coneBottom(diameter: number, a: number, h: number): number {
  return frustumBottom(diameter, 0, a, h)
}
