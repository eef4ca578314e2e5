import { sql } from 'kysely'
import { bank_accounts, maskNumber } from '#core/domains/finance/bank_accounts.ts'
import type { Database } from '#server/platform/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { sealedColumns } from '#server/resources/sealedFields.ts'

/** A short chart of accounts of a fuel distributor: code, name, type. */
const ACCOUNTS = [
  ['1000', 'Operating cash', 'asset'],
  ['1200', 'Accounts receivable', 'asset'],
  ['1300', 'Fuel inventory', 'asset'],
  ['1500', 'Trucks and tanks', 'asset'],
  ['2000', 'Accounts payable', 'liability'],
  ['2200', 'Fuel taxes payable', 'liability'],
  ['3000', 'Owner’s equity', 'equity'],
  ['4000', 'Fuel sales', 'revenue'],
  ['4100', 'Monitoring subscriptions', 'revenue'],
  ['4200', 'Delivery charges', 'revenue'],
  ['5000', 'Cost of fuel sold', 'expense'],
  ['5200', 'Freight', 'expense'],
  ['6000', 'Wages', 'expense'],
] as const

/** What one euro is worth, about, so that the demo's rates fit each other. */
const PER_EURO = { CAD: '1.58', EUR: '1', USD: '1.16', MXN: '21.4' } as const

/** Two accounts whose numbers are made up. */
const BANK_ACCOUNTS = [
  ['Operating account', 'Heartland Commerce Bank', 'checking', '000987654321', '104000016', '182450.37'],
  ['Fuel tax reserve', 'Platte River Savings', 'savings', '4400112233', '104900048', '61200.00'],
] as const

/** The demo's books: bank accounts, a chart of accounts, and rates between the currencies that its companies use. */
export async function insertBooks(db: Database, seal: Encryptor): Promise<void> {
  await insertBankAccounts(db, seal)
  const accounts = ACCOUNTS.map(([account_code, account_name, account_type]) => ({
    account_code,
    account_name,
    account_type,
  }))
  await sql`insert into chart_of_accounts (account_code, account_name, account_type)
    select account_code, account_name, account_type
    from jsonb_populate_recordset(null::chart_of_accounts, ${JSON.stringify(accounts)}::jsonb)`.execute(db)
  await sql`with per_euro as (
      select currency_id, value::numeric as worth
      from jsonb_each_text(${JSON.stringify(PER_EURO)}::jsonb) join currencies on code = key)
    insert into exchange_rates (from_currency_id, to_currency_id, rate, rate_date)
    select one.currency_id, other.currency_id, round(other.worth / one.worth, 10), current_date
    from per_euro one join per_euro other on one.currency_id <> other.currency_id`.execute(db)
}

async function insertBankAccounts(db: Database, seal: Encryptor): Promise<void> {
  for (const [account_name, bank_name, account_type, account, routing, balance] of BANK_ACCOUNTS) {
    const sealed = sealedColumns(seal, bank_accounts, { account_number: account, routing_number: routing })
    await sql`insert into bank_accounts (account_name, bank_name, account_type, account_number,
        account_number_sealed, routing_number, routing_number_sealed, balance)
      values (${account_name}, ${bank_name}, ${account_type}, ${maskNumber(account)},
        ${sealed.account_number_sealed}, ${maskNumber(routing)}, ${sealed.routing_number_sealed}, ${balance})`.execute(
      db,
    )
  }
}
