import { countryOfId, HOME_COUNTRY } from '#core/platform/countries.ts'
import type { Issue } from '#core/platform/issue.ts'
import { parsePhone } from '#core/platform/phone.ts'
import { defineResource } from '#core/resources/definition.ts'
import type { Fields } from '#core/resources/field.ts'
import { EMAIL_TYPES } from './contactFields.ts'
import { people } from './people.ts'

/** Additional fields of a new person: first phone and e-mail address. */
export const firstContactFields = {
  country_id: { kind: 'country', default: HOME_COUNTRY, min: 1 },
  phone_number: { kind: 'phone', max: 16, country: 'country_id' },
  email_address: { kind: 'email', max: 100 },
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
  check: ({ country_id, phone_number }): Issue[] => {
    const country = countryOfId(Number(country_id ?? HOME_COUNTRY))
    if (!country) return [{ field: 'country_id', rule: 'country' }]
    const isWrong = phone_number && !parsePhone(phone_number, country.country_iso_2)
    return isWrong ? [{ field: 'phone_number', rule: 'phone' }] : []
  },
})
