import { entity_addresses } from '#core/domains/people/entity_addresses.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { entity_phones } from '#core/domains/people/entity_phones.ts'
import type { Resource } from '#core/resources/definition.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'

export type ContactSegment = 'phones' | 'emails' | 'addresses'

/** Allowed actions on the contacts of a record; without a scope, all. */
export type ContactScope = readonly ('create' | 'update' | 'delete')[]

export interface ContactType {
  /** Its segment of a path: `/people/5/phones`. */
  segment: ContactSegment
  resource: Resource
  /** The fields of its form, in order. */
  names: readonly string[]
  /** Initial values of a new one. */
  begins: Readonly<Record<string, string | number>>
}

export const CONTACT_TYPES: Readonly<Record<ContactSegment, ContactType>> = {
  phones: {
    segment: 'phones',
    resource: entity_phones,
    names: [
      'country_id',
      'country_iso_2',
      'phone_number',
      'phone_extension',
      'phone_type',
      'notify',
      'prime',
    ],
    begins: { country_iso_2: 'US', phone_type: 'work', notify: 0, prime: 0 },
  },
  emails: {
    segment: 'emails',
    resource: entity_emails,
    names: ['email_address', 'email_type', 'notify', 'prime'],
    begins: { email_type: 'work', notify: 0, prime: 0 },
  },
  addresses: {
    segment: 'addresses',
    resource: entity_addresses,
    names: [
      'location_label',
      'address_type',
      'country_id',
      'address1',
      'address2',
      'zip_code',
      'zip_code_ext',
      'city',
      'state',
      'prime',
    ],
    begins: { address_type: 'work', prime: 0 },
  },
}

/** The text of a contact in one line. */
export function nameOf({ segment }: ContactType, contact: AnyRecord): string {
  const field = {
    phones: 'phone_number_formatted',
    emails: 'email_address',
    addresses: 'full_single_line_address',
  }[segment]
  return String(contact[field] ?? '')
}
