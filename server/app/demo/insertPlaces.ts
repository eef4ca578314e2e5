import timeZoneAt from '@photostructure/tz-lookup'
import { sql } from 'kysely'
import { sites } from '#core/domains/companies/sites.ts'
import { HOME_COUNTRY } from '#core/platform/countries.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { VEIL } from '#core/resources/veil.ts'
import places from '#facts/sites.json' with { type: 'json' }
import { addresses } from '#server/domains/people/contacts.ts'
import { zipOf } from '#server/domains/people/postalCodes.ts'
import type { Database } from '#server/platform/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { sealedColumns } from '#server/resources/sealedFields.ts'
import { COMPANIES, type Ids, TOWNS } from './facts.ts'

const LITRES_PER_GALLON = 3.785411784
const METRES_PER_FOOT = 0.3048

/** Writes where bills go and where each device stands, and the sites. */
export async function insertPlaces(db: Database, seal: Encryptor, companies: Ids): Promise<void> {
  await insertAddress(db, ['company', OWN_COMPANY], 'Office', '400 Central Avenue', 'Kearney, NE')
  const offices = COMPANIES.filter(({ town }) => town)
  for (const [index, { key, town = '' }] of offices.entries()) {
    const street = inTurn(places.streets, index)
    await insertAddress(db, ['company', companies.get(key)!], 'Office', `${112 + index * 37} ${street}`, town)
  }
  const { rows } = await sql<{ device_id: number; label: string; latitude: number; longitude: number }>`
    select device_id, label, latitude::float8, longitude::float8 from devices
    where latitude is not null and longitude is not null order by device_id`.execute(db)
  for (const [index, { device_id, label, latitude, longitude }] of rows.entries()) {
    const road = `${1_000 + ((index * 317) % 8_900)} County Road ${1 + ((index * 7) % 48)}`
    await insertAddress(db, ['device', device_id], label, road, nearestTown(latitude, longitude))
  }
  await insertSites(db, seal)
}

async function insertAddress(
  db: Database,
  [object_ref, object_id]: readonly ['company' | 'device', number],
  location_label: string,
  address1: string,
  town: string,
): Promise<void> {
  const [city = '', state = ''] = town.split(', ')
  const values = {
    ...{ object_ref, object_id, location_label, address1, city, state, prime: 1 as const },
    ...{ address_type: object_ref === 'company' ? ('billing' as const) : ('shipping' as const) },
    ...{ zip_code: zipOf(city, state) ?? '00000', country_id: HOME_COUNTRY },
  }
  await db
    .insertInto('entity_addresses')
    .values({ ...values, ...addresses.derive(values) })
    .execute()
}

function nearestTown(latitude: number, longitude: number): string {
  const far = (town: { latitude: number; longitude: number }) =>
    (town.latitude - latitude) ** 2 + (town.longitude - longitude) ** 2
  return [...TOWNS.values()].reduce((best, town) => (far(town) < far(best) ? town : best)).town
}

interface Standing {
  company_id: number
  name: string
  device_ids: number[]
  latitude: number
  longitude: number
  address1: string | null
  city: string | null
  state: string | null
  zip_code: string | null
}

/** Devices of a company that people on site call by one place and that stand in one town have a site in common. */
async function insertSites(db: Database, seal: Encryptor): Promise<void> {
  const { rows } = await sql<Standing>`
    select d.company_id, split_part(d.label, ' – ', 1) || coalesce(', ' || a.city, '') as name,
      array_agg(d.device_id order by d.device_id) as device_ids,
      (array_agg(d.latitude::float8 order by d.device_id))[1] as latitude,
      (array_agg(d.longitude::float8 order by d.device_id))[1] as longitude,
      min(a.address1) as address1, a.city, a.state, min(a.zip_code) as zip_code
    from devices d left join entity_addresses a on a.object_ref = 'device' and a.object_id = d.device_id
    where d.latitude is not null and d.label is not null
    group by d.company_id, 2, a.city, a.state order by d.company_id, 2`.execute(db)
  for (const [index, { device_ids, ...standing }] of rows.entries()) {
    const { gate_code, access_notes, reach } = inTurn(places.ways, index)
    const windows = inTurn(places.windows, index)
    const smallest = inTurn(places.smallest, index)
    const { site_id } = await db
      .insertInto('sites')
      .values({
        ...standing,
        ...inTurn(places.contacts, index),
        access_notes,
        area: standing.city && standing.city < 'K' ? 'North' : 'South',
        contract: inTurn(places.contracts, index),
        time_zone: timeZoneAt(standing.latitude, standing.longitude),
        gate_code: gate_code && VEIL,
        ...sealedColumns(seal, sites, { gate_code }),
        delivery_windows: windows && JSON.stringify(windows),
        imperial_smallest_drop: smallest,
        smallest_drop: smallest && smallest * LITRES_PER_GALLON,
        imperial_hose_reach: reach,
        hose_reach: reach * METRES_PER_FOOT,
      } as never)
      .returning('site_id')
      .executeTakeFirstOrThrow()
    await db.updateTable('devices').set({ site_id }).where('device_id', 'in', device_ids).execute()
  }
}

function inTurn<T>(all: readonly T[], index: number): T {
  return all[index % all.length]!
}
