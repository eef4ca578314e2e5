import type { Some } from './badDays.ts'
import type { ProductName } from './products.ts'

/** A price a gallon: fixed, or the terminal's posted price plus a margin, by the day of the order or of the delivery. */
interface PriceRule {
  name: string
  level: 'agreement' | 'class' | 'price_list'
  /** The customers of an agreement or a class; without it everyone. */
  whom?: Some
  product: ProductName
  unit_price?: string
  margin?: string
  by: 'order' | 'delivery'
  /** Gallons of the order from which it counts. */
  from: number
}

/** DEF has no rule: the clerk enters its price. */
export const PRICE_RULES: readonly PriceRule[] = [
  { ...list('heating_oil', '0.650000', 0), name: 'Heating oil' },
  { ...list('propane', '0.895000', 0), name: 'Propane' },
  { ...list('propane', '0.795500', 200), name: 'Propane from 200 gal' },
  { ...list('diesel', '0.410000', 0), name: 'Diesel', by: 'order' },
  {
    ...list('diesel', '0.285050', 0),
    ...{ name: 'Diesel for fleets', level: 'class', whom: { every: 2, rest: 0 } },
  },
  {
    ...{ name: 'Agreement of a household', level: 'agreement', whom: { every: 20, rest: 6 } },
    ...{ product: 'heating_oil', unit_price: '3.127500', by: 'order', from: 0 },
  },
  {
    ...list('heating_oil', '0.512500', 0),
    ...{ name: 'Cost plus for a household', level: 'agreement', whom: { every: 20, rest: 11 }, by: 'order' },
  },
]

function list(product: ProductName, margin: string, from: number) {
  return { level: 'price_list' as const, product, margin, from, by: 'delivery' as const }
}

export const PRICE_CLASS = 'Fleet'

/** Taxes with their rates by day. */
export const TAXES: readonly {
  name: string
  basis: 'percent' | 'per_unit'
  products: readonly ProductName[]
  rates: readonly (readonly [from: string, rate: string, to?: string])[]
}[] = [
  {
    ...{ name: 'Residential fuel tax', basis: 'percent', products: ['heating_oil', 'propane'] },
    rates: [
      ['2026-01-01', '4', '2026-12-31'],
      ['2027-01-01', '4.225'],
    ],
  },
  { name: 'Sales tax', basis: 'percent', products: ['diesel', 'def'], rates: [['2026-01-01', '6']] },
  { name: 'Motor fuel tax', basis: 'per_unit', products: ['diesel'], rates: [['2026-01-01', '0.286']] },
]

/** The customers with a certificate against all taxes. */
export const EXEMPT: Some = { every: 20, rest: 10 }

/** The accounts of the chart, by what they are for. */
export const ACCOUNTS = {
  receivables: '1200',
  income: '4000',
  discounts: '4900',
  freight: '4100',
  charges: '4200',
  tax: '2200',
  money: '1000',
  write_offs: '6900',
  exchange: '7900',
} as const

/** Dollars for a check that bounces. */
export const BOUNCED = '35.00'
