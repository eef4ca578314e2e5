import { type RawBuilder, sql } from 'kysely'

/** The companies to which a truck may deliver: its own and all below it. */
export const servedBy = (truck: string): RawBuilder<number[]> => sql`array(
  with recursive reach as (
    select ${sql.ref(`${truck}.company_id`)} union
    select c.company_id from companies c join reach r on c.parent_id = r.company_id)
  select company_id from reach)`
