import { sql } from 'kysely'
import { HOME_COUNTRY } from '#core/platform/countries.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { addresses } from '#server/domains/people/contacts.ts'
import { zipOf } from '#server/domains/people/postalCodes.ts'
import type { Database } from '#server/platform/database.ts'
import { DEMO_COMPANIES } from './demoCompanies.ts'
import { TOWNS } from './towns.ts'

const STREETS = [
  'Main Street',
  'Railroad Avenue',
  'Elevator Road',
  'Industrial Drive',
  'Mill Street',
] as const

interface Place {
  object_ref: 'company' | 'device'
  object_id: number
  location_label: string
  address_type: 'billing' | 'shipping'
  address1: string
  town: string
  prime: 0 | 1
}

/** Writes where bills go, and where each device stands: by the town that is nearest to it. */
export async function insertAddresses(db: Database, companies: ReadonlyMap<string, number>): Promise<void> {
  const offices = DEMO_COMPANIES.filter(({ towns }) => towns.length > 0).map(
    ({ key, towns }, index): Place => ({
      object_ref: 'company',
      object_id: companies.get(key)!,
      location_label: 'Office',
      address_type: 'billing',
      address1: `${112 + index * 37} ${STREETS[index % STREETS.length]}`,
      town: towns[0]!,
      prime: 1,
    }),
  )
  const seller: Place = {
    object_ref: 'company',
    object_id: OWN_COMPANY,
    location_label: 'Office',
    address_type: 'billing',
    address1: '400 Central Avenue',
    town: 'Kearney, NE',
    prime: 1,
  }
  for (const place of [seller, ...offices, ...(await devicePlaces(db))]) {
    const [city = '', state = ''] = place.town.split(', ')
    const { town: _, ...row } = place
    const values = { ...row, city, state, zip_code: zipOf(city, state) ?? '00000', country_id: HOME_COUNTRY }
    await db
      .insertInto('entity_addresses')
      .values({ ...values, ...addresses.derive(values) })
      .execute()
  }
}

async function devicePlaces(db: Database): Promise<Place[]> {
  const { rows } = await sql<{ device_id: number; label: string; latitude: number; longitude: number }>`
    select device_id, label, latitude::float8, longitude::float8 from devices
    where latitude is not null and longitude is not null order by device_id`.execute(db)
  return rows.map(({ device_id, label, latitude, longitude }, index) => ({
    object_ref: 'device',
    object_id: device_id,
    location_label: label,
    address_type: 'shipping',
    address1: `${1_000 + ((index * 317) % 8_900)} County Road ${1 + ((index * 7) % 48)}`,
    town: nearestTown(latitude, longitude),
    prime: 1,
  }))
}

function nearestTown(latitude: number, longitude: number): string {
  const far = (town: { latitude: number; longitude: number }) =>
    (town.latitude - latitude) ** 2 + (town.longitude - longitude) ** 2
  return [...TOWNS.values()].reduce((best, town) => (far(town) < far(best) ? town : best)).town
}
