import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/** Whether no other user has that name, ignoring case; `user_id` may keep it. */
export async function isUsernameFree({ db }: Context, username: string, user_id = 0): Promise<boolean> {
  const { rows } = await sql`
    select from users where lower(username) = lower(${username}) and user_id <> ${user_id}`.execute(db)
  return rows.length === 0
}
