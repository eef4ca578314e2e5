import { countryOfId, HOME_COUNTRY } from '#core/platform/countries.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { ADDRESS_TYPES, ownerFields } from './contactFields.ts'
import { homeZipIssues } from './homeZipIssues.ts'

/** A ZIP code has five digits; the four after its dash have their own field. */

export const entity_addresses = defineResource({
  name: 'entity_addresses',
  single: 'entity_address',
  id: 'entity_addresses_id',
  module: 'people',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'object',
  calls: ['list', 'read', 'create', 'update'],
  // The new primary record; accepted by the call that deletes this one.
  besides: ['new_prime_entity_addresses_id'],
  fields: {
    ...ownerFields,
    location_label: { kind: 'text', max: 65 },
    address_type: { kind: 'choice', required: true, of: ADDRESS_TYPES },
    address1: { kind: 'text', required: true, max: 255 },
    address2: { kind: 'text', max: 255 },
    city: { kind: 'text', required: true, max: 100 },
    state: { kind: 'text', required: true, max: 65 },
    zip_code: { kind: 'text', required: true, max: 12 },
    zip_code_ext: { kind: 'text', max: 4 },
    country_id: { kind: 'country', required: true, default: HOME_COUNTRY, min: 1 },
    country_name: { kind: 'text', max: 100, computed: true },
    prime: { kind: 'flag', required: true, default: 0 },
    full_single_line_address: { kind: 'text', max: 2000, computed: true },
    maps_link: { kind: 'text', max: 20_000, computed: true },
  },
  title: 'full_single_line_address',
  matchBy: [['address1', 'object_ref', 'object_id']],
  list: ['location_label', 'address_type', 'city', 'state', 'zip_code', 'prime', 'object_ref'],
  search: ['location_label', 'address1', 'city', 'zip_code'],
  filters: { object_ref: null, object_id: null, address_type: null },
  sort: '-prime',
  bulk: ['address_type'],
  check: ({ country_id = HOME_COUNTRY, zip_code }) => {
    if (!countryOfId(country_id)) return [{ field: 'country_id', rule: 'country' }]
    return homeZipIssues('zip_code', country_id, zip_code)
  },
})
