import type { ResourceTexts } from '#core/resources/texts.ts'
import type { currencies } from './currencies.ts'
import type { payment_terms } from './payment_terms.ts'

export const en = {
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
    help: { code: 'Three letters, such as USD' },
  } satisfies ResourceTexts<typeof currencies>,
  payment_terms: {
    label: 'Payment terms',
    single: 'Payment term',
    fields: { description: 'Description', term_days: 'Due after' },
    choices: {},
    sections: {},
  } satisfies ResourceTexts<typeof payment_terms>,
}
