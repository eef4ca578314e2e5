import { sql } from 'kysely'
import { bank_accounts, maskNumber } from '#core/domains/finance/bank_accounts.ts'
import { ALL_LOGIN_TYPES, type LoginType, STAFF } from '#core/platform/loginTypes.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import books from '#facts/books.json' with { type: 'json' }
import office from '#facts/office.json' with { type: 'json' }
import type { Database } from '#server/platform/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { type Events, emit } from '#server/platform/events.ts'
import { namedTables } from '#server/resources/namedTables.ts'
import { sealedColumns } from '#server/resources/sealedFields.ts'
import { demoUsername, type Ids } from './facts.ts'

const HOUR = 3_600_000

/** Writes the demo's departments, what was noted of its customers, what is asked at a visit, its books and its notifications. */
export async function insertOffice(
  db: Database,
  seal: Encryptor,
  companies: Ids,
  now: number,
): Promise<void> {
  // A department stands before those below it.
  for (const { company, parent, first_name, last_name, ...department } of office.departments) {
    const company_id = companies.get(company) ?? OWN_COMPANY
    await db
      .insertInto('departments')
      .values({
        ...department,
        company_id,
        parent_department_id: sql`(select department_id from departments
          where company_id = ${company_id} and department_name = ${parent})`,
        manager_id: sql`(select people_id from people
          where company_id = ${company_id} and first_name = ${first_name} and last_name = ${last_name} limit 1)`,
      })
      .execute()
  }
  for (const { company, by, note, daysAgo } of office.notes) {
    await sql`insert into notes (object_ref, object_id, note, created_by, created_by_id, created_at, updated_at)
      select 'company', ${companies.get(company)}, ${note}, p.first_name || ' ' || p.last_name, u.user_id, at, at
      from users u join people p using (people_id), (select now() - make_interval(days => ${daysAgo}) as at) as written
      where u.username = ${demoUsername(by as LoginType)}`.execute(db)
  }
  await namedTables(db).insertInto('questions').values(office.questions).execute()
  await insertBooks(db, seal)
  await insertNotifications(db, now)
}

/** Bank accounts with invented numbers, a short chart of accounts of a fuel distributor, and rates that fit each other. */
async function insertBooks(db: Database, seal: Encryptor): Promise<void> {
  for (const { account_number, routing_number, ...account } of books.bank_accounts) {
    await namedTables(db)
      .insertInto('bank_accounts')
      .values({
        ...account,
        ...{ account_number: maskNumber(account_number), routing_number: maskNumber(routing_number) },
        ...sealedColumns(seal, bank_accounts, { account_number, routing_number }),
      })
      .execute()
  }
  await namedTables(db).insertInto('chart_of_accounts').values(books.chart_of_accounts).execute()
  await sql`with per_euro as (
      select currency_id, value::numeric as worth
      from jsonb_each_text(${JSON.stringify(books.per_euro)}::jsonb) join currencies on code = key)
    insert into exchange_rates (from_currency_id, to_currency_id, rate, rate_date)
    select one.currency_id, other.currency_id, round(other.worth / one.worth, 10), current_date
    from per_euro one join per_euro other on one.currency_id <> other.currency_id`.execute(db)
}

/** Who `all`, `staff` and `customers` are in `facts/office.json`. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  all: ALL_LOGIN_TYPES,
  staff: STAFF,
  customers: ALL_LOGIN_TYPES.filter((type) => !(STAFF as readonly LoginType[]).includes(type)),
}

/** What staff told people lately, some hours ago, and what is still being written; the head of operations follows one customer's devices. */
async function insertNotifications(db: Database, now: number): Promise<void> {
  for (const { sent, to, ...text } of office.notifications) {
    const date_sent = sent === undefined ? null : new Date(now - sent * HOUR)
    const rows: Events['notification.sent'][] = await db
      .insertInto('notifications')
      .values({
        ...text,
        login_types: JSON.stringify(typeof to === 'string' ? READERS[to] : to),
        ...{ date_created: new Date((date_sent?.getTime() ?? now) - HOUR), date_sent },
      })
      .returning('notification_id')
      .execute()
    if (date_sent) await emit({ db }, 'notification.sent', rows)
  }
  await sql`update people set device_filter = 'Platte'
    where people_id = (select people_id from users where user_id = 1)`.execute(db)
}
