import type { RecordOf } from '#core/resources/definition.ts'
import type { entity_addresses } from './entity_addresses.ts'

/** What a document or a load keeps of an address: a later move does not change it. */
export const ADDRESS_SNAPSHOT_FIELDS = [
  'location_label',
  'address1',
  'address2',
  'city',
  'state',
  'zip_code',
  'zip_code_ext',
  'country_iso_3',
] as const

export type AddressSnapshot = Record<(typeof ADDRESS_SNAPSHOT_FIELDS)[number], string | null>

/** An address that can be chosen, with the record that holds it. */
export type SavedAddress = Pick<
  RecordOf<typeof entity_addresses>,
  'entity_addresses_id' | 'address_type' | Exclude<keyof AddressSnapshot, 'country_iso_3'>
> & { country_iso_3: string | null }
