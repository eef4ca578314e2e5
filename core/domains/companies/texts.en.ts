import type { ResourceTexts } from '#core/resources/texts.ts'
import type { companies } from './companies.ts'
import type { customers } from './customers.ts'
import type { distributors } from './distributors.ts'

const fields = {
  company: 'Name',
  company_short: 'Short name',
  parent_id: 'Belongs to',
  website: 'Website',
  correspondence_method: 'Correspondence',
  currency_code: 'Currency code',
  currency_id: 'Currency',
  payment_term_id: 'Payment terms',
  turn_around_days: 'Turnaround',
  has_nda: 'Has signed a non-disclosure agreement',
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
  correspondence_method: { electronic: 'Electronic', mail: 'Mail' },
  ship_label_type: { normal: 'Normal', small: 'Small', none: 'None' },
}
const sections = {
  company: 'Company',
  terms: 'Terms',
  shipping: 'Shipping',
  references: 'Ids elsewhere',
  notes: 'Notes',
}
const help = { parent_id: 'Whoever belongs to a company above sees this one too' }

export const en = {
  companies: {
    label: 'Companies',
    single: 'Company',
    fields: { ...fields, organisation_type_id: 'Kind', shipping_number: 'Shipping account number' },
    choices: {
      ...choices,
      organisation_type_id: {
        1: 'Customer',
        2: 'Distributor',
        3: 'Manufacturer',
        4: 'Shipping carrier',
        5: 'Vendor',
      },
    },
    sections: {},
  } satisfies ResourceTexts<typeof companies>,
  customers: {
    label: 'Customers',
    single: 'Customer',
    fields: { ...fields, shipping_number: 'Shipping account number' },
    choices,
    sections,
    help,
  } satisfies ResourceTexts<typeof customers>,
  distributors: {
    label: 'Distributors',
    single: 'Distributor',
    fields,
    choices,
    sections,
    help,
  } satisfies ResourceTexts<typeof distributors>,
}
