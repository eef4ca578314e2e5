import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/**
 * Holds devices until the transaction ends, in the order of their ids, as the intake does. Whoever writes the states of
 * several devices or ports does this first: two who came to them in different orders would wait for each other.
 */
export async function lockDevices({ db }: Context, ids: readonly number[]): Promise<void> {
  await sql`select from devices where device_id = any(${[...ids]}::int8[]) order by device_id for no key update`.execute(
    db,
  )
}
