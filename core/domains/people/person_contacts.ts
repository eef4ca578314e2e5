import { ALL_LOGIN_TYPES, CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

/** The primary phone number, e-mail address and login type of people, for lists and files; stored as contacts and users. */
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
    /** Login type of their active user; null for readers who may not see users. */
    login_type_id: { kind: 'choice', of: ALL_LOGIN_TYPES, computed: true },
  },
  title: 'phone_number',
  list: ['phone_number'],
  search: [],
})
