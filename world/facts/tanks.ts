import sensors from '#facts/sensors.json' with { type: 'json' }
import tankSizes from '#facts/tankSizes.json' with { type: 'json' }
import type { Shape } from '../laws/tankShape.ts'
import { GALLON, INCH } from '../laws/units.ts'
import type { UseLaw } from '../laws/use.ts'
import { PRODUCTS, type ProductName } from './products.ts'

/** A kind of tank: its shape, its sensor, and its use. */
export interface TankKind {
  product: ProductName
  shape: Shape
  measure: 'distance' | 'height' | 'percent' | 'volume_percent'
  /** Noise of a reading, in its unit. */
  noise: number
  /** Hours. */
  uploadEvery: number
  law: UseLaw
  /** Percent of all tanks. */
  share: number
}

const SIDES = ['diameter', 'length', 'width', 'height']

export const TANK_KINDS: readonly TankKind[] = [
  // A tank in a basement.
  kindOf('heating_oil', 'vertical_oval', 275, 'Ultrasonic distance', { uploadEvery: 12, share: 35 }),
  // A tank in a yard.
  kindOf('propane', 'horizontal_cylinder_hemispherical', 500, 'Volume dial', { uploadEvery: 24, share: 30 }),
  // A contractor's tank.
  kindOf('diesel', 'horizontal_cylinder_flat', 2000, 'Magnetostrictive', { uploadEvery: 6, share: 15 }),
  // A farm's tank.
  kindOf('diesel', 'vertical_cylinder', 1000, 'Ultrasonic distance', { uploadEvery: 12, share: 10 }),
  // A tote.
  kindOf('def', 'rectangular', 330, 'Float gauge', { uploadEvery: 6, share: 10 }),
]

function kindOf(
  product: ProductName,
  slug: Shape['slug'],
  gallons: number,
  sensor: keyof typeof sensors,
  more: Pick<TankKind, 'uploadEvery' | 'share'>,
): TankKind {
  const size = tankSizes.sizes.find((one) => one.slug === slug && one.gallons === gallons)!
  const inches = Object.entries(size).filter(([side]) => SIDES.includes(side))
  const { measure, noise } = sensors[sensor]
  const { rhythm, percent } = PRODUCTS[product].use
  const [least = 0, most = 0] = percent
  return {
    ...{ product, measure: measure as TankKind['measure'], noise, ...more },
    shape: {
      slug,
      ...Object.fromEntries(inches.map(([side, value]) => [side, Math.round(Number(value) * INCH)])),
    } as Shape,
    law: {
      rhythm: rhythm as UseLaw['rhythm'],
      perDay: ((least + most) / 2 / 100) * gallons * GALLON,
    },
  }
}
