import { sql } from 'kysely'
import { entity_addresses } from '#core/domains/people/entity_addresses.ts'
import { countryOfId } from '#core/platform/countries.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { rowsOf } from '#server/resources/rows.ts'
import type { Owner } from './contacts.ts'

/** An address as a document or a load keeps it: a later move does not change it. */
export interface KeptAddress {
  location_label: string | null
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  zip_code_ext: string | null
  country_iso_3: string | null
}

export type SavedAddress = KeptAddress & { entity_addresses_id: number }

/**
 * The addresses that hang from these records and that the actor may see: those of the first record first, of each the
 * wanted sort first, then the primary one.
 */
export async function savedAddresses(
  context: Context,
  owners: readonly Owner[],
  wanted: 'billing' | 'shipping',
): Promise<SavedAddress[]> {
  if (owners.length === 0) return []
  const place = (owner: Owner) =>
    sql<boolean>`(object_ref = ${owner.object_ref} and object_id = ${owner.object_id})`
  const order = owners.map((owner, index) => sql`when ${place(owner)} then ${index}::int`)
  const rows = (await rowsOf(context, entity_addresses)
    .selectAll('entity_addresses')
    .where(sql<boolean>`(${sql.join(owners.map(place), sql` or `)})`)
    .orderBy(sql`case ${sql.join(order, sql` `)} end`)
    .orderBy(sql`address_type = ${wanted} desc`)
    .orderBy('prime', 'desc')
    .orderBy('entity_addresses_id')
    .execute()) as RecordOf<typeof entity_addresses>[]
  return rows.map((row) => ({
    entity_addresses_id: row.entity_addresses_id,
    location_label: row.location_label,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    zip_code_ext: row.zip_code_ext,
    country_iso_3: countryOfId(row.country_id)?.country_iso_3 ?? null,
  }))
}
