import { describe, expect, test } from 'vitest'
import { capacityOf, heightFor, heightOf, type Shape, volumeTo } from './tankShape.ts'

const SHAPES: readonly Shape[] = [
  { slug: 'vertical_cylinder', diameter: 1600, height: 1800 },
  { slug: 'horizontal_cylinder_flat', diameter: 1600, length: 3600 },
  { slug: 'horizontal_cylinder_elliptical', diameter: 940, length: 2490 },
  { slug: 'rectangular', length: 1200, width: 1000, height: 1100 },
  { slug: 'vertical_oval', length: 1524, width: 686, height: 1118 },
]

describe.each(SHAPES)('$slug', (shape) => {
  test('holds nothing at the bottom, all of it at the top, and half of it in the middle', () => {
    const height = heightOf(shape)
    expect(volumeTo(shape, 0)).toBe(0)
    expect(volumeTo(shape, height + 1)).toBe(capacityOf(shape))
    expect(volumeTo(shape, height / 2)).toBeCloseTo(capacityOf(shape) / 2, 6)
  })

  test('rises with what is in it, and the height for a volume holds that volume', () => {
    for (let share = 0.05; share < 1; share += 0.05) {
      const litres = capacityOf(shape) * share
      expect(volumeTo(shape, heightFor(shape, litres))).toBeCloseTo(litres, 3)
    }
  })
})

test('tanks of the trade hold what stands on their plates, within 3 %', () => {
  const gallons = (shape: Shape) => capacityOf(shape) / 3.785411784
  // 275 gallons: 44 by 27 inches, 60 inches long.
  const basement = gallons({ slug: 'vertical_oval', length: 1524, width: 685.8, height: 1117.6 })
  expect(Math.abs(basement - 275) / 275).toBeLessThan(0.03)
  // A sphere of diameter D and the two 2:1 heads, which hold half of one.
  const heads = capacityOf({ slug: 'horizontal_cylinder_elliptical', diameter: 1000, length: 0 })
  expect(heads).toBeCloseTo(((Math.PI / 6) * 1000 ** 3) / 2 / 1e6, 6)
})
