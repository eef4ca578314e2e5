import { builtInTankTypes } from '#core/domains/tanks/volume/builtInTankTypes.ts'
import { PLAIN_TANK, type TankGeometry } from '#core/domains/tanks/volume/tankVolume.ts'
import { findOrThrow } from '#core/platform/lists/findOrThrow.ts'
import { convertDecimal } from '#core/platform/numbers/convertDecimal.ts'
import tankSizes from '#facts/tankSizes.json' with { type: 'json' }

/** The makers of those tanks; they are invented. */
export const BASE_MANUFACTURERS = tankSizes.manufacturers

const NOUNS: Readonly<Record<string, string>> = tankSizes.shapes

/** A tank in its maker's units: US gallons, and inches where its shape has such a side. */
interface DrawnTank {
  slug: string
  gallons: number
  diameter?: number
  length?: number
  width?: number
  height?: number
  manufacturer: string
}

/** A tank's size in both unit systems, as the database stores it. */
export interface TankSize {
  def_us_gallons: string
  def_liters: string
  imperial_diameter: string
  imperial_length: string
  imperial_width: string
  imperial_height: string
  metric_diameter: string
  metric_length: string
  metric_width: string
  metric_height: string
}

export interface BaseTankSpec extends TankSize {
  tank_name: string
  manufacturer: string
  slug: string
}

/** Converts US gallons and inches to both unit systems. */
export function tankSizeOf(gallons: number, [d, l, w, h]: readonly number[]): TankSize {
  const mm = (inches = 0) => convertDecimal(String(inches), '25.4', 'multiply', 6)
  return {
    def_us_gallons: String(gallons),
    def_liters: convertDecimal(String(gallons), '3.785411784', 'multiply', 6),
    imperial_diameter: String(d),
    imperial_length: String(l),
    imperial_width: String(w),
    imperial_height: String(h),
    metric_diameter: mm(d),
    metric_length: mm(l),
    metric_width: mm(w),
    metric_height: mm(h),
  }
}

/** Manufacturers' tanks that every installation starts with. */
export const BASE_TANK_SPECS: readonly BaseTankSpec[] = tankSizes.sizes.map(
  ({ slug, gallons, diameter = 0, length = 0, width = 0, height = 0, manufacturer }: DrawnTank) => ({
    tank_name: `${gallons.toLocaleString('en-US')} gal ${NOUNS[slug]}`,
    manufacturer,
    slug,
    ...tankSizeOf(gallons, [diameter, length, width, height]),
  }),
)

/** The shape from which a tank's volume is computed. */
export function geometryOf(spec: BaseTankSpec): TankGeometry {
  return {
    formula: findOrThrow(builtInTankTypes, ({ slug }) => slug === spec.slug).formula,
    strapping: null,
    diameter: Number(spec.metric_diameter),
    height: Number(spec.metric_height),
    width: Number(spec.metric_width),
    length: Number(spec.metric_length),
    ...PLAIN_TANK,
    capacity: Number(spec.def_liters),
  }
}
