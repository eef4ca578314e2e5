import { countryOfId, countryOfIso } from '#core/platform/countries.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { ownerFields, PHONE_TYPES } from './contactFields.ts'

export const entity_phones = defineResource({
  name: 'entity_phones',
  single: 'entity_phone',
  id: 'entity_phones_id',
  module: 'people',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'object',
  calls: ['list', 'read', 'create', 'update'],
  // The new primary record; accepted by the call that deletes this one.
  besides: ['new_prime_entity_phones_id'],
  fields: {
    ...ownerFields,
    phone_number: { kind: 'phone', required: true, max: 16, country: 'country_iso_2' },
    phone_number_formatted: { kind: 'text', max: 24, computed: true },
    phone_extension: { kind: 'text', max: 20 },
    country_id: { kind: 'country', min: 1 },
    country_iso_2: { kind: 'text', required: true, default: 'US', min: 2, max: 2 },
    country_iso_3: { kind: 'text', max: 3, computed: true },
    phone_type: { kind: 'choice', required: true, of: PHONE_TYPES },
    prime: { kind: 'flag', required: true, default: 0 },
    notify: { kind: 'flag', required: true, default: 0 },
    call_link: { kind: 'text', max: 65, computed: true },
    sms_link: { kind: 'text', max: 65, computed: true },
  },
  title: 'phone_number',
  matchBy: [['phone_number', 'object_ref', 'object_id']],
  list: ['phone_number', 'phone_type', 'prime', 'object_ref'],
  search: ['phone_number', 'phone_number_formatted'],
  filters: { object_ref: null, object_id: null, phone_type: null },
  sort: '-prime',
  bulk: ['notify', 'phone_type'],
  check: ({ country_id, country_iso_2 = 'US' }) => {
    const country = countryOfIso(country_iso_2)
    const differs = country && country_id != null && countryOfId(country_id) !== country
    return differs ? [{ field: 'country_id', rule: 'country' }] : []
  },
})
