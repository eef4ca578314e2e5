import type { Rhythm } from './tankWorld.ts'

export type SensorName =
  | 'Ultrasonic distance'
  | 'Radar distance'
  | 'Pressure'
  | '4–20 mA loop'
  | 'Float gauge'
  | 'Volume dial'
  | 'Magnetostrictive'
  | 'Temperature'

/** A liquid with the tanks it is usually kept in. */
export interface Liquid {
  product: string
  gravity: string
  group: 'none' | 'fuel_oil' | 'jet_fuel' | 'gasoline' | 'lubricant' | 'lpg'
  color: string
  /** Tank type and US gallons of tanks in baseTankSpecs.ts. */
  tanks: readonly (readonly [slug: string, gallons: number])[]
  sensors: readonly SensorName[]
  rhythm: Rhythm
  /** Percent of the capacity on an average day: from, to. */
  dailyUse: readonly [number, number]
}

const HF = 'horizontal_cylinder_flat'
const VC = 'vertical_cylinder'

const DIESEL = {
  product: 'Diesel #2',
  gravity: '0.845',
  group: 'fuel_oil',
  color: '#c2410c',
} as const

/** What stands in the demo's tanks. */
export const DEMO_LIQUIDS = {
  'Diesel #2': {
    ...DIESEL,
    tanks: [
      [HF, 10000],
      [HF, 4000],
      [VC, 12000],
      ['horizontal_cylinder_elliptical', 6000],
      [HF, 2000],
      ['horizontal_cylinder_torispherical', 8000],
      ['rectangular', 500],
      [HF, 1000],
    ],
    sensors: ['Ultrasonic distance', 'Radar distance', 'Magnetostrictive', 'Pressure'],
    rhythm: 'business',
    dailyUse: [3, 8],
  },
  'Diesel #2 standby': {
    ...DIESEL,
    tanks: [
      ['rectangular', 1000],
      [HF, 550],
    ],
    sensors: ['4–20 mA loop', 'Ultrasonic distance'],
    rhythm: 'standby',
    dailyUse: [0.3, 0.5],
  },
  'Gasoline 87': {
    product: 'Gasoline 87',
    gravity: '0.740',
    group: 'gasoline',
    color: '#b91c1c',
    tanks: [
      [HF, 8000],
      ['horizontal_cylinder_torispherical', 5000],
      [HF, 12000],
      [HF, 1000],
    ],
    sensors: ['Magnetostrictive', 'Radar distance'],
    rhythm: 'retail',
    dailyUse: [5, 11],
  },
  DEF: {
    product: 'DEF',
    gravity: '1.090',
    group: 'none',
    color: '#0369a1',
    tanks: [
      [VC, 2500],
      ['rectangular', 330],
      ['cone_bottom', 1550],
      [VC, 1000],
    ],
    sensors: ['Pressure', 'Ultrasonic distance'],
    rhythm: 'business',
    dailyUse: [2.5, 5],
  },
  Propane: {
    product: 'Propane',
    gravity: '0.510',
    group: 'lpg',
    color: '#7c3aed',
    tanks: [
      ['horizontal_cylinder_hemispherical', 1000],
      ['horizontal_cylinder_hemispherical', 500],
      ['horizontal_cylinder_hemispherical', 30000],
      ['horizontal_cylinder_hemispherical', 250],
    ],
    sensors: ['Volume dial'],
    rhythm: 'heating',
    dailyUse: [1, 2],
  },
  Kerosene: {
    product: 'Kerosene',
    gravity: '0.810',
    group: 'jet_fuel',
    color: '#4d7c0f',
    tanks: [
      [HF, 1000],
      ['vertical_oval', 330],
    ],
    sensors: ['Ultrasonic distance', 'Float gauge'],
    rhythm: 'heating',
    dailyUse: [1.2, 2.3],
  },
  'Heating oil': {
    product: 'Heating oil',
    gravity: '0.850',
    group: 'fuel_oil',
    color: '#9a3412',
    tanks: [
      ['vertical_oval', 275],
      ['horizontal_oval', 275],
      ['vertical_oval', 330],
    ],
    sensors: ['Ultrasonic distance', 'Float gauge'],
    rhythm: 'heating',
    dailyUse: [1.2, 2.3],
  },
  '15W-40 engine oil': {
    product: '15W-40 engine oil',
    gravity: '0.880',
    group: 'lubricant',
    color: '#a16207',
    tanks: [
      ['rectangular', 240],
      ['horizontal_oval', 500],
      [VC, 500],
      ['rectangular', 110],
    ],
    sensors: ['Ultrasonic distance', '4–20 mA loop'],
    rhythm: 'business',
    dailyUse: [1.5, 3.5],
  },
  'Hydraulic oil 46': {
    product: 'Hydraulic oil 46',
    gravity: '0.870',
    group: 'lubricant',
    color: '#854d0e',
    tanks: [
      ['horizontal_oval', 500],
      [HF, 300],
      [VC, 1000],
    ],
    sensors: ['Ultrasonic distance', 'Pressure'],
    rhythm: 'business',
    dailyUse: [1, 2.5],
  },
  'Used oil': {
    product: 'Used oil',
    gravity: '0.900',
    group: 'lubricant',
    color: '#44403c',
    tanks: [
      ['horizontal_oval', 1500],
      [HF, 550],
    ],
    sensors: ['Radar distance'],
    rhythm: 'business',
    dailyUse: [1.5, 3],
  },
  Glycol: {
    product: 'Glycol',
    gravity: '1.110',
    group: 'none',
    color: '#0f766e',
    tanks: [
      [VC, 1000],
      ['horizontal_oval', 500],
      [VC, 500],
    ],
    sensors: ['4–20 mA loop', 'Pressure'],
    rhythm: 'process',
    dailyUse: [0.8, 2],
  },
  'Sodium hypochlorite': {
    product: 'Sodium hypochlorite',
    gravity: '1.160',
    group: 'none',
    color: '#ca8a04',
    tanks: [
      ['cone_bottom', 1550],
      [VC, 2500],
      ['cone_bottom', 2600],
    ],
    sensors: ['Radar distance', '4–20 mA loop'],
    rhythm: 'process',
    dailyUse: [3, 5],
  },
  'Caustic soda 50%': {
    product: 'Caustic soda 50%',
    gravity: '1.530',
    group: 'none',
    color: '#be185d',
    tanks: [
      ['cone_bottom', 6000],
      [VC, 4000],
      ['horizontal_cylinder_elliptical', 12000],
    ],
    sensors: ['Pressure', 'Radar distance'],
    rhythm: 'process',
    dailyUse: [2, 4.5],
  },
  'Fluorosilicic acid': {
    product: 'Fluorosilicic acid',
    gravity: '1.230',
    group: 'none',
    color: '#db2777',
    tanks: [['cone_bottom', 1000]],
    sensors: ['4–20 mA loop'],
    rhythm: 'process',
    dailyUse: [1, 2],
  },
  'Molasses feed': {
    product: 'Molasses feed',
    gravity: '1.400',
    group: 'none',
    color: '#78350f',
    tanks: [
      [VC, 10000],
      ['cone_bottom', 6000],
      [VC, 6500],
    ],
    sensors: ['Radar distance', 'Pressure'],
    rhythm: 'farm',
    dailyUse: [2, 5],
  },
  'Liquid fertilizer 32%': {
    product: 'Liquid fertilizer 32%',
    gravity: '1.330',
    group: 'none',
    color: '#15803d',
    tanks: [
      [VC, 15000],
      ['cone_bottom', 6000],
    ],
    sensors: ['Pressure', 'Ultrasonic distance'],
    rhythm: 'campaign',
    dailyUse: [1.5, 4],
  },
  Water: {
    product: 'Water',
    gravity: '1.000',
    group: 'none',
    color: '#2563eb',
    tanks: [
      ['sphere', 50000],
      ['sphere', 25000],
      [VC, 6500],
    ],
    sensors: ['Pressure', 'Ultrasonic distance'],
    rhythm: 'process',
    dailyUse: [5, 9],
  },
} as const satisfies Record<string, Liquid>

