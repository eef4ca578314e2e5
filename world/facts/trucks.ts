import towns from '#facts/towns.json' with { type: 'json' }
import trucks from '#facts/trucks.json' with { type: 'json' }
import type { TruckClass } from './products.ts'

/** One truck for each class of product. */
const NAMES = ['Heat oil 4', 'Propane 12', 'DEF 31']

/** The trucks of the distributor, with their compartments in gallons. */
export const TRUCKS: readonly { name: string; carries: TruckClass; compartments: readonly number[] }[] =
  trucks
    .filter(({ truck_name }) => NAMES.includes(truck_name))
    .map(({ truck_name, vehicle_class, compartments }) => ({
      ...{ name: truck_name, carries: vehicle_class as TruckClass, compartments },
    }))

/** The yard, southern Michigan. */
export const HOME = towns.find(({ town }) => town === 'Ann Arbor, MI')!
