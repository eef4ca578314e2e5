import { sql } from 'kysely'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { contactOperations, emails, phones } from '#server/domains/people/contacts.ts'
import { type Context, systemActor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { hashPassword } from '#server/platform/secrets.ts'
import { ACCOUNTS, COMPANIES, DEMO_PASSWORD, demoUsername, type Ids, PRODUCTS } from './facts.ts'

/** Writes the demo's companies with people, accounts, products and tags. @returns the companies' ids by key. */
export async function insertCompanies(db: Database, seal: Encryptor): Promise<Ids> {
  const ids = new Map<string, number>()
  for (const { key, kind, parent, company, website, account, terms, contact } of COMPANIES) {
    const { company_id } = await db
      .insertInto('companies')
      .values({
        organisation_type_id: ORGANISATION_TYPE[kind],
        ...{ company, website, account_number: account, parent_id: parent ? ids.get(parent) : null },
        payment_term_id: sql`(select payment_term_id from payment_terms where description = ${terms} limit 1)`,
        turn_around_days: kind === 'customer' ? 2 : null,
        has_contract: kind === 'customer' || kind === 'distributor' ? 1 : 0,
      })
      .returning('company_id')
      .executeTakeFirstOrThrow()
    ids.set(key, company_id)
    if (contact)
      await db
        .insertInto('people')
        .values({ company_id, ...contact })
        .execute()
  }
  await insertProducts(db, ids)
  const tags = COMPANIES.flatMap(({ key, tags: some }) =>
    some.map((tag) => ({ company_id: ids.get(key)!, tag })),
  )
  await db.insertInto('tags').values(tags).execute()
  await insertAccounts(db, ids)
  await insertContacts({ db, seal }, ids)
  return ids
}

/** What a distributor sells belongs to him, and his customers use it; the rest is each company's own. */
async function insertProducts(db: Database, ids: Ids): Promise<void> {
  const each = new Map<string, object>()
  for (const { key, parent, products } of COMPANIES) {
    for (const name of products) {
      const { sold, use: _, ...product } = PRODUCTS.get(name)!
      const company_id = ids.get(sold && parent ? parent : key)
      each.set(`${company_id}/${name}`, { ...product, ...sold, company_id })
    }
  }
  const list_price_unit_id = sql`(select id from units_of_measure where code = 'gal')`
  await db
    .insertInto('tank_products')
    .values([...each.values()].map((one) => ({ ...one, list_price_unit_id })) as never)
    .execute()
}

/** A name that somebody has already is left to him. */
async function insertAccounts(db: Database, ids: Ids): Promise<void> {
  const password = await hashPassword(DEMO_PASSWORD)
  // An identity goes on where a start that was killed left it; users 1 and 10 mean something.
  await sql`select setval(pg_get_serial_sequence('users', 'user_id'), 1, false)
    where not exists (select from users)`.execute(db)
  for (const [index, { company, owner, ...person }] of ACCOUNTS.entries()) {
    const { login_type_id, first_name, last_name, job_title, user_time_zone, language } = person
    const username = demoUsername(login_type_id)
    const company_id = ids.get(company) ?? OWN_COMPANY
    const phone_number = `+13085550${101 + index}`
    await sql`with person as (
        insert into people (company_id, first_name, last_name, job_title, user_time_zone, language)
        select ${company_id}::int8, ${first_name}, ${last_name}, ${job_title}, ${user_time_zone}, ${language}
        where not exists (select from users where lower(username) = ${username})
        returning people_id),
      newcomer as (
        insert into users (username, password, login_type_id, company_id, people_id, first_name, last_name,
          phone_number, owner)
        select ${username}, ${password}, ${login_type_id}, ${company_id}::int8, people_id, ${first_name}, ${last_name},
          ${phone_number}, ${owner}::int2
        from person returning user_id)
      insert into accounts (user_id, company_id, login_type_id)
      select user_id, ${company_id}::int8, ${login_type_id} from newcomer`.execute(db)
  }
}

/** How one reaches the demo's companies and the people there who have no account. */
async function insertContacts({ db, seal }: Pick<Context, 'db' | 'seal'>, ids: Ids): Promise<void> {
  const permissions = new Set(['companies.update', 'people.update'])
  const context: Context = { db, seal, now: new Date(), actor: { ...systemActor, permissions } }
  for (const { key, website, phone: phone_number, contact } of COMPANIES) {
    const object_id = ids.get(key)!
    const domain = website ? new URL(website).hostname : `${key}.example`
    await insertWays(context, { object_ref: 'company', object_id }, phone_number, `office@${domain}`)
    if (!contact) continue
    const { people_id } = await db
      .selectFrom('people')
      .select('people_id')
      .where('company_id', '=', object_id)
      .orderBy('people_id')
      .executeTakeFirstOrThrow()
    const address = `${contact.first_name}.${contact.last_name}@${domain}`.toLowerCase().replace(/ /g, '')
    await insertWays(
      context,
      { object_ref: 'person', object_id: people_id, notify: 1 },
      phone_number,
      address,
    )
  }
}

async function insertWays(
  context: Context,
  { notify, ...owner }: { object_ref: 'company' | 'person'; object_id: number; notify?: 1 },
  phone_number: string,
  email_address: string,
): Promise<void> {
  await contactOperations(phones).create(context, { ...owner, phone_number, phone_type: 'work' })
  const email = { ...owner, email_address, email_type: 'work', ...(notify && { notify }) }
  await contactOperations(emails).create(context, email)
}
