import type { RecordOf } from '#core/resources/definition.ts'
import type { tank_products } from './tank_products.ts'

type Facts = Partial<RecordOf<typeof tank_products>>

const flammable = { hazard_class: '3', packing_group: 'III' } as const

/**
 * The most common liquids by their trade names, with the default facts of a new product of that name: typical specific gravity at
 * 60 °F, and the entry in the United States' table of hazardous materials (49 CFR 172.101). Users can change all of them.
 */
export const USUAL_PRODUCTS: Readonly<Record<string, Facts>> = {
  Propane: {
    ...{ product_group: 'lpg', specific_gravity: '0.510', color: '#7c3aed', degree_day_base: 'f65' },
    ...{ un_number: 'UN1075', proper_shipping_name: 'Petroleum gases, liquefied', hazard_class: '2.1' },
  },
  'Heating oil': {
    ...{ product_group: 'fuel_oil', specific_gravity: '0.850', color: '#9a3412', degree_day_base: 'f65' },
    ...{ un_number: 'NA1993', proper_shipping_name: 'Fuel oil', ...flammable },
  },
  'Diesel #2': {
    ...{ product_group: 'fuel_oil', specific_gravity: '0.845', color: '#c2410c' },
    ...{ un_number: 'NA1993', proper_shipping_name: 'Diesel fuel', ...flammable },
  },
  'Dyed diesel #2': {
    ...{ product_group: 'fuel_oil', specific_gravity: '0.845', color: '#991b1b' },
    ...{ un_number: 'NA1993', proper_shipping_name: 'Diesel fuel', ...flammable },
    invoice_notice: 'Dyed diesel fuel, nontaxable use only, penalty for taxable use',
  },
  Gasoline: {
    ...{ product_group: 'gasoline', specific_gravity: '0.740', color: '#b91c1c' },
    ...{ un_number: 'UN1203', proper_shipping_name: 'Gasoline', ...flammable, packing_group: 'II' },
  },
  Kerosene: {
    ...{ product_group: 'jet_fuel', specific_gravity: '0.810', color: '#4d7c0f', degree_day_base: 'f65' },
    ...{ un_number: 'UN1223', proper_shipping_name: 'Kerosene', ...flammable },
  },
  DEF: { specific_gravity: '1.090', color: '#0369a1', vehicle_class: 'def' },
  'Engine oil': { product_group: 'lubricant', specific_gravity: '0.880', color: '#a16207' },
  'Hydraulic oil': { product_group: 'lubricant', specific_gravity: '0.870', color: '#854d0e' },
}
