import { sql } from 'kysely'
import type { SavedAddress } from '#core/domains/people/addressSnapshot.ts'
import type { entity_addresses } from '#core/domains/people/entity_addresses.ts'
import { countryOfId } from '#core/platform/countries.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { ownershipStart } from '#server/resources/rights/visibleHistoryStart.ts'
import type { Owner } from './contacts.ts'

/**
 * The addresses of these records, in the order of the records; for each, the requested type first, then the primary address. The caller has
 * checked that the actor sees the records; users who write orders need not read companies.
 */
export async function savedAddresses(
  { actor, db }: Context,
  owners: readonly Owner[],
  kind: 'billing' | 'shipping',
): Promise<SavedAddress[]> {
  if (owners.length === 0) return []
  const place = (owner: Owner) =>
    sql<boolean>`(object_ref = ${owner.object_ref} and object_id = ${owner.object_id} ${sinceThen(actor, owner)})`
  const order = owners.map((owner, index) => sql`when ${place(owner)} then ${index}::int`)
  const { rows } = await sql<RecordOf<typeof entity_addresses>>`
    select * from entity_addresses where ${sql.join(owners.map(place), sql` or `)}
    order by case ${sql.join(order, sql` `)} end, address_type = ${kind} desc, prime desc, entity_addresses_id`.execute(
    db,
  )
  return rows.map((row) => ({
    entity_addresses_id: row.entity_addresses_id,
    address_type: row.address_type,
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

/** Excludes addresses of a device from before its company owned it. */
function sinceThen({ companies }: Context['actor'], { object_ref, object_id }: Owner) {
  if (companies === 'all' || object_ref !== 'device') return sql``
  return sql`and created_at >= ${ownershipStart(sql`${object_id}`)}`
}
