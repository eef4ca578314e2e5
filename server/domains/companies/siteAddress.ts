import { sql } from 'kysely'
import type { AddressSnapshot } from '#core/domains/people/addressSnapshot.ts'
import { countryOfId } from '#core/platform/countries.ts'
import type { Context } from '#server/platform/context.ts'

interface AddressRow {
  name: string
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  country_id: number
}

/** The address of a site in the form of documents and loads; null if it has none. The caller has checked the rights. */
export async function readSiteAddress(
  { db }: Pick<Context, 'db'>,
  site_id: number,
): Promise<AddressSnapshot | null> {
  const { rows } = await sql<AddressRow>`
    select name, address1, address2, city, state, zip_code, country_id from sites
    where site_id = ${site_id} and address1 is not null`.execute(db)
  if (!rows[0]) return null
  const { name, country_id, ...address } = rows[0]
  return {
    ...address,
    location_label: name.slice(0, MAX_LABEL),
    zip_code_ext: null,
    country_iso_3: countryOfId(country_id)?.country_iso_3 ?? null,
  }
}

/** Maximum length in documents and loads. */
const MAX_LABEL = 65

/** The site of a device, if the site belongs to a company. */
export async function siteOfDevice(
  { db }: Pick<Context, 'db'>,
  device_id: number,
  company_id: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ site_id: number }>`
    select s.site_id from devices d join sites s using (site_id)
    where d.device_id = ${device_id} and s.company_id = ${company_id} and s.status = 1`.execute(db)
  return rows[0]?.site_id ?? null
}
