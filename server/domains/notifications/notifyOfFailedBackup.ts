import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Events } from '#server/platform/jobs/events.ts'
import { notifyUsers } from './notifyUsers.ts'

/** Notifies administrators and developers, also by mail, once a day while there is no backup of the day. */
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
      kind: 'backup_failed',
      params: { reason },
      at: new Date(at),
      mails: true,
    },
  )
}
