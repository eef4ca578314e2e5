/** What the distributor sells, with how far tanks are filled with it and which trucks carry it. */
export const PRODUCTS = {
  heating_oil: {
    name: 'Heating oil',
    group: 'fuel_oil',
    gravity: '0.850',
    color: '#b5651d',
    fullTo: 0.95,
    truck: 'fuel',
    price: 3.2555,
  },
  diesel: {
    name: 'Diesel',
    group: 'fuel_oil',
    gravity: '0.840',
    color: '#3f7d20',
    fullTo: 0.95,
    truck: 'fuel',
    price: 3.4189,
  },
  propane: {
    name: 'Propane',
    group: 'lpg',
    gravity: '0.508',
    color: '#2b6cb0',
    fullTo: 0.8,
    truck: 'gas',
    price: 2.1495,
  },
  def: {
    name: 'DEF',
    group: 'none',
    gravity: '1.090',
    color: '#0f766e',
    fullTo: 0.95,
    truck: 'def',
    price: 2.895,
  },
} as const

export type ProductName = keyof typeof PRODUCTS
export type TruckClass = (typeof PRODUCTS)[ProductName]['truck']
