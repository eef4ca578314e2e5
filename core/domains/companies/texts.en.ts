import type { ResourceTexts } from '#core/resources/texts.ts'
import type { companies } from './companies.ts'
import type { PACKING_LIST_FIELDS } from './companyFields.ts'
import type { customer_figures } from './customer_figures.ts'
import type { customers } from './customers.ts'
import type { distributors } from './distributors.ts'
import type { manufacturers } from './manufacturers.ts'
import type { shipping_carriers } from './shipping_carriers.ts'
import type { sites } from './sites.ts'
import type { vendors } from './vendors.ts'

const fields = {
  organisation_type_id: 'Type',
  company: 'Name',
  company_short: 'Short name',
  parent_id: 'Belongs to',
  website: 'Website',
  correspondence_method: 'Correspondence',
  currency_code: 'Currency code',
  currency_id: 'Currency',
  payment_term_id: 'Payment terms',
  tax_number: 'Tax number',
  payment_text: 'How to pay',
  unit_of_measure: 'Units',
  hours_rule: 'Hours of service',
  delivery_tolerance: 'Delivery tolerance',
  emergency_phone: 'Emergency phone',
  turn_around_days: 'Turnaround',
  has_nda: 'Non-disclosure agreement signed',
  has_contract: 'Has a contract',
  ship_label_type: 'Shipping label',
  stripe_id: 'Stripe id',
  zoho_customer_id: 'Zoho id',
  packing_list_fields: 'Fields on the packing list',
  logo_id: 'Logo',
  logo: 'Logo file',
  notes: 'Notes',
  status: 'Active',
  account_number: 'Account number',
}
const choices = {
  organisation_type_id: {
    1: 'Customer',
    2: 'Distributor',
    3: 'Manufacturer',
    4: 'Shipping carrier',
    5: 'Vendor',
  },
  unit_of_measure: { 1: 'Imperial (gallons, pounds)', 2: 'Metric (litres, kilograms)' },
  hours_rule: {
    none: 'None',
    us_60_7: 'US, property: 11 h driving, 14 h window, 60 h in 7 days',
    us_70_8: 'US, property: 11 h driving, 14 h window, 70 h in 8 days',
    us_short_60_7: 'US, short haul: 150 air miles, 14 h, 60 h in 7 days',
    us_short_70_8: 'US, short haul: 150 air miles, 14 h, 70 h in 8 days',
    eu: 'EU: 9 h driving, 45 min break after 4.5 h',
  },
  correspondence_method: { electronic: 'Electronic', mail: 'Mail' },
  ship_label_type: { normal: 'Normal', small: 'Small', none: 'None' },
}
const suggestions = {
  packing_list_fields: {
    product_name: 'Product',
    quantity_ordered: 'Ordered quantity',
    quantity_delivered: 'Delivered quantity',
    compartment: 'Compartment',
    customer_po: 'Customer PO',
    document_id: 'Order',
    ship_location_label: 'Place',
    ship_address1: 'Address',
    estimated_delivery_date: 'Expected on',
    fuel_surcharge: 'Fuel surcharge',
  } satisfies Record<(typeof PACKING_LIST_FIELDS)[number], string>,
}
const sections = {
  company: 'Company',
  terms: 'Terms',
  shipping: 'Shipping',
  references: 'External ids',
  notes: 'Notes',
}
const help = {
  payment_text: 'Bank and account, printed on the invoices that it sends',
  unit_of_measure: 'The units of its orders. Empty: those of the parent company',
  hours_rule: 'Limits on driving time. Empty: as in the parent company',
  delivery_tolerance:
    'How far a delivery may differ from the plan before the driver must give a reason. Empty: as in the parent company, or 5%',
  emergency_phone:
    'For the shipping paper of dangerous goods. Must be answered day and night. Empty: as in the parent company. Once set, a shipment can leave only with a complete shipping paper',
  parent_id: 'Users of the parent company see this company too',
  packing_list_fields: 'Fields shown for each line of a packing list. Empty: all',
}

