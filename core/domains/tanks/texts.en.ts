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
      product_group: 'Group for the 60 °F / 15 °C correction',
      color: 'Color',
      total_active_sensors: 'Active sensors',
      status: 'Active',
    },
    choices: {
      product_group: {
        none: 'No correction',
        crude_oil: 'Crude oil',
        fuel_oil: 'Fuel oil',
        jet_fuel: 'Jet fuel',
        gasoline: 'Gasoline',
        lubricant: 'Lubricant',
      },
    },
    sections: {},
    help: { specific_gravity: 'Water is 1.000; needed where the sensor measures pressure' },
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
