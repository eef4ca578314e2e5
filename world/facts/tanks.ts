import type { Shape } from '../laws/tankShape.ts'
import { INCH } from '../laws/units.ts'
import type { UseLaw } from '../laws/use.ts'
import type { ProductName } from './products.ts'

/** A kind of tank: its shape, what measures it, and how much is drawn from it. */
export interface TankKind {
  product: ProductName
  shape: Shape
  measure: 'distance' | 'height' | 'percent' | 'volume_percent'
  /** Of a reading, in its unit. */
  noise: number
  /** Hours. */
  uploadEvery: number
  law: UseLaw
  /** So many of a hundred tanks. */
  share: number
}

const inches = (value: number) => Math.round(value * INCH)

export const TANK_KINDS: readonly TankKind[] = [
  {
    // 275 gallons in a basement.
    product: 'heating_oil',
    shape: { slug: 'vertical_oval', length: inches(60), width: inches(27), height: inches(44) },
    measure: 'distance',
    noise: 2,
    uploadEvery: 12,
    law: { kind: 'heating', perDegreeDay: 1.1, base: 2 },
    share: 35,
  },
  {
    // 500 gallons in a yard.
    product: 'propane',
    shape: { slug: 'horizontal_cylinder_elliptical', diameter: inches(37), length: inches(98) },
    measure: 'volume_percent',
    noise: 0.4,
    uploadEvery: 24,
    law: { kind: 'heating', perDegreeDay: 1.7, base: 4 },
    share: 30,
  },
  {
    // 2,000 gallons of a contractor.
    product: 'diesel',
    shape: { slug: 'horizontal_cylinder_flat', diameter: inches(64), length: inches(144) },
    measure: 'height',
    noise: 1,
    uploadEvery: 6,
    law: { kind: 'weekday', perDay: 420 },
    share: 15,
  },
  {
    // 1,000 gallons of a farm.
    product: 'diesel',
    shape: { slug: 'vertical_cylinder', diameter: inches(64), height: inches(72) },
    measure: 'distance',
    noise: 2,
    uploadEvery: 12,
    law: { kind: 'weekday', perDay: 190 },
    share: 10,
  },
  {
    // A tote.
    product: 'def',
    shape: { slug: 'rectangular', length: inches(46), width: inches(38), height: inches(44) },
    measure: 'percent',
    noise: 0.3,
    uploadEvery: 6,
    law: { kind: 'weekday', perDay: 60 },
    share: 10,
  },
]