export const en = {
  companies: {
    label: 'Companies',
    single: 'Company',
    fields: { ...fields, shipping_number: 'Shipping account number' },
    choices,
    suggestions,
    sections,
    help,
  } satisfies ResourceTexts<typeof companies>,
  customer_figures: {
    label: 'Customer figures',
    single: 'Customer figures',
    fields: {
      tank_count: 'Tanks',
      worst_level: 'Worst level',
      worst_percent: 'Worst level (%)',
      worst_source: 'Level is',
      open_amount: 'Balance',
      overdue_amount: 'Overdue',
    },
    choices: {
      worst_level: {
        urgent: 'Urgent',
        overfill: 'Overfill',
        mild: 'Mild',
        fine: 'Fine',
        unknown: 'No reading',
        sudden_loss: 'Sudden loss',
        unexplained_loss: 'Unexplained loss',
      },
      worst_source: { measured: 'Measured', estimated: 'Estimated' },
    },
    sections: {},
  } satisfies ResourceTexts<typeof customer_figures>,
  customers: {
    label: 'Customers',
    single: 'Customer',
    fields: {
      ...fields,
      credit_limit: 'Credit limit',
      credit_hold: 'Credit hold',
      credit_hold_reason: 'Reason of the hold',
      invoice_per: 'One invoice per',
      billing_rhythm: 'Billed',
      billing_email: 'Invoices are e-mailed to',
      shipping_number: 'Shipping account number',
    },
    choices: {
      ...choices,
      invoice_per: { order: 'Delivery or order', site: 'Site', po: 'PO number' },
      billing_rhythm: { delivery: 'After each delivery', day: 'Daily', week: 'Weekly', month: 'Monthly' },
    },
    suggestions,
    sections,
    help: {
      ...help,
      parent_id: 'Users of the parent company see this company too. Empty: your own company',
      billing_email: 'Empty: its primary e-mail address',
    },
  } satisfies ResourceTexts<typeof customers>,
  distributors: {
    label: 'Distributors',
    single: 'Distributor',
    fields,
    choices,
    suggestions,
    sections,
    help,
  } satisfies ResourceTexts<typeof distributors>,
  manufacturers: {
    label: 'Manufacturers',
    single: 'Manufacturer',
    fields,
    choices,
    suggestions,
    sections,
    help,
  } satisfies ResourceTexts<typeof manufacturers>,
  shipping_carriers: {
    label: 'Shipping carriers',
    single: 'Shipping carrier',
    fields,
    choices,
    suggestions,
    sections,
    help,
  } satisfies ResourceTexts<typeof shipping_carriers>,
  sites: {
    label: 'Sites',
    single: 'Site',
    fields: {
      name: 'Name',
      company_id: 'Customer',
      contract: 'Contract',
      area: 'Area',
      status: 'Active',
      address1: 'Address',
      address2: 'Address, line 2',
      city: 'City',
      state: 'State',
      zip_code: 'ZIP code',
      country_id: 'Country',
      latitude: 'Latitude',
      longitude: 'Longitude',
      time_zone: 'Time zone',
      contact_name: 'Contact',
      contact_phone: 'Phone',
      access_notes: 'Access notes',
      gate_code: 'Gate code',
      delivery_windows: 'Delivery hours',
      smallest_drop: 'Smallest drop',
      imperial_smallest_drop: 'Smallest drop',
      hose_reach: 'Hose reach',
      imperial_hose_reach: 'Hose reach',
      picture_id: 'Picture',
    },
    choices: {
      contract: { automatic: 'Automatic', will_call: 'Will call', keep_full: 'Keep full' },
    },
    sections: { site: 'Site', place: 'Location', access: 'Access', delivery: 'Delivery' },
    help: {
      contract:
        'Automatic: you decide when to deliver. Will call: the customer asks. Keep full: the tanks are topped up on every round',
      area: 'The route or district of the site',
      latitude: 'Sets the time zone of the delivery hours',
      gate_code: 'Encrypted. Only drivers, dispatchers and users who can edit the site see it in full',
      access_notes: 'For drivers: dogs, low branches, which driveway to use',
      delivery_windows: 'In the time zone of the site. Empty: any time',
      smallest_drop: 'Smaller quantities are not worth a stop',
      imperial_smallest_drop: 'Smaller quantities are not worth a stop',
      hose_reach: 'Distance from the truck to the farthest tank',
      imperial_hose_reach: 'Distance from the truck to the farthest tank',
    },
  } satisfies ResourceTexts<typeof sites>,
  vendors: {
    label: 'Vendors',
    single: 'Vendor',
    fields,
    choices,
    suggestions,
    sections,
    help,
  } satisfies ResourceTexts<typeof vendors>,
}

/** Validation messages. */
export const rules = {
  currency_in_use: 'The currency can no longer be changed: documents, payments or prices have amounts in it',
  parent_cycle: 'A company cannot belong to itself or to one below it',
  parent_required: 'It must belong to your company or to one below it',
  seller_stays:
    'There are documents, payments or loads of its seller. Create the company under the new seller, and move its devices there.',
  contract_decided: 'Only your supplier can change the contract',
}

/** Response messages. */
export const messages = {
  own_company: 'This is your own business. It cannot be archived.',
  company_unsettled:
    'It still has invoices, credits or payments that are not settled, and cannot be archived.',
}
