import { HOME_COUNTRY } from '#core/platform/countries.ts'
import { defineResource } from '#core/resources/definition.ts'
import type { Fields } from '#core/resources/field.ts'
import { EMAIL_TYPES } from './contactFields.ts'
import { people } from './people.ts'

/** Additional fields of a new person: first phone and e-mail address. */
export const firstContactFields = {
  country_id: { kind: 'country', default: HOME_COUNTRY, min: 1 },
  phone_number: { kind: 'phone', max: 16, country: 'country_id' },
  email_address: { kind: 'text', format: 'email', max: 100 },
  email_type: { kind: 'choice', default: 'work', of: EMAIL_TYPES },
} as const satisfies Fields

/** A person in the form of a new one: with a first phone and e-mail address. */
export const newPerson = defineResource({
  ...people,
  fields: {
    ...people.fields,
    country_id: { ...firstContactFields.country_id, required: true },
    phone_number: { ...firstContactFields.phone_number, required: true },
    email_address: { ...firstContactFields.email_address, required: true },
    email_type: { ...firstContactFields.email_type, required: true },
  },
  form: [
    people.form[0],
    { section: 'contact', fields: ['country_id', 'phone_number', 'email_address', 'email_type'] },
    ...people.form.slice(1),
  ],
})
