import { ADDRESS_SNAPSHOT_FIELDS, type AddressSnapshot } from '#core/domains/people/addressSnapshot.ts'

export type Side = 'ship' | 'bill'

/** An address as the fields of one side of a document. */
export function addressFieldsOf(side: Side, address: AddressSnapshot): Record<string, string> {
  return Object.fromEntries(ADDRESS_SNAPSHOT_FIELDS.map((part) => [`${side}_${part}`, address[part] ?? '']))
}
