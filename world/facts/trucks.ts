import type { TruckClass } from './products.ts'

/** The trucks of the distributor, with their compartments in gallons. */
export const TRUCKS: readonly { name: string; carries: TruckClass; compartments: readonly number[] }[] = [
  { name: 'Fuel wagon 11', carries: 'fuel', compartments: [2000, 1200] },
  { name: 'Bobtail 21', carries: 'gas', compartments: [3000] },
  { name: 'DEF truck 31', carries: 'def', compartments: [1000] },
]

/** The yard, southern Michigan. */
export const HOME = { latitude: 42.28, longitude: -83.74 }
