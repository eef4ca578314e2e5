import { sql } from 'kysely'
import { ORGANISATION_TYPE } from '#core/domains/companies/companyFields.ts'
import type { Database } from '#server/platform/database.ts'
import { hashPassword } from '#server/platform/secrets.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount, demoUsername } from './demoAccounts.ts'
import { DEMO_COMPANIES, type DemoCompany } from './demoCompanies.ts'
import { liquidOf, priceOf, SOLD } from './demoLiquids.ts'

/** The business itself. */
const OWN_COMPANY = 1

/** Writes the demo's companies with people, accounts, products and tags. @returns the companies' ids by key. */
export async function insertCompanies(db: Database): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const company of DEMO_COMPANIES) ids.set(company.key, await insertCompany(db, company, ids))
  await insertProducts(db, ids)
  await sql`insert into tags (company_id, tag)
    select company_id, tag from jsonb_to_recordset(${JSON.stringify(
      DEMO_COMPANIES.flatMap(({ key, tags }) => tags.map((tag) => ({ company_id: ids.get(key), tag }))),
    )}::jsonb) as given (company_id int8, tag text)`.execute(db)
  const password = await hashPassword(DEMO_PASSWORD)
  // An identity goes on where a start that was killed left it; users 1 and 10 mean something.
  await sql`select setval(pg_get_serial_sequence('users', 'user_id'), 1, false)
    where not exists (select from users)`.execute(db)
  for (const account of DEMO_ACCOUNTS) {
    await insertAccount(db, account, ids.get(account.company) ?? OWN_COMPANY, password)
  }
  return ids
}

async function insertCompany(
  db: Database,
  { company, kind, parent, website, terms, account, contact }: DemoCompany,
  ids: Map<string, number>,
): Promise<number> {
  const { rows } = await sql<{ company_id: number }>`
    insert into companies (organisation_type_id, company, parent_id, website, payment_term_id, account_number,
      turn_around_days, has_contract)
    values (${ORGANISATION_TYPE[kind]}, ${company}, ${parent ? ids.get(parent) : null}, ${website ?? null},
      (select payment_term_id from payment_terms where description = ${terms} limit 1), ${account},
      ${kind === 'customer' ? 2 : null}, ${kind === 'customer' || kind === 'distributor' ? 1 : 0})
    returning company_id`.execute(db)
  const id = rows[0]!.company_id
  if (contact) {
    const [first, last, job] = contact
    await sql`insert into people (company_id, first_name, last_name, job_title)
      values (${id}, ${first}, ${last}, ${job})`.execute(db)
  }
  return id
}

/** What a distributor sells belongs to him, and his customers use it; the rest is each company's own. */
async function insertProducts(db: Database, ids: Map<string, number>): Promise<void> {
  const [gallon] = await db.selectFrom('units_of_measure').select('id').where('code', '=', 'gal').execute()
  const products = DEMO_COMPANIES.flatMap(({ key, parent, liquids }) =>
    liquids.map((name) => {
      const { product, gravity, group, color } = liquidOf(name)
      return {
        company_id: ids.get(SOLD[product] && parent ? parent : key),
        ...{ product_name: product, specific_gravity: gravity, product_group: group, color },
        ...{
          un_number: null,
          proper_shipping_name: null,
          hazard_class: null,
          packing_group: null,
          not_followed_by: null,
          degree_day_base: null,
          vehicle_class: null,
        },
        ...SOLD[product],
        list_price: priceOf(product),
        list_price_unit_id: Number(gallon!.id),
      }
    }),
  )
  const each = new Map(products.map((one) => [`${one.company_id}/${one.product_name}`, one]))
  const columns = sql.join(Object.keys(products[0]!).map((name) => sql.ref(name)))
  await sql`insert into tank_products (${columns}) select ${columns}
    from jsonb_populate_recordset(null::tank_products, ${JSON.stringify([...each.values()])}::jsonb)`.execute(
    db,
  )
}

/** A name that somebody has already is left to him. */
async function insertAccount(
  db: Database,
  account: DemoAccount,
  company_id: number,
  password: string,
): Promise<void> {
  const { login_type_id, first_name, last_name, job_title, user_time_zone, language } = account
  const username = demoUsername(login_type_id)
  await sql`with person as (
      insert into people (company_id, first_name, last_name, job_title, user_time_zone, language)
      select ${company_id}::int8, ${first_name}, ${last_name}, ${job_title}, ${user_time_zone}, ${language}
      where not exists (select from users where lower(username) = ${username})
      returning people_id),
    newcomer as (
      insert into users (username, password, login_type_id, company_id, people_id, first_name, last_name,
        phone_number, owner)
      select ${username}, ${password}, ${login_type_id}, ${company_id}::int8, people_id, ${first_name}, ${last_name},
        ${account.phone_number}, ${account.owner}::int2
      from person returning user_id)
    insert into accounts (user_id, company_id, login_type_id)
    select user_id, ${company_id}::int8, ${login_type_id} from newcomer`.execute(db)
}
