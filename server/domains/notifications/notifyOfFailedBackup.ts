import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Events } from '#server/platform/events.ts'
import { notifyUsers } from './notifyUsers.ts'

/** Administrators and developers hear that there is no backup of this day: once a day, also by mail. */
export async function notifyOfFailedBackup(
  context: Context,
  { reason, at }: Events['backup.failed'],
): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from accounts where login_type_id in ('administrator', 'developer')`.execute(
    context.db,
  )
  await notifyUsers(
    context,
    rows.map(({ user_id }) => user_id),
    {
      cause: `backup_failed:${at.slice(0, 10)}`,
      told: 'backup_failed',
      params: { reason },
      at: new Date(at),
      mails: true,
    },
  )
}
