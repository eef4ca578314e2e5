import { convertDecimal } from '#core/platform/convertDecimal.ts'

export const BASE_MANUFACTURERS = [
  { manufacturer: 'Prairie Steel Tank Works', website: 'https://prairiesteel.example' },
  { manufacturer: 'Keystone Vessel & Plate', website: 'https://keystonevessel.example' },
  { manufacturer: 'Clearwater Poly Tanks', website: 'https://clearwaterpoly.example' },
  { manufacturer: 'Bluegrass Cylinder Company', website: 'https://bluegrasscylinder.example' },
  { manufacturer: 'Summit Containment', website: 'https://summitcontainment.example' },
  { manufacturer: 'Old Forge Oil Tanks', website: 'https://oldforge.example' },
] as const

type Maker = (typeof BASE_MANUFACTURERS)[number]['manufacturer']

/** Tank type, nominal US gallons, then diameter, length, width and height in inches. */
type Size = readonly [slug: string, gallons: number, d: number, l: number, w: number, h: number, maker: Maker]

const SIZES: readonly Size[] = [
  ['horizontal_cylinder_flat', 300, 38, 61, 0, 0, 'Prairie Steel Tank Works'],
  ['horizontal_cylinder_flat', 550, 48, 70.25, 0, 0, 'Prairie Steel Tank Works'],
  ['horizontal_cylinder_flat', 1000, 48, 127.75, 0, 0, 'Prairie Steel Tank Works'],
  ['horizontal_cylinder_flat', 2000, 64, 143.5, 0, 0, 'Prairie Steel Tank Works'],
  ['horizontal_cylinder_flat', 4000, 64, 287.25, 0, 0, 'Prairie Steel Tank Works'],
  ['horizontal_cylinder_flat', 6000, 96, 191.5, 0, 0, 'Prairie Steel Tank Works'],
  ['horizontal_cylinder_flat', 8000, 96, 255.25, 0, 0, 'Prairie Steel Tank Works'],
  ['horizontal_cylinder_flat', 10000, 96, 319.25, 0, 0, 'Prairie Steel Tank Works'],
  ['horizontal_cylinder_flat', 12000, 120, 245, 0, 0, 'Prairie Steel Tank Works'],
  ['horizontal_cylinder_flat', 20000, 126, 370.5, 0, 0, 'Prairie Steel Tank Works'],
  ['vertical_cylinder', 500, 48, 0, 0, 63.75, 'Prairie Steel Tank Works'],
  ['vertical_cylinder', 1000, 64, 0, 0, 71.75, 'Clearwater Poly Tanks'],
  ['vertical_cylinder', 2500, 95, 0, 0, 81.5, 'Clearwater Poly Tanks'],
  ['vertical_cylinder', 4000, 96, 0, 0, 127.75, 'Prairie Steel Tank Works'],
  ['vertical_cylinder', 6500, 119, 0, 0, 135, 'Clearwater Poly Tanks'],
  ['vertical_cylinder', 10000, 126, 0, 0, 185.25, 'Prairie Steel Tank Works'],
  ['vertical_cylinder', 12000, 144, 0, 0, 170.25, 'Prairie Steel Tank Works'],
  ['vertical_cylinder', 15000, 144, 0, 0, 212.75, 'Prairie Steel Tank Works'],
  ['horizontal_cylinder_elliptical', 6000, 84, 222, 0, 0, 'Keystone Vessel & Plate'],
  ['horizontal_cylinder_elliptical', 12000, 108, 266.5, 0, 0, 'Keystone Vessel & Plate'],
  ['horizontal_cylinder_hemispherical', 250, 30, 61.75, 0, 0, 'Bluegrass Cylinder Company'],
  ['horizontal_cylinder_hemispherical', 500, 37.42, 80, 0, 0, 'Bluegrass Cylinder Company'],
  ['horizontal_cylinder_hemispherical', 1000, 41, 147.75, 0, 0, 'Bluegrass Cylinder Company'],
  ['horizontal_cylinder_hemispherical', 30000, 132, 418.5, 0, 0, 'Bluegrass Cylinder Company'],
  ['horizontal_cylinder_torispherical', 5000, 84, 191, 0, 0, 'Keystone Vessel & Plate'],
  ['horizontal_cylinder_torispherical', 8000, 96, 235.5, 0, 0, 'Keystone Vessel & Plate'],
  ['rectangular', 110, 0, 48, 24, 22, 'Summit Containment'],
  ['rectangular', 240, 0, 48, 42, 27.5, 'Summit Containment'],
  ['rectangular', 330, 0, 48, 40, 39.75, 'Summit Containment'],
  ['rectangular', 500, 0, 72, 48, 33.5, 'Summit Containment'],
  ['rectangular', 1000, 0, 96, 60, 40, 'Summit Containment'],
  ['vertical_oval', 275, 0, 61.5, 27, 44, 'Old Forge Oil Tanks'],
  ['vertical_oval', 330, 0, 61, 27, 52, 'Old Forge Oil Tanks'],
  ['horizontal_oval', 275, 0, 61.5, 44, 27, 'Old Forge Oil Tanks'],
  ['horizontal_oval', 500, 0, 58.75, 60, 38, 'Old Forge Oil Tanks'],
  ['horizontal_oval', 1500, 0, 91.5, 84, 52, 'Old Forge Oil Tanks'],
  ['cone_bottom', 1000, 64, 32, 3, 92.5, 'Clearwater Poly Tanks'],
  ['cone_bottom', 1550, 87, 36, 3, 83.75, 'Clearwater Poly Tanks'],
  ['cone_bottom', 2600, 90, 40, 4, 120.5, 'Clearwater Poly Tanks'],
  ['cone_bottom', 6000, 120, 52, 4, 156.5, 'Clearwater Poly Tanks'],
  ['sphere', 25000, 222.5, 0, 0, 0, 'Keystone Vessel & Plate'],
  ['sphere', 50000, 280.5, 0, 0, 0, 'Keystone Vessel & Plate'],
]

const NOUNS: Readonly<Record<string, string>> = {
  horizontal_cylinder_flat: 'horizontal UL-142',
  vertical_cylinder: 'vertical',
  horizontal_cylinder_elliptical: 'horizontal, elliptical heads',
  horizontal_cylinder_hemispherical: 'propane vessel',
  horizontal_cylinder_torispherical: 'horizontal, dished heads',
  rectangular: 'rectangular',
  vertical_oval: 'vertical oval',
  horizontal_oval: 'horizontal oval',
  cone_bottom: 'cone bottom',
  sphere: 'sphere',
}

/** A tank's size in both unit systems, as the database holds it. */
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

/** From US gallons and inches to both unit systems. */
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

/** Manufacturers' tanks that every installation starts with; the makers are invented. */
export const BASE_TANK_SPECS: readonly BaseTankSpec[] = SIZES.map(([slug, gallons, d, l, w, h, maker]) => ({
  tank_name: `${gallons.toLocaleString('en-US')} gal ${NOUNS[slug]}`,
  manufacturer: maker,
  slug,
  ...tankSizeOf(gallons, [d, l, w, h]),
}))
