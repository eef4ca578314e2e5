import products from '#facts/products.json' with { type: 'json' }

/** The products of the simulation's distributor. */
const SOLD = { heating_oil: 'Heating oil', diesel: 'Diesel #2', propane: 'Propane', def: 'DEF' } as const

export type ProductName = keyof typeof SOLD
export type TruckClass = 'fuel' | 'lpg' | 'def'

interface Product {
  name: string
  group: string
  gravity: string
  color: string
  /** Maximum fill of its tanks, as a share of the capacity. */
  fullTo: number
  /** The trucks that carry it. */
  truck: TruckClass
  /** US dollars a gallon. */
  price: number
  use: { rhythm: string; percent: readonly number[] }
}

export const PRODUCTS = Object.fromEntries(
  Object.entries(SOLD).map(([key, name]) => [key, readProduct(name)]),
) as Readonly<Record<ProductName, Product>>

function readProduct(name: string): Product {
  const { product_group, specific_gravity, color, list_price, use } = products.find(
    ({ product_name }) => product_name === name,
  )!
  const isGas = product_group === 'lpg'
  return {
    ...{ name, group: product_group, gravity: specific_gravity, color, use },
    fullTo: isGas ? 0.8 : 0.95,
    truck: isGas ? 'lpg' : name === SOLD.def ? 'def' : 'fuel',
    price: Number(list_price),
  }
}
