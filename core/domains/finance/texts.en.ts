import type { ResourceTexts } from '#core/resources/texts.ts'
import type { bank_accounts } from './bank_accounts.ts'
import type { chart_of_accounts } from './chart_of_accounts.ts'
import type { currencies } from './currencies.ts'
import type { exchange_rates } from './exchange_rates.ts'
import type { payment_terms } from './payment_terms.ts'

export const en = {
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
      account_number: 'Stored sealed. To change it, write the new number in full',
      routing_number: 'Stored sealed. To change it, write the new number in full',
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
      decimal: 'Decimal mark',
      thousands: 'Thousands mark',
      mask: 'Mask',
      is_active: 'Active',
    },
    choices: {},
    sections: {},
    help: {
      code: 'Three letters, such as USD',
      decimal:
        'With a point and a comma amounts are written as the reader’s language writes figures; other marks are always kept',
      mask: 'How figures are grouped, and how less than nothing is written: #,##0.00;(#,##0.00)',
    },
  } satisfies ResourceTexts<typeof currencies>,
  exchange_rates: {
    label: 'Exchange rates',
    single: 'Exchange rate',
    fields: {
      from_currency_id: 'One unit of',
      to_currency_id: 'Is worth, in',
      rate: 'Rate',
      rate_date: 'Of',
      is_active: 'Active',
    },
    choices: {},
    sections: {},
    help: { is_active: 'Of several rates of two currencies, the newest active one counts' },
  } satisfies ResourceTexts<typeof exchange_rates>,
  payment_terms: {
    label: 'Payment terms',
    single: 'Payment term',
    fields: { description: 'Description', term_days: 'Due after' },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof payment_terms>,
}

/** What is said when one of the rules here is broken. */
export const rules = {
  same_marks: 'Must differ from the decimal mark',
  pair_active: 'There is an active rate of these two currencies already',
  veiled: 'Write the number in full, without •',
  same_currency: 'Must be another currency',
}

/** What the calls here answer. */
export const messages = {
  rates_fetched: 'The exchange rates are up to date.',
  rates_fresh: 'The exchange rates were fetched within the last 12 hours; they are up to date.',
  rates_failed: 'The provider of exchange rates did not answer as it should. The rates stay as they were.',
  seal_lost:
    'These numbers were sealed with a key that this server does not have. Write them anew, or bring the key back.',
}
