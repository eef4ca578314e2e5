import { type Issue, issueIf } from '#core/platform/issue.ts'
import { keysOf } from '#core/platform/keysOf.ts'
import { recordOf } from '#core/platform/recordOf.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Fields } from '#core/resources/field.ts'
import type { entity_addresses } from './entity_addresses.ts'

/** The copy of an address in a document or load: later changes of the address do not affect it. */
const SNAPSHOT = {
  location_label: { kind: 'text', max: 65 },
  address1: { kind: 'text', max: 255 },
  address2: { kind: 'text', max: 255 },
  city: { kind: 'text', max: 100 },
  state: { kind: 'text', max: 65 },
  zip_code: { kind: 'text', max: 12 },
  zip_code_ext: { kind: 'text', max: 4 },
  country_iso_3: { kind: 'text', format: 'country_code', max: 3 },
} as const satisfies Fields

type Part = keyof typeof SNAPSHOT
/** Which address of a record: shipping or billing. */
type Side = 'ship' | 'bill'
type SideField<S extends Side> = `${S}_${Part}`

export const ADDRESS_SNAPSHOT_FIELDS = keysOf(SNAPSHOT)

export type AddressSnapshot = Record<Part, string | null>

/** A selectable address, with the record that holds it. */
export type SavedAddress = Pick<
  RecordOf<typeof entity_addresses>,
  'entity_addresses_id' | 'address_type' | Exclude<Part, 'country_iso_3'>
> & { country_iso_3: string | null }

type AddressFields<S extends Side> = { readonly [P in Part as `${S}_${P}`]: (typeof SNAPSHOT)[P] }

/**
 * The fields of a record for one of its addresses, such as `ship_address1`.
 * @param room maximum length of each part, for other systems with longer ones
 */
export function addressFields<S extends Side>(side: S, room?: number): AddressFields<S>
export function addressFields(side: Side, room?: number): Fields {
  return Object.fromEntries(
    ADDRESS_SNAPSHOT_FIELDS.map((part) => [
      `${side}_${part}`,
      room === undefined || part === 'country_iso_3' ? SNAPSHOT[part] : { ...SNAPSHOT[part], max: room },
    ]),
  )
}

/** Their names, in the order of a form. */
export function addressNames<S extends Side>(side: S): readonly SideField<S>[] {
  return ADDRESS_SNAPSHOT_FIELDS.map((part): SideField<S> => `${side}_${part}`)
}

/** The parts of an address by their field names in a record; null for missing parts. */
export function withSide<S extends Side, V>(
  side: S,
  address: Readonly<Partial<Record<Part, V>>>,
): Record<SideField<S>, V | null> {
  const parts = ADDRESS_SNAPSHOT_FIELDS.map((part) => [`${side}_${part}`, address[part] ?? null])
  return Object.fromEntries(parts)
}

/** Copies an address and cuts each part to its field's maximum length, because other records may hold longer ones. */
export function snapshotOf<S extends Side>(
  side: S,
  address: AddressSnapshot,
): Record<SideField<S>, string | null> {
  return withSide(
    side,
    recordOf(ADDRESS_SNAPSHOT_FIELDS, (part) => address[part]?.slice(0, SNAPSHOT[part].max) ?? null),
  )
}

/** In the United States a ZIP code has at most five characters; elsewhere up to twelve. */
export function zipIssues(record: Readonly<Record<string, unknown>>, side: Side): Issue[] {
  const zip = record[`${side}_zip_code`]
  const country = record[`${side}_country_iso_3`]
  const isAbroad = Boolean(country) && String(country).toUpperCase() !== 'USA'
  const isLong = typeof zip === 'string' && zip.length > 5 && !isAbroad
  return issueIf(isLong, { field: `${side}_zip_code`, rule: 'too_long', params: { max: 5 } })
}
