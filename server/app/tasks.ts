import { sql } from 'kysely'
import type pg from 'pg'
import { wakeSnoozedAlerts } from '#server/domains/alerts/changeAlert.ts'
import { findSilentDevices } from '#server/domains/alerts/findSilentDevices.ts'
import { failUnansweredCommands } from '#server/domains/devices/queueCommand.ts'
import type { Mailer } from '#server/domains/mail/sendWaitingMails.ts'
import { mailDigests } from '#server/domains/notifications/mailDigests.ts'
import { mailNotifications } from '#server/domains/notifications/mailNotifications.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { forecastRunOut } from '#server/domains/telemetry/forecastRunOut.ts'
import {
  dropOldPartitions,
  ensureComingPartitions,
  type Retention,
} from '#server/domains/telemetry/partitions.ts'
import type { Database } from '#server/platform/database.ts'
import type { Task } from '#server/platform/schedule.ts'

const HOUR = 3600

/** What happens by the clock. */
export function scheduledTasks(pool: pg.Pool, mailer: Mailer | undefined): Task[] {
  return [
    { name: 'silent devices', everySeconds: 15, run: findSilentDevices },
    { name: 'snoozed alerts', everySeconds: 30, run: wakeSnoozedAlerts },
    ...(mailer ? [{ name: 'mails', everySeconds: 5, run: mailer.sendWaiting }] : []),
    { name: 'notification mails', everySeconds: 15, run: mailNotifications },
    { name: 'daily digests', everySeconds: 60, run: mailDigests },
    { name: 'forecasts', everySeconds: 60, run: forecastRunOut },
    { name: 'unanswered commands', everySeconds: HOUR, run: failUnansweredCommands },
    {
      name: 'partitions',
      everySeconds: HOUR,
      run: async ({ now, db }) => {
        await ensureComingPartitions(pool, now.getTime())
        await dropOldPartitions(pool, now.getTime(), await retention(db))
      },
    },
    {
      name: 'what has passed',
      everySeconds: HOUR,
      run: async ({ db }) => {
        await sql`delete from undo_entries where created_at < now() - interval '1 hour'`.execute(db)
        await sql`update data_import_logs set content = null, records = '[]', report = '[]'
          where updated_at < now() - interval '25 hours' and (content is not null or records <> '[]')`.execute(
          db,
        )
        await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
        await sql`delete from login_attempts where attempted_at < now() - interval '90 days'`.execute(db)
        await sql`delete from sign_in_challenges where expires_at < now()`.execute(db)
        await sql`delete from access_codes where expires_at < now()`.execute(db)
        await sql`delete from sign_ups where state = 'unconfirmed' and asked_at < now() - interval '24 hours'`.execute(
          db,
        )
        await sql`delete from access_requests where requested_at < now() - interval '1 hour'`.execute(db)
        await sql`delete from mails where created_at < now() - interval '90 days'`.execute(db)
        await sql`delete from letters where created_at < now() - interval '1 day'
          and not exists (select from mails where mails.letter_id = letters.letter_id)`.execute(db)
        await sql`delete from user_notifications where created_at < now() - interval '180 days'`.execute(db)
        await sql`delete from sessions where expires_at < now() - interval '30 days'`.execute(db)
      },
    },
  ]
}

/** Days are kept for ever. */
async function retention(db: Database): Promise<Retention> {
  const { retention_raw_months, retention_hourly_years } = await readSettings(db)
  return { rawMonths: retention_raw_months, hourlyYears: retention_hourly_years }
}
