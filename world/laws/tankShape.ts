/** A tank by its inner dimensions, mm. */
export type Shape =
  | { slug: 'vertical_cylinder'; diameter: number; height: number }
  | { slug: LyingCylinder; diameter: number; length: number }
  | { slug: 'rectangular' | 'vertical_oval'; length: number; width: number; height: number }

type LyingCylinder =
  | 'horizontal_cylinder_flat'
  | 'horizontal_cylinder_elliptical'
  | 'horizontal_cylinder_hemispherical'

const CUBIC_MILLIMETRES = 1e6

/** The height of the whole tank, mm. */
export function heightOf(shape: Shape): number {
  return 'height' in shape ? shape.height : shape.diameter
}

/** The area of a circle up to a height, mm². */
function circleTo(diameter: number, height: number): number {
  const radius = diameter / 2
  const rise = Math.min(Math.max(height, 0), diameter)
  return (
    radius ** 2 * Math.acos((radius - rise) / radius) -
    (radius - rise) * Math.sqrt(2 * radius * rise - rise ** 2)
  )
}

/** Volume of a sphere up to a height, mm³. */
function sphereTo(diameter: number, height: number): number {
  return (Math.PI * height ** 2 * (1.5 * diameter - height)) / 3
}

/** Litres in a tank filled to a height, mm. */
export function volumeTo(shape: Shape, height: number): number {
  const level = Math.min(Math.max(height, 0), heightOf(shape))
  switch (shape.slug) {
    case 'vertical_cylinder':
      return (Math.PI * (shape.diameter / 2) ** 2 * level) / CUBIC_MILLIMETRES
    case 'rectangular':
      return (shape.length * shape.width * level) / CUBIC_MILLIMETRES
    case 'horizontal_cylinder_flat':
      return (circleTo(shape.diameter, level) * shape.length) / CUBIC_MILLIMETRES
    case 'horizontal_cylinder_hemispherical':
      return (
        (circleTo(shape.diameter, level) * shape.length + sphereTo(shape.diameter, level)) / CUBIC_MILLIMETRES
      )
    case 'horizontal_cylinder_elliptical':
      // Both 2:1 heads are an ellipsoid with half axes D/2, D/2 and D/4: half of a sphere.
      return (
        (circleTo(shape.diameter, level) * shape.length + sphereTo(shape.diameter, level) / 2) /
        CUBIC_MILLIMETRES
      )
    case 'vertical_oval':
      return (standingOval(shape.width, shape.height, level) * shape.length) / CUBIC_MILLIMETRES
  }
}

/** The area of a standing oval (half a circle below, straight sides, half a circle above) up to a height, mm². */
function standingOval(width: number, height: number, level: number): number {
  const radius = width / 2
  const straight = height - width
  if (level <= radius) return circleTo(width, level)
  const sides = Math.min(level - radius, straight) * width
  const above = Math.max(level - radius - straight, 0)
  return circleTo(width, radius) + sides + circleTo(width, radius + above) - circleTo(width, radius)
}

/** Litres of the whole tank. */
export const capacityOf = (shape: Shape) => volumeTo(shape, heightOf(shape))

/** The height of `litres` in a tank, mm. */
export function heightFor(shape: Shape, litres: number): number {
  let [low, high] = [0, heightOf(shape)]
  for (let turn = 0; turn < 60; turn++) {
    const middle = (low + high) / 2
    if (volumeTo(shape, middle) < litres) low = middle
    else high = middle
  }
  return (low + high) / 2
}
