import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { wakeSnoozedAlerts } from '#server/domains/alerts/changeAlert.ts'
import { findSilentDevices } from '#server/domains/alerts/findSilentDevices.ts'
import { failUnansweredCommands } from '#server/domains/devices/queueCommand.ts'
import { renewAllTimeZones } from '#server/domains/devices/renewTimeZones.ts'
import type { Mailer } from '#server/domains/mail/sendWaitingMails.ts'
import { mailDigests } from '#server/domains/notifications/mailDigests.ts'
import { mailNotifications } from '#server/domains/notifications/mailNotifications.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { estimateSilentTanks } from '#server/domains/telemetry/estimateLevels.ts'
import { forecastRunOut } from '#server/domains/telemetry/forecastRunOut.ts'
import {
  dropOldPartitions,
  ensureComingPartitions,
  type Retention,
} from '#server/domains/telemetry/partitions.ts'
import { recomputeSome } from '#server/domains/telemetry/recomputeHistory.ts'
import type { Database } from '#server/platform/database.ts'
import type { Task } from '#server/platform/schedule.ts'

const HOUR = 3600

/** What happens by the clock. */
export function scheduledTasks(pool: pg.Pool, mailer: Mailer | undefined): Task[] {
  return [
    { name: 'silent devices', everySeconds: 5, run: findSilentDevices },
    { name: 'snoozed alerts', everySeconds: 30, run: wakeSnoozedAlerts },
    ...(mailer ? [{ name: 'mails', everySeconds: 5, run: mailer.sendWaiting }] : []),
    { name: 'notification mails', everySeconds: 15, run: mailNotifications },
    { name: 'daily digests', everySeconds: 60, run: mailDigests },
    { name: 'time zones of devices', everySeconds: 60, run: renewAllTimeZones },
    { name: 'forecasts', everySeconds: 60, run: (context) => forecastRunOut(context) },
    { name: 'estimated levels', everySeconds: 30, run: estimateSilentTanks },
    {
      name: 'recomputed histories',
      everySeconds: 3,
      run: ({ db, now, signal }) => recomputeSome(pool, db, now, signal),
    },
    { name: 'unanswered commands', everySeconds: HOUR, run: failUnansweredCommands },
    {
      name: 'partitions',
      everySeconds: HOUR,
      run: async ({ now, db }) => {
        const kept = await retention(db)
        await dropOldPartitions(pool, now.getTime(), kept)
        await ensureComingPartitions(pool, now.getTime(), kept.rawMonths)
      },
    },
    {
      name: 'what has passed',
      everySeconds: HOUR,
      run: async ({ db }) => {
        const failures: unknown[] = []
        for (const statement of whatHasPassed()) {
          await statement.execute(db).catch((error: unknown) => failures.push(error))
        }
        if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be cleared`)
      },
    },
  ]
}

/** Each stands alone: one that fails keeps none of the others. */
function whatHasPassed(): RawBuilder<unknown>[] {
  return [
    sql`delete from undo_entries where created_at < now() - interval '1 hour'`,
    sql`update data_import_logs
          set preview_sealed = null, sheet_sealed = null, records = '[]', report = '[]'
          where updated_at < now() - interval '25 hours' and (sheet_sealed is not null or records <> '[]')`,
    sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`,
    sql`delete from login_attempts where attempted_at < now() - interval '90 days'`,
    sql`delete from sign_in_challenges where expires_at < now()`,
    sql`delete from access_codes where expires_at < now()`,
    sql`delete from sign_ups where state = 'unconfirmed' and asked_at < now() - interval '24 hours'`,
    sql`delete from access_requests where requested_at < now() - interval '1 hour'`,
    sql`delete from mails where created_at < now() - interval '90 days'`,
    sql`delete from letters where created_at < now() - interval '1 day'
          and not exists (select from mails where mails.letter_id = letters.letter_id)`,
    sql`delete from user_notifications where created_at < now() - interval '180 days'`,
    sql`delete from sessions where expires_at < now() - interval '30 days'`,
  ]
}

/** Days are kept for ever. */
async function retention(db: Database): Promise<Retention> {
  const { retention_raw_months, retention_hourly_years } = await readSettings(db)
  return { rawMonths: retention_raw_months, hourlyYears: retention_hourly_years }
}
