import { describe, expect, test } from 'vitest'
import tankSizes from '#facts/tankSizes.json' with { type: 'json' }
import { capacityOf, heightFor, heightOf, type Shape, volumeTo } from './tankShape.ts'
import { GALLON, INCH } from './units.ts'

const SHAPES: readonly Shape[] = [
  { slug: 'vertical_cylinder', diameter: 1600, height: 1800 },
  { slug: 'horizontal_cylinder_flat', diameter: 1600, length: 3600 },
  { slug: 'horizontal_cylinder_elliptical', diameter: 940, length: 2490 },
  { slug: 'horizontal_cylinder_hemispherical', diameter: 950, length: 2032 },
  { slug: 'rectangular', length: 1200, width: 1000, height: 1100 },
  { slug: 'vertical_oval', length: 1524, width: 686, height: 1118 },
]

describe.each(SHAPES)('$slug', (shape) => {
  test('is empty at the bottom, full at the top, and half full in the middle', () => {
    const height = heightOf(shape)
    expect(volumeTo(shape, 0)).toBe(0)
    expect(volumeTo(shape, height + 1)).toBe(capacityOf(shape))
    expect(volumeTo(shape, height / 2)).toBeCloseTo(capacityOf(shape) / 2, 6)
  })

  test('has a volume that rises with the height, and the inverse agrees', () => {
    for (let share = 0.05; share < 1; share += 0.05) {
      const litres = capacityOf(shape) * share
      expect(volumeTo(shape, heightFor(shape, litres))).toBeCloseTo(litres, 3)
    }
  })
})

test.each(tankSizes.sizes.filter(({ slug }) => SHAPES.some((shape) => shape.slug === slug)))(
  'a tank of the trade holds what stands on its plate, within 3 %: $gallons gal $slug',
  ({ slug, gallons, diameter = 0, length = 0, width = 0, height = 0 }) => {
    const [d, l, w, h] = [diameter * INCH, length * INCH, width * INCH, height * INCH]
    const shape = { slug, diameter: d, length: l, width: w, ...(h > 0 && { height: h }) } as Shape
    expect(Math.abs(capacityOf(shape) / GALLON / gallons - 1)).toBeLessThan(0.03)
  },
)

test('two round heads are a sphere, and two 2:1 heads hold half of one', () => {
  const sphere = ((Math.PI / 6) * 1000 ** 3) / 1e6
  const heads = (slug: 'horizontal_cylinder_hemispherical' | 'horizontal_cylinder_elliptical') =>
    capacityOf({ slug, diameter: 1000, length: 0 })
  expect(heads('horizontal_cylinder_hemispherical')).toBeCloseTo(sphere, 6)
  expect(heads('horizontal_cylinder_elliptical')).toBeCloseTo(sphere / 2, 6)
})