/** What distributors sell, with what the papers say, what must not follow it without cleaning, and what is heated with. */
export const SOLD: Readonly<
  Record<
    string,
    {
      un_number?: string
      proper_shipping_name?: string
      hazard_class?: string
      packing_group?: 'II' | 'III'
      not_followed_by?: string
      degree_day_base?: 'f65'
      vehicle_class?: 'def'
    }
  >
> = {
  'Diesel #2': {
    ...{ un_number: 'NA1993', proper_shipping_name: 'Diesel fuel', hazard_class: '3', packing_group: 'III' },
    not_followed_by: 'DEF',
  },
  'Gasoline 87': {
    ...{ un_number: 'UN1203', proper_shipping_name: 'Gasoline', hazard_class: '3', packing_group: 'II' },
    not_followed_by: 'DEF|Diesel #2|Heating oil|Kerosene',
  },
  Propane: {
    un_number: 'UN1075',
    proper_shipping_name: 'Petroleum gases, liquefied',
    hazard_class: '2.1',
    degree_day_base: 'f65',
  },
  Kerosene: {
    ...{ un_number: 'UN1223', proper_shipping_name: 'Kerosene', hazard_class: '3', packing_group: 'III' },
    ...{ not_followed_by: 'DEF', degree_day_base: 'f65' },
  },
  'Heating oil': {
    ...{ un_number: 'NA1993', proper_shipping_name: 'Fuel oil', hazard_class: '3', packing_group: 'III' },
    not_followed_by: 'DEF|Kerosene',
    degree_day_base: 'f65',
  },
  DEF: { vehicle_class: 'def' },
  '15W-40 engine oil': { not_followed_by: 'DEF' },
  'Hydraulic oil 46': { not_followed_by: 'DEF' },
}

export type LiquidName = keyof typeof DEMO_LIQUIDS

export function liquidOf(name: LiquidName): Liquid {
  return DEMO_LIQUIDS[name]
}

/** US dollars a gallon of what the demo's tanks hold, by the first word of the product. */
const PRICES: Readonly<Record<string, string>> = {
  Diesel: '3.3790',
  Gasoline: '3.0855',
  Propane: '1.9825',
  DEF: '2.4795',
  Molasses: '1.1735',
  Kerosene: '3.6645',
  Heating: '3.3085',
  '15W-40': '12.9450',
  Hydraulic: '11.2800',
}
const OTHER_PRICE = '2.9525'

/** US dollars for a gallon of a product. */
export function priceOf(product: string): string {
  return PRICES[product.split(' ')[0]!] ?? OTHER_PRICE
}
