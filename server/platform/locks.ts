import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Every advisory lock of the product, one number each: work that must be done by one at a time, on all servers of a
 * database. A number that was released is never given to anything else: an older server may still mean the old thing.
 */
export const LOCKS = {
  /** Bringing the tables up to date. */
  migrations: 7_117_301,
  /** Making the parts of tables that are split by time. */
  partitions: 7_117_302,
  /** Copying the database that tests begin with. */
  test_databases: 7_117_303,
  /** Writing the records that every installation begins with. */
  base_records: 7_117_305,
  /** Keeping one administrator at least. */
  administrators: 7_117_306,
  /** Refusing circles of companies above each other. */
  company_parents: 7_117_310,
  /** Refreshing the rates of currencies. */
  rates: 7_117_311,
  /** Changing the settings. */
  settings: 7_117_312,
  /** Making the demo. */
  demo: 7_117_313,
  /** Reading the catalogue of the database. */
  dictionary: 7_117_314,
  /** Refusing circles of departments above each other. */
  department_parents: 7_117_315,
  /** Making a backup by the clock. */
  backups: 7_117_316,
  /** Making and scoring forecasts of the past: held for as long as that takes, which readers of the scores are told. */
  past_forecasts: 7_117_317,
  /** Importing customers with their sites, devices and tanks. */
  places: 7_117_318,
} as const

/** Locks that are one for each name (a task, an address): the number of their kind, and the name's hash beside it. */
export const NAMED_LOCKS = {
  /** What happens by the clock, by its name. */
  tasks: 7_117_401,
  /** Requests for links by mail, by the address they come from. */
  access_requests: 7_117_402,
  /** Attempts to sign in, by the name that is given. */
  sign_in_names: 7_117_403,
  /** Attempts to sign in, by the address they come from. */
  sign_in_addresses: 7_117_404,
  /** Importing records of a kind, by its name. */
  imports: 7_117_405,
  /** Inviting somebody new, by their e-mail address. */
  invited_addresses: 7_117_406,
} as const

/** Waits until nobody else does this, and keeps others waiting until the transaction ends. */
export async function lockExclusively(db: Database, what: keyof typeof LOCKS): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[what]})`.execute(db)
}

/** The same for one name of a kind. */
export async function lockByName(db: Database, kind: keyof typeof NAMED_LOCKS, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NAMED_LOCKS[kind]}::int4, hashtext(${name}))`.execute(db)
}
