import { sql } from 'kysely'
import { cleaningTask } from '#server/platform/jobs/schedule.ts'

/** Deletes notifications after half a year. */
export const cleanNotifications = cleaningTask('notifications', [
  sql`delete from user_notifications where created_at < now() - interval '180 days'`,
])
