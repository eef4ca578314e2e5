import { entity_addresses } from '#core/domains/people/entity_addresses.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { entity_phones } from '#core/domains/people/entity_phones.ts'
import type { TextKey } from '#core/platform/texts/textKeys.ts'
import { type Resource, tableOf } from '#core/resources/definition.ts'
import { OBJECT_KINDS, type ObjectRef } from '#core/resources/objects.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'

/** A phone, e-mail or address as columns in the file of its owner. */
export interface ContactPart {
  kind: Resource
  /** Fixed values, which determine the type. */
  given: Readonly<Record<string, string>>
  fields: readonly string[]
  /** The field in its name; the heading may be the name of the part alone. */
  title: string
  name: TextKey
}

const ADDRESS = ['address1', 'address2', 'city', 'state', 'zip_code', 'zip_code_ext', 'country_id'] as const
const phone = (type: 'work' | 'mobile' | 'fax', name: TextKey): ContactPart => ({
  kind: entity_phones,
  given: { phone_type: type },
  fields: ['phone_number', 'phone_extension'],
  title: 'phone_number',
  name,
})
const address = (type: 'billing' | 'shipping'): ContactPart => ({
  kind: entity_addresses,
  given: { address_type: type },
  fields: ADDRESS,
  title: 'address1',
  name: `records.entity_addresses.choices.address_type.${type}`,
})

/** Contacts that a file of customers or people may contain. */
export const CONTACT_PARTS: Readonly<Record<string, ContactPart>> = {
  phone: phone('work', 'records.entity_phones.single'),
  mobile: phone('mobile', 'records.entity_phones.choices.phone_type.mobile'),
  fax: phone('fax', 'records.entity_phones.choices.phone_type.fax'),
  email: {
    kind: entity_emails,
    given: { email_type: 'work' },
    fields: ['email_address'],
    title: 'email_address',
    name: 'records.entity_emails.single',
  },
  billing: address('billing'),
  shipping: address('shipping'),
}

/** The owner type of contacts of a kind of record, if its file may contain them. */
export function contactOwner(kind: Resource): ObjectRef | undefined {
  return (['company', 'person'] as const).find(
    (ref) => tableOf(resourceOf(OBJECT_KINDS[ref])) === tableOf(kind),
  )
}
