import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The primary phone number and e-mail address of people, for lists and files; stored as contacts. */
export const person_contacts = defineResource({
  name: 'person_contacts',
  single: 'person_contact',
  id: 'people_id',
  module: 'people',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: 'company',
  calls: [],
  fields: {
    phone_number: { kind: 'phone', max: 16, computed: true },
    phone_number_formatted: { kind: 'text', max: 24, computed: true },
    email_address: { kind: 'text', format: 'email', max: 100, computed: true },
  },
  title: 'phone_number',
  list: ['phone_number'],
  search: [],
})
