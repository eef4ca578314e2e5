import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Database } from './database.ts'

/**
 * Every advisory lock of the product, one number each: work that runs on one server of a database at a time. A released number is never
 * reused: an older server may still use it for its old purpose.
 */
export const LOCKS = {
  /** Migrating the schema. */
  migrations: 7_117_301,
  /** Making partitions. */
  partitions: 7_117_302,
  /** Copying the template database of the tests. */
  test_databases: 7_117_303,
  /** Inserting the records of a new installation. */
  base_records: 7_117_305,
  /** Keeping at least one administrator. */
  administrators: 7_117_306,
  /** Refusing cycles of parent companies. */
  company_parents: 7_117_310,
  /** Refreshing exchange rates. */
  rates: 7_117_311,
  /** Changing the settings. */
  settings: 7_117_312,
  /** Making the demo. */
  demo: 7_117_313,
  /** Reading the catalogue of the database. */
  dictionary: 7_117_314,
  /** Refusing cycles of parent departments. */
  department_parents: 7_117_315,
  /** Making a scheduled backup. */
  backups: 7_117_316,
  /** Making and scoring past forecasts: held for the whole time, which readers of the scores are shown. */
  past_forecasts: 7_117_317,
  /** Importing customers with their sites, devices and tanks. */
  places: 7_117_318,
  /** Handling events whose order counts. */
  events_in_order: 7_117_319,
} as const

/** Locks per name (a task, an address): the number of their kind, and the name's hash next to it. */
export const NAMED_LOCKS = {
  /** Scheduled tasks, by name. */
  tasks: 7_117_401,
  /** Requests for links by mail, by client address. */
  access_requests: 7_117_402,
  /** Sign-in attempts, by username. */
  sign_in_names: 7_117_403,
  /** Sign-in attempts, by client address. */
  sign_in_addresses: 7_117_404,
  /** Importing records of a kind, by its name. */
  imports: 7_117_405,
  /** Inviting or creating a new user, by their e-mail address. */
  invited_addresses: 7_117_406,
  /** Saving a price rule, by the company that sells. */
  price_rules: 7_117_407,
  /** Posting, closing and exporting the journal of a seller, by its id. */
  journals: 7_117_408,
} as const

/** Waits for the lock, and holds it until the transaction ends. */
export async function lockExclusively(db: Database, what: keyof typeof LOCKS): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS[what]})`.execute(db)
}

/** Holds the lock until the transaction ends, unless another has it. @returns whether it is held. */
export async function tryLock(db: Database, what: keyof typeof LOCKS): Promise<boolean> {
  const { rows } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(${LOCKS[what]}) as mine`.execute(db)
  return firstOf(rows).mine
}

/** Locks one name of a kind. */
export async function lockByName(db: Database, kind: keyof typeof NAMED_LOCKS, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NAMED_LOCKS[kind]}::int4, hashtext(${name}))`.execute(db)
}
