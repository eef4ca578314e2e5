import { sql } from 'kysely'
import type pg from 'pg'
import { wakeSnoozedAlerts } from '#server/domains/alerts/changeAlert.ts'
import { findSilentDevices } from '#server/domains/alerts/findSilentDevices.ts'
import { failUnansweredCommands } from '#server/domains/devices/queueCommand.ts'
import { forecastRunOut } from '#server/domains/telemetry/forecastRunOut.ts'
import { dropOldPartitions, ensureComingPartitions } from '#server/domains/telemetry/partitions.ts'
import type { Task } from '#server/platform/schedule.ts'

/** Raw readings are kept 25 months, hours 10 years, days for ever; the settings may say otherwise. */
const RETENTION = { rawMonths: 25, hourlyYears: 10 }
const HOUR = 3600

/** What happens by the clock. */
export function scheduledTasks(pool: pg.Pool): Task[] {
  return [
    { name: 'silent devices', everySeconds: 15, run: findSilentDevices },
    { name: 'snoozed alerts', everySeconds: 30, run: wakeSnoozedAlerts },
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
        await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
        await sql`delete from login_attempts where at < now() - interval '90 days'`.execute(db)
        await sql`delete from sessions where expires_at < now() - interval '30 days'`.execute(db)
      },
    },
  ]
}

async function retention(db: Parameters<Task['run']>[0]['db']): Promise<typeof RETENTION> {
  const { rows } = await sql<{ value: Partial<typeof RETENTION> }>`
    select value from settings where setting_key = 'retention'`.execute(db)
  return { ...RETENTION, ...rows[0]?.value }
}
