import { sql } from 'kysely'
import { contactOperations, emails, type Owner, phones } from '#server/domains/people/contacts.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { DEMO_COMPANIES } from './demoCompanies.ts'

/** The numbers of the demo's companies, of the kind that nobody has. */
const PHONES: Readonly<Record<string, string>> = {
  heartland: '308-555-0110',
  piedmont: '478-555-0117',
  platte: '308-555-0121',
  prairiestar: '785-555-0133',
  iowariver: '515-555-0142',
  summitfleet: '712-555-0150',
  loess: '712-555-0158',
  bayou: '337-555-0163',
  redclay: '478-555-0169',
  carolina: '828-555-0174',
  lonestar: '432-555-0180',
  greatlakes: '231-555-0186',
  highdesert: '775-555-0191',
  cascade: '509-555-0195',
  northfork: '402-555-0103',
  levelight: '231-555-0108',
  blueridge: '828-555-0112',
}

/** How one reaches the demo's companies and the people there. */
export async function insertContacts(
  db: Database,
  seal: Encryptor,
  companies: ReadonlyMap<string, number>,
): Promise<void> {
  const permissions = new Set(['companies.update', 'people.update'])
  const context: Context = { db, seal, now: new Date(), actor: { ...systemActor, permissions } }
  for (const { key, website } of DEMO_COMPANIES) {
    const phone_number = PHONES[key]
    const id = companies.get(key)
    if (!phone_number || !id) continue
    const domain = website ? new URL(website).hostname : `${key}.example`
    await insertOfCompany(context, { object_ref: 'company', object_id: id }, phone_number, domain)
    const { rows } = await sql<{ people_id: number; first_name: string; last_name: string }>`
      select people_id, first_name, last_name from people
      where company_id = ${id} and people_id not in (select people_id from users where people_id is not null)`.execute(
      db,
    )
    for (const { people_id, first_name, last_name } of rows) {
      const owner = { object_ref: 'person', object_id: people_id }
      await contactOperations(phones).create(context, {
        ...owner,
        phone_number,
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
  phone_number: string,
  domain: string,
): Promise<void> {
  await contactOperations(phones).create(context, { ...owner, phone_number, phone_type: 'work' })
  await contactOperations(emails).create(context, {
    ...owner,
    email_address: `office@${domain}`,
    email_type: 'work',
  })
}
