import type { ResourceTexts } from '#core/resources/texts.ts'
import type { posted_prices } from './posted_prices.ts'
import type { price_classes } from './price_classes.ts'
import type { price_fees } from './price_fees.ts'
import type { price_rules } from './price_rules.ts'

const groups = {
  none: 'Other',
  crude_oil: 'Crude oil',
  fuel_oil: 'Fuel oil',
  jet_fuel: 'Jet fuel',
  gasoline: 'Gasoline',
  lubricant: 'Lubricant',
  lpg: 'Liquefied gas (propane)',
}

export const en = {
  posted_prices: {
    label: 'Posted prices',
    single: 'Posted price',
    fields: {
      company_id: 'Seller',
      terminal_id: 'Terminal',
      product_id: 'Product',
      valid_from: 'From',
      unit_price: 'Price',
      unit_id: 'Per',
    },
    choices: {},
    sections: {},
    help: { company_id: 'The company that buys there; the price is in its currency' },
  } satisfies ResourceTexts<typeof posted_prices>,
  price_rules: {
    label: 'Price rules',
    single: 'Price rule',
    fields: {
      name: 'Name',
      company_id: 'Seller',
      customer_id: 'Customer',
      site_id: 'Site',
      price_class: 'Class of customers',
      product_id: 'Product',
      product_group: 'Group of products',
      unit_id: 'Per',
      unit_price: 'Fixed price',
      terminal_id: 'Posted price of',
      margin: 'Margin',
      max_posted_days: 'Posted price counts for',
      from_quantity: 'From quantity',
      price_by: 'Day that decides',
      from_date: 'First day',
      to_date: 'Last day',
    },
    choices: {
      product_group: groups,
      price_by: { order: 'Day of the order', delivery: 'Day of the delivery' },
    },
    sections: { rule: 'Rule', whom: 'For whom', what: 'For what', price: 'Price' },
    help: {
      customer_id:
        'An agreement with one customer, also for the companies below it. Leave all three empty for everyone',
      product_id: 'Leave it and the group empty for every product',
      from_quantity: 'A tier: another rule with a higher quantity takes over from there',
      margin: 'Added to the posted price; below zero it is taken off',
      max_posted_days: 'If the posted price is older, lines stay without a price. Empty: it always counts',
      price_by: 'By the delivery: the line is priced again when it is delivered',
    },
  } satisfies ResourceTexts<typeof price_rules>,
  price_classes: {
    label: 'Classes of customers',
    single: 'Class of a customer',
    fields: { company_id: 'Seller', customer_id: 'Customer', price_class: 'Class' },
    choices: {},
    sections: {},
    help: { price_class: 'As price rules name it, such as Commercial. The customer does not see it' },
  } satisfies ResourceTexts<typeof price_classes>,
  price_fees: {
    label: 'Fees and surcharges',
    single: 'Fee',
    fields: {
      name: 'Name',
      company_id: 'Seller',
      fee_kind: 'Charged',
      charge: 'Printed as',
      amount: 'Amount',
      per: 'For each',
      unit_id: 'Unit',
      below_quantity: 'Only below',
      terminal_id: 'Index: terminal',
      product_id: 'Index: product',
      from_index: 'From index price',
      from_date: 'First day',
      to_date: 'Last day',
    },
    choices: {
      fee_kind: {
        delivery: 'On every order',
        hazmat: 'For dangerous goods',
        minimum_drop: 'Below a minimum quantity',
        weekend: 'On Saturdays and Sundays',
        fuel_surcharge: 'By the price of fuel (table)',
      },
      charge: {
        freight: 'Freight',
        customs: 'Customs',
        expedite_fee: 'Expedite fee',
        handling_charge: 'Handling charge',
      },
      per: { document: 'Order', unit: 'Unit of volume' },
    },
    sections: { fee: 'Fee', amount: 'Amount', index: 'Fuel surcharge' },
    help: {
      from_index:
        'One row of the table. Rows of one name are a table: the highest one that the posted price of the index reaches is charged',
    },
  } satisfies ResourceTexts<typeof price_fees>,
}

/** Validation messages. */
export const rules = {
  one_level: 'Choose a customer, a site or a class, not several of them',
  one_product: 'Choose a product or a group, not both',
  price_or_terminal: 'Enter a fixed price or choose a posted price, not both',
  margin_of_posted: 'A margin needs a posted price',
  rules_overlap: 'Overlaps with “{{name}}”, which holds for the same in these days',
  reason_for_price: 'A price rule gives {{price}}: say why this line has another price',
}
