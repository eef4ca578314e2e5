import { sql } from 'kysely'
import { addresses, contactOperations, emails, type Owner, phones } from '#server/domains/people/contacts.ts'
import { type Context, productItself } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { DEMO_COMPANIES } from './demoCompanies.ts'

/** Where the demo's companies are and how they are called; the numbers are of the kind that nobody has. */
const PLACES: Readonly<
  Record<string, readonly [street: string, city: string, state: string, zip: string, phone: string]>
> = {
  heartland: ['4100 Husker Highway', 'Grand Island', 'NE', '68801', '308-555-0110'],
  piedmont: ['820 Riverside Drive', 'Macon', 'GA', '31201', '478-555-0117'],
  platte: ['1205 West Second Street', 'Grand Island', 'NE', '68801', '308-555-0121'],
  prairiestar: ['540 North Ninth Street', 'Salina', 'KS', '67401', '785-555-0133'],
  iowariver: ['2300 Industrial Avenue', 'Ames', 'IA', '50010', '515-555-0142'],
  summitfleet: ['3600 Ninth Avenue', 'Council Bluffs', 'IA', '51501', '712-555-0150'],
  loess: ['209 Pearl Street', 'Council Bluffs', 'IA', '51503', '712-555-0158'],
  bayou: ['118 Pinhook Road', 'Lafayette', 'LA', '70501', '337-555-0163'],
  redclay: ['1450 Second Street', 'Macon', 'GA', '31201', '478-555-0169'],
  carolina: ['77 Tate Boulevard', 'Hickory', 'NC', '28602', '828-555-0174'],
  lonestar: ['5100 Garden City Highway', 'Midland', 'TX', '79701', '432-555-0180'],
  greatlakes: ['1 Terrace Street', 'Muskegon', 'MI', '49440', '231-555-0186'],
  highdesert: ['960 Water Street', 'Elko', 'NV', '89801', '775-555-0191'],
  cascade: ['2412 River Road', 'Yakima', 'WA', '98902', '509-555-0195'],
  northfork: ['310 Foundry Lane', 'Norfolk', 'NE', '68701', '402-555-0103'],
  levelight: ['88 Sensor Way', 'Muskegon', 'MI', '49440', '231-555-0108'],
  blueridge: ['15 Freight Yard Road', 'Hickory', 'NC', '28601', '828-555-0112'],
}

/** How one reaches the demo's companies and the people there. */
export async function insertContacts(db: Database, companies: ReadonlyMap<string, number>): Promise<void> {
  const permissions = new Set(['companies.update', 'people.update'])
  const context: Context = { db, now: new Date(), actor: { ...productItself, permissions } }
  for (const { key, website } of DEMO_COMPANIES) {
    const place = PLACES[key]
    const id = companies.get(key)
    if (!place || !id) continue
    const domain = website ? new URL(website).hostname : `${key}.example`
    await insertOfCompany(context, { object_ref: 'company', object_id: id }, place, domain)
    const { rows } = await sql<{ people_id: number; first_name: string; last_name: string }>`
      select people_id, first_name, last_name from people
      where company_id = ${id} and people_id not in (select people_id from users where people_id is not null)`.execute(
      db,
    )
    for (const { people_id, first_name, last_name } of rows) {
      const owner = { object_ref: 'person', object_id: people_id }
      await contactOperations(phones).create(context, {
        ...owner,
        phone_number: place[4],
        phone_type: 'work',
      })
      await contactOperations(emails).create(context, {
        ...owner,
        email_address: `${first_name}.${last_name}@${domain}`.toLowerCase().replace(/ /g, ''),
        email_type: 'work',
        notify: 1,
      })
    }
  }
}

async function insertOfCompany(
  context: Context,
  owner: Owner,
  [address1, city, state, zip_code, phone_number]: (typeof PLACES)[string],
  domain: string,
): Promise<void> {
  await contactOperations(phones).create(context, { ...owner, phone_number, phone_type: 'work' })
  await contactOperations(emails).create(context, {
    ...owner,
    email_address: `office@${domain}`,
    email_type: 'work',
  })
  for (const [location_label, address_type, street] of [
    ['Head office', 'billing', address1],
    ['Yard', 'shipping', `${address1}, gate 2`],
  ] as const) {
    const address = { address1: street, city, state, zip_code }
    await contactOperations(addresses).create(context, { ...owner, ...address, location_label, address_type })
  }
}
