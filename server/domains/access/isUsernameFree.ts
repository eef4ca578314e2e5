import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/** Whether nobody else signs in by that name, in capitals or not; `user_id` is who may keep it. */
export async function isUsernameFree({ db }: Context, username: string, user_id = 0): Promise<boolean> {
  const { rows } = await sql`
    select from users where lower(username) = lower(${username}) and user_id <> ${user_id}`.execute(db)
  return rows.length === 0
}
