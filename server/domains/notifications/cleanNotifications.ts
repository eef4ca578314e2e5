import { sql } from 'kysely'
import { cleaningTask } from '#server/platform/schedule.ts'

/** What somebody was told half a year ago. */
export const cleanNotifications = cleaningTask('notifications', [
  sql`delete from user_notifications where created_at < now() - interval '180 days'`,
])
