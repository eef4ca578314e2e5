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
      product_group: 'Kind of liquid',
      grade: 'Grade',
      not_followed_by: 'Clean before loading',
      not_beside: 'Not on one vehicle with',
      max_fill: 'Maximum fill',
      hazard_class: 'Hazard class',
      un_number: 'UN number',
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
    },
    sections: { product: 'Product', liquid: 'Liquid', loading: 'Loading', papers: 'Papers' },
    help: {
      specific_gravity: 'Water is 1.000; needed where the sensor measures pressure',
      product_group: 'Decides the correction to 60 °F / 15 °C and the rule for filling',
      max_fill: 'Of the tank’s capacity; empty = 95 %, of liquefied gas 80 %',
      grade: 'Products of one grade may share a compartment; empty = its name',
      not_followed_by:
        'Grades that must not follow it in a compartment without cleaning, with | between them',
      not_beside: 'Grades that must not travel on the same vehicle, with | between them',
      un_number: 'As on the shipping paper: UN1202',
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
      slug: 'Machine name',
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
