import { sql } from 'kysely'
import { ALL_LOGIN_TYPES, isStaff, type LoginType } from '#core/platform/loginTypes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { hashToken } from '#server/platform/secrets.ts'

/**
 * The companies of the tests: the business itself; a distributor with a customer below it that has a branch; an unrelated company that shares nothing
 * with them; a vendor.
 */
export const COMPANY = {
  own: 1,
  distributor: 102,
  customer: 103,
  branch: 104,
  stranger: 105,
  vendor: 106,
} as const

/** A hash that no password matches: tests that sign in by password set it first. */
const NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$0000000000000000000000000000000000000000000'

export function companyOf(loginType: LoginType): number {
  if (isStaff(loginType)) return COMPANY.own
  if (loginType === 'distributor' || loginType === 'd_acct_mgr') return COMPANY.distributor
  if (loginType === 'vendor' || loginType === 'v_acct_mgr') return COMPANY.vendor
  return COMPANY.customer
}

/** The token of that login type's open session; `stranger` is a customer of another company. */
export function tokenOf(account: LoginType | 'stranger'): string {
  return `test-token-of-${account}`.padEnd(43, '0')
}

/** Inserts an account of each login type and one of the stranger's, each with an open session. */
export async function seedAccounts(db: Database): Promise<void> {
  await sql`insert into companies (company_id, organisation_type_id, company, parent_id, payment_term_id) values
    (102, 2, 'North Distribution', null, 1), (103, 1, 'Prairie Fuels', 102, 1), (104, 1, 'Prairie Fuels East', 103, 1),
    (105, 1, 'Stranger Oil', null, 1), (106, 5, 'Valve Vendor', null, 1)`.execute(db)
  await sql`select setval(pg_get_serial_sequence('companies', 'company_id'), 1000)`.execute(db)
  for (const loginType of ALL_LOGIN_TYPES) await seedAccount(db, loginType, loginType, companyOf(loginType))
  await seedAccount(db, 'stranger', 'customer', COMPANY.stranger)
}

/** Moves the accounts of login types to the distributor above the customer: clerks decide about orders only where their company sells. */
export async function moveToSeller(db: Database, loginTypes: readonly LoginType[]): Promise<void> {
  await sql`update accounts set company_id = ${COMPANY.distributor}
    where login_type_id = any(${[...loginTypes]}::text[])`.execute(db)
}

async function seedAccount(
  db: Database,
  name: LoginType | 'stranger',
  loginType: LoginType,
  company: number,
): Promise<void> {
  const username = `${name.replaceAll('_', '-')}@test.example`
  await sql`with person as (
      insert into people (company_id, first_name, last_name) values (${company}, ${name}, 'Test') returning people_id),
    newcomer as (
      insert into users (username, password, login_type_id, company_id, people_id, first_name, last_name, phone_number)
      select ${username}, ${NO_PASSWORD}, ${loginType}, ${company}, people_id, ${name}, 'Test', '+13135550100'
      from person returning user_id),
    account as (
      insert into accounts (user_id, company_id, login_type_id)
      select user_id, ${company}, ${loginType} from newcomer returning account_id, user_id)
    insert into sessions (token_hash, user_id, account_id, expires_at)
    select ${hashToken(tokenOf(name))}, user_id, account_id, now() + interval '1 day' from account`.execute(
    db,
  )
}
