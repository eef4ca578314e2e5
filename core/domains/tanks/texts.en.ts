import { tankSizeTexts } from '#core/domains/devices/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { tank_manufacturers } from './tank_manufacturers.ts'
import type { tank_products } from './tank_products.ts'
import type { tank_specs } from './tank_specs.ts'
import type { tank_types } from './tank_types.ts'

export const en = {
  tank_manufacturers: {
    label: 'Tank manufacturers',
    single: 'Tank manufacturer',
    fields: {
      manufacturer: 'Manufacturer',
      contact_name: 'Contact',
      phone: 'Phone',
      email: 'E-mail',
      website: 'Website',
      notes: 'Notes',
    },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof tank_manufacturers>,
  tank_products: {
    label: 'Tank products',
    single: 'Tank product',
    fields: {
      product_name: 'Product',
      company_id: 'Company',
      specific_gravity: 'Specific gravity',
      product_group: 'Type of liquid',
      grade: 'Grade',
      not_followed_by: 'Clean before loading',
      not_beside: 'Not on the same vehicle as',
      vehicle_class: 'Carried as',
      expansion_room: 'Expansion room',
      invoice_notice: 'Notice on invoices',
      max_fill: 'Max fill',
      unusable_bottom: 'Unusable bottom',
      degree_day_base: 'Degree-day base',
      list_price: 'List price',
      list_price_unit_id: 'List price per',
      hazard_class: 'Hazard class',
      un_number: 'UN number',
      proper_shipping_name: 'Proper shipping name',
      packing_group: 'Packing group',
      color: 'Color',
      total_active_sensors: 'Active sensors',
      status: 'Active',
    },
    choices: {
      product_group: {
        none: 'Other',
        crude_oil: 'Crude oil',
        fuel_oil: 'Fuel oil',
        jet_fuel: 'Jet fuel',
        gasoline: 'Gasoline',
        lubricant: 'Lubricant',
        lpg: 'Liquefied gas (propane)',
      },
      vehicle_class: { fuel: 'Fuel and oil', lpg: 'Liquefied gas (LPG)', def: 'DEF', chemical: 'Chemicals' },
      degree_day_base: { f65: '65 °F (18.33 °C)', c18: '18 °C (64.4 °F)' },
      packing_group: { I: 'I', II: 'II', III: 'III' },
    },
    sections: { product: 'Product', liquid: 'Liquid', price: 'Price', loading: 'Loading', papers: 'Papers' },
    help: {
      vehicle_class: 'Vehicles that can carry it. Empty: set by the type of liquid',
      specific_gravity: 'Water is 1.000; needed where the sensor measures pressure',
      product_group: 'Determines the correction to 60 °F / 15 °C and the fill limit',
      invoice_notice: 'Such as: Dyed diesel fuel, nontaxable use only, penalty for taxable use',
      expansion_room: 'Part of a compartment that must stay empty. Empty: none, or 15% for liquefied gas',
      max_fill: 'Of the tank’s capacity. Empty: 95%, or 80% for liquefied gas',
      unusable_bottom:
        'Part of the capacity that cannot be drawn: the tank runs out at this level. Empty: 5%',
      degree_day_base:
        'Set this for heating fuels to use the local climate even without a weather provider. Empty: the value in the settings',
      grade: 'Products of the same grade may share a compartment. Empty: the product’s name',
      not_followed_by:
        'Grades that must not follow it in a compartment without cleaning; separate them with |',
      not_beside: 'Grades that must not travel on the same vehicle; separate them with |',
      un_number: 'As on the shipping paper: UN1202',
      proper_shipping_name: 'As on the shipping paper: Diesel fuel',
      packing_group: 'As on the shipping paper; gases have none',
      hazard_class: 'As on the shipping paper: 3 or 2.1',
    },
  } satisfies ResourceTexts<typeof tank_products>,
  tank_specs: {
    label: 'Manufacturers’ specs',
    single: 'Manufacturer’s spec',
    fields: {
      tank_name: 'Tank',
      manufacturer_id: 'Manufacturer',
      tank_type_id: 'Tank type',
      ...tankSizeTexts,
    },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof tank_specs>,
  tank_types: {
    label: 'Tank types',
    single: 'Tank type',
    fields: {
      tank_type: 'Tank type',
      slug: 'Slug',
      formula: 'Formula',
      image_url: 'Picture',
      comments: 'Comments',
      status: 'Active',
    },
    choices: {},
    sections: {},
    help: {
      slug: 'a-z, 0-9 and _; strapping_table reads a table instead of a formula',
      formula: 'Litres of liquid from h (its height) and D, L, W, H of the tank, all in mm',
    },
  } satisfies ResourceTexts<typeof tank_types>,
}

/** Validation messages. */
export const rules = {
  capacity_differs:
    'Differs by {{percent}}% from the dimensions. Correct it, or confirm that the capacity is right',
  capacity_impossible: 'A tank of these dimensions cannot have this capacity',
  tank_not_computable: 'No volume can be calculated for this shape with these dimensions',
  own_product: 'It is your own product: change its name directly',
  class_of_gas: 'Liquefied gas must be carried as liquefied gas, and other products must not',
  un_number: 'Must be a number such as UN1202',
  above_max_fill: 'Only users who can override limits can set more than {{limit}}%',
  formula_empty: 'Required',
  formula_too_long: 'Input is too long',
  formula_too_deep: 'The formula is nested too deeply',
  formula_too_complex: 'The formula is too long to calculate',
  formula_syntax: 'The formula cannot be read',
  formula_unknown_name: 'The formula contains an unknown name',
  formula_wrong_arguments: 'A function of the formula has too many or too few arguments',
  formula_not_finite: 'The formula has no value for some heights',
  formula_not_empty_at_zero: 'An empty tank must hold 0 litres',
  formula_not_monotone: 'The volume must not fall while the level rises',
  formula_no_capacity: 'The tank would have no capacity',
  formula_exceeds_capacity: 'The volume is larger than the tank',
}

/** Response messages. */
export const messages = {
  saved_levels_renewed:
    'Saved. The levels of all tanks that use it have changed. Their histories stay as they were until you recalculate them.',
  saved_levels_judged: 'Saved. The change applies to all tanks that use it.',
  product_watched: 'Tanks at {{places}} contain this product. Set another product for them first.',
}
