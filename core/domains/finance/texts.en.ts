import { en as tanks } from '#core/domains/tanks/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { account_rules } from './account_rules.ts'
import type { bank_accounts } from './bank_accounts.ts'
import type { chart_of_accounts } from './chart_of_accounts.ts'
import type { currencies } from './currencies.ts'
import type { exchange_rates } from './exchange_rates.ts'
import type { payment_terms } from './payment_terms.ts'
import type { tax_codes } from './tax_codes.ts'
import type { tax_exemptions } from './tax_exemptions.ts'
import type { tax_rates } from './tax_rates.ts'
import type { tax_rules } from './tax_rules.ts'

export const en = {
  account_rules: {
    label: 'Account rules',
    single: 'Account rule',
    fields: {
      company_id: 'Seller',
      purpose: 'For',
      product_id: 'Product',
      product_group: 'Type of liquid',
      tax_code_id: 'Tax code',
      method: 'Payment method',
      account_id: 'Account',
    },
    choices: {
      purpose: {
        receivables: 'Receivables',
        income: 'Income',
        discounts: 'Discounts',
        freight: 'Freight',
        charges: 'Customs, expedite and handling charges',
        tax: 'Taxes',
        money: 'Money received',
        write_offs: 'Write-offs',
        exchange: 'Exchange gain or loss',
      },
      product_group: tanks.tank_products.choices.product_group,
      method: { cash: 'Cash', check: 'Check', transfer: 'Bank transfer' },
    },
    sections: {},
    help: {
      company_id: 'Rules of the business also count for sellers without a rule of their own',
      product_id: 'Only of income. Empty: all products',
      product_group: 'Only of income. Empty: all products',
      tax_code_id: 'Only of taxes. Empty: all tax codes',
      method: 'Only of money received. Empty: all methods',
    },
  } satisfies ResourceTexts<typeof account_rules>,
  bank_accounts: {
    label: 'Bank accounts',
    single: 'Bank account',
    fields: {
      account_name: 'Name',
      bank_name: 'Bank',
      branch_name: 'Branch',
      account_type: 'Type',
      account_number: 'Account number',
      routing_number: 'Routing number',
      currency_id: 'Currency',
      balance: 'Balance',
      is_active: 'Active',
    },
    choices: {
      account_type: { checking: 'Checking', savings: 'Savings', loan: 'Loan', other: 'Other' },
    },
    sections: { account: 'Account', bank: 'Bank' },
    help: {
      account_number: 'Stored encrypted. To change it, enter the new number in full',
      routing_number: 'Stored encrypted. To change it, enter the new number in full',
    },
  } satisfies ResourceTexts<typeof bank_accounts>,
  chart_of_accounts: {
    label: 'Chart of accounts',
    single: 'Account',
    fields: {
      account_code: 'Code',
      account_name: 'Name',
      account_type: 'Type',
      is_active: 'Active',
    },
    choices: {
      account_type: {
        asset: 'Asset',
        liability: 'Liability',
        equity: 'Equity',
        revenue: 'Revenue',
        expense: 'Expense',
      },
    },
    sections: {},
  } satisfies ResourceTexts<typeof chart_of_accounts>,
  currencies: {
    label: 'Currencies',
    single: 'Currency',
    fields: {
      code: 'Code',
      name: 'Name',
      prefix: 'Before the amount',
      suffix: 'After the amount',
      precision: 'Decimals',
      decimal: 'Decimal separator',
      thousands: 'Thousands separator',
      mask: 'Mask',
      is_active: 'Active',
    },
    choices: {},
    sections: {},
    help: {
      code: 'Three letters, such as USD',
      decimal:
        'With a point and a comma, amounts follow the reader’s language; any other separators are always used as they are',
      mask: 'How digits are grouped and negative amounts are written: #,##0.00;(#,##0.00)',
    },
  } satisfies ResourceTexts<typeof currencies>,
  exchange_rates: {
    label: 'Exchange rates',
    single: 'Exchange rate',
    fields: {
      from_currency_id: 'From currency',
      to_currency_id: 'To currency',
      rate: 'Rate',
      rate_date: 'Rate date',
      is_active: 'Active',
    },
    choices: {},
    sections: {},
    help: { is_active: 'If two currencies have several rates, the newest active one is used' },
  } satisfies ResourceTexts<typeof exchange_rates>,
  payment_terms: {
    label: 'Payment terms',
    single: 'Payment term',
    fields: {
      description: 'Description',
      term_days: 'Due after',
      discount_percent: 'Early payment discount',
      discount_days: 'Discount within',
    },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof payment_terms>,
  tax_codes: {
    label: 'Tax codes',
    single: 'Tax code',
    fields: {
      name: 'Name',
      printed_name: 'Printed name',
      company_id: 'Seller',
      jurisdiction: 'Jurisdiction',
      basis: 'Basis',
      unit_id: 'Unit',
      currency_id: 'Currency',
      applies_to: 'Applies to',
      rounding: 'Rounded by',
      is_active: 'Active',
    },
    choices: {
      basis: { percent: 'Percent', per_unit: 'Amount per unit' },
      applies_to: { goods: 'Goods', goods_and_freight: 'Goods and freight' },
      rounding: { document: 'Document', line: 'Line' },
    },
    sections: { tax: 'Tax', basis: 'Basis' },
    help: {
      jurisdiction:
        'Who levies it: a country, state, county, city or district. The tax return is sorted by it',
      unit_id: 'Of an amount per unit: the unit of volume',
      currency_id: 'Of an amount per unit: the currency of its rates',
      applies_to: 'Freight stands for all charges of a document. An amount per unit counts the goods only',
      rounding: 'Each tax is rounded once',
    },
  } satisfies ResourceTexts<typeof tax_codes>,
  tax_exemptions: {
    label: 'Tax exemptions',
    single: 'Tax exemption',
    fields: {
      company_id: 'Seller',
      customer_id: 'Customer',
      tax_code_id: 'Tax code',
      product_id: 'Product',
      exempt_use: 'Use',
      certificate: 'Certificate',
      end_date: 'Valid until',
    },
    choices: {
      exempt_use: {
        farm: 'Farm',
        off_road: 'Off-road, dyed fuel',
        resale: 'Resale',
        government: 'Government',
      },
    },
    sections: { certificate: 'Certificate', scope: 'Scope' },
    help: {
      tax_code_id: 'Empty: all tax codes of the seller',
      product_id: 'Empty: all products',
      end_date: 'After this day the certificate does not count',
    },
  } satisfies ResourceTexts<typeof tax_exemptions>,
  tax_rates: {
    label: 'Tax rates',
    single: 'Tax rate',
    fields: { tax_code_id: 'Tax code', rate: 'Rate', from_date: 'From', to_date: 'To' },
    choices: {},
    sections: {},
    help: {
      rate: 'Percent, or the amount per unit in the currency of the tax code',
      to_date: 'The last day. Empty: until further notice',
    },
  } satisfies ResourceTexts<typeof tax_rates>,
  tax_rules: {
    label: 'Tax rules',
    single: 'Tax rule',
    fields: {
      tax_code_id: 'Tax code',
      country_iso_3: 'Country',
      state: 'State',
      city: 'City',
      zip_from: 'ZIP code from',
      zip_to: 'ZIP code to',
      product_id: 'Product',
    },
    choices: {},
    sections: {},
    help: {
      country_iso_3: 'Three letters, such as USA. Empty: every country',
      state: 'As in addresses, such as NE. Empty: every state',
      city: 'As in addresses. Empty: every city',
      zip_from: 'A ZIP code or its first characters: 688 covers 68847. Empty: every ZIP code',
      zip_to: 'Empty: only those that begin with the code before',
      product_id: 'Empty: all products',
    },
  } satisfies ResourceTexts<typeof tax_rules>,
  reports: {
    names: { margin: 'Sales and margin', reconciliation: 'Reconciliation', run_outs: 'Run-outs' },
    groups: {
      product: 'Product',
      customer: 'Customer',
      area: 'Area',
      truck: 'Truck',
      driver: 'Driver',
      document: 'Invoice or credit note',
      tank: 'Tank',
    },
    without: {
      product: 'Charges, and credits without goods',
      customer: 'No customer',
      area: 'No area',
      truck: 'No truck',
      driver: 'No driver',
      document: 'No number',
    },
    columns: {
      volume: 'Volume',
      billed: 'Billed',
      cost: 'Cost',
      margin: 'Margin',
      per_unit: 'Margin / {{unit}}',
      share: 'Margin, % of sales',
      unknown: 'Cost not known',
      delivered: 'Delivered',
      lifted: 'Lifted',
      kept: 'Lifted, not delivered',
      gauged: 'Gauged',
      gauge_difference: 'Gauged less metered',
      billed_volume: 'Billed volume',
      unbilled: 'Delivered less billed',
      amount: 'Billed amount',
      run_outs: 'Run-outs',
      tanks: 'Tanks',
      customer: 'Customer',
      product: 'Product',
      since: 'Dry since',
      until: 'Filled',
      days: 'Days dry',
      reason: 'Why',
    },
    choices: {
      late: 'The delivery came late',
      not_ordered: 'Will call: nobody ordered',
      credit_hold: 'The customer is on credit hold',
      unseen: 'No readings for days',
      unexpected: 'Earlier than forecast',
      not_planned: 'Forecast, but no delivery planned',
      unknown: 'Not known',
    },
    total: 'Total',
    currency: 'Currency',
  },
}

/** Validation messages. */
export const rules = {
  code_in_use: 'The code stays: there are already amounts in this currency',
  precision_in_use: 'The precision stays: there are already amounts in this currency',
  same_marks: 'Must differ from the decimal separator',
  pair_active: 'There is already an active rate for these two currencies',
  veiled: 'Enter it in full, without •',
  same_currency: 'Must be another currency',
  zip_before: 'Must not be before the first ZIP code',
  rates_overlap: 'The code has a rate from {{from}} that covers a day of this one',
  certificate_ended: 'The certificate ended on {{date}}. Enter a valid one or a later end',
  tax_currency: 'The tax {{tax}} is in another currency than the company and the document',
  income_only: 'Only a rule for income names a product',
  tax_only: 'Only a rule for taxes names a tax code',
  money_only: 'Only a rule for money names a payment method',
  month_closed: 'The month is closed in accounting. Date it {{from}} or later',
  month_open: 'Choose a month that is over and not closed yet',
}

/** Response messages. */
export const messages = {
  rates_fetched: 'The exchange rates are up to date.',
  rates_fresh: 'The exchange rates were fetched within the last 12 hours; they are up to date.',
  rates_held:
    'Some exchange rates moved by more than 20%. They are in the list as inactive: check them, and activate those that are right. All others are up to date.',
  rates_failed_private:
    'The address of the exchange rate provider is in a private network. Allow that in the settings, or enter another address. The rates stay as they were.',
  rates_failed_unreachable: 'The exchange rate provider cannot be reached. The rates stay as they were.',
  rates_failed_answered:
    'The exchange rate provider answered with an error. Check its address in the settings. The rates stay as they were.',
  rates_failed_unreadable:
    'The answer of the exchange rate provider is not a list of rates. The rates stay as they were.',
  rates_failed_old:
    'The rates of the exchange rate provider are more than a week old. The rates stay as they were.',
  journal_waits: 'Entries of this month wait for an account. Complete the account rules first.',
  journal_all_out: 'There is nothing new to export.',
  month_closed: 'The month is closed.',
  month_reopened: 'The month is open again.',
  seal_lost:
    'These numbers were encrypted with a key that this server does not have. Enter them again, or restore the key.',
}
