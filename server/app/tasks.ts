import type pg from 'pg'
import { cleanAccess } from '#server/domains/access/sessions/endSessions.ts'
import { wakeSnoozedAlerts } from '#server/domains/alerts/changeAlert.ts'
import { findSilentDevices } from '#server/domains/alerts/findSilentDevices.ts'
import { judgeDailyUse } from '#server/domains/alerts/judgeDailyUse.ts'
import { failUnansweredCommands } from '#server/domains/devices/queueCommand.ts'
import { renewAllTimeZones } from '#server/domains/devices/renewTimeZones.ts'
import { runProposals } from '#server/domains/dispatch/proposals/runProposals.ts'
import { postJournal } from '#server/domains/finance/journal/postJournal.ts'
import { cleanMails, type Mailer } from '#server/domains/mail/sendWaitingMails.ts'
import { sendMessages } from '#server/domains/notifications/channels/sendMessages.ts'
import type { SmsProvider } from '#server/domains/notifications/channels/smsProvider.ts'
import { mailDigests } from '#server/domains/notifications/mailDigests.ts'
import { mailNotifications } from '#server/domains/notifications/mailNotifications.ts'
import { cleanNotifications } from '#server/domains/notifications/ownNotifications.ts'
import {
  cleanWebhookDeliveries,
  sendDeliveries,
} from '#server/domains/notifications/webhooks/sendDeliveries.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import { closeDoneRounds } from '#server/domains/shipments/driver/closeRound.ts'
import { renewExpectedArrivals } from '#server/domains/shipments/driver/updateExpectedArrivals.ts'
import { compareDeliveries } from '#server/domains/shipments/matching/compareDeliveries.ts'
import { forecastWhatIsDue } from '#server/domains/telemetry/forecasts/forecastRunOut.ts'
import { renewForecastWidths } from '#server/domains/telemetry/forecasts/forecastWidths.ts'
import { cleanForecastRecords } from '#server/domains/telemetry/forecasts/recordForecasts.ts'
import { reviewForecasts } from '#server/domains/telemetry/forecasts/reviewForecasts.ts'
import { scoreDueForecasts } from '#server/domains/telemetry/forecasts/scoreDueForecasts.ts'
import { gatherDeviceDays } from '#server/domains/telemetry/history/gatherDeviceDays.ts'
import {
  dropOldPartitions,
  ensureComingPartitions,
  type Retention,
} from '#server/domains/telemetry/intake/partitions.ts'
import { estimateSilentTanks } from '#server/domains/telemetry/levels/estimateLevels.ts'
import { recomputeDueHistories } from '#server/domains/telemetry/levels/recomputeHistory.ts'
import { cleanImports } from '#server/domains/tools/imports/importLog.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import { fetchWeather } from '#server/domains/weather/fetchWeather.ts'
import type { Database } from '#server/platform/database/database.ts'
import { cleanIdempotencyKeys } from '#server/platform/http/idempotency.ts'
import type { Task } from '#server/platform/jobs/schedule.ts'
import { cleanUndo } from '#server/resources/undo/undo.ts'

const HOUR = 3600

interface Outgoing {
  mailer: Mailer | undefined
  sms: SmsProvider | undefined
}

const forecastTasks: readonly Task[] = [
  { name: 'forecasts', everySeconds: 60, run: forecastWhatIsDue },
  { name: 'scores of forecasts', everySeconds: 600, run: scoreDueForecasts },
  { name: 'widths of forecasts', everySeconds: 3600, run: renewForecastWidths },
  { name: 'review of forecasts', everySeconds: 3600, run: reviewForecasts },
]

const cleaningTasks: readonly Task[] = [
  cleanAccess,
  cleanForecastRecords,
  cleanIdempotencyKeys,
  cleanImports,
  cleanMails,
  cleanNotifications,
  cleanUndo,
  cleanWebhookDeliveries,
]

/** Scheduled tasks. */
export function scheduledTasks(pool: pg.Pool, { mailer, sms }: Outgoing, travel: TravelTimes): Task[] {
  return [
    { name: 'silent devices', everySeconds: 5, run: findSilentDevices },
    { name: 'snoozed alerts', everySeconds: 30, run: wakeSnoozedAlerts },
    ...(mailer ? [{ name: 'mails', everySeconds: 5, run: mailer.sendWaiting }] : []),
    { name: 'webhooks', everySeconds: 1, run: sendDeliveries },
    { name: 'messages', everySeconds: 1, run: (context) => sendMessages(context, sms) },
    { name: 'notification mails', everySeconds: 15, run: mailNotifications },
    { name: 'daily digests', everySeconds: 60, run: mailDigests },
    { name: 'time zones of devices', everySeconds: 60, run: renewAllTimeZones },
    ...forecastTasks,
    { name: 'comparison of deliveries', everySeconds: 300, run: compareDeliveries },
    { name: 'journal', everySeconds: 5, run: postJournal },
    { name: 'expected arrivals', everySeconds: 60, run: renewExpectedArrivals(travel) },
    { name: 'done rounds', everySeconds: 60, run: closeDoneRounds },
    { name: 'proposed rounds', everySeconds: 2, run: runProposals(travel) },
    { name: 'daily use', everySeconds: 600, run: judgeDailyUse },
    { name: 'weather', everySeconds: 600, run: fetchWeather },
    { name: 'temperatures of devices', everySeconds: 1800, run: gatherDeviceDays },
    { name: 'estimated levels', everySeconds: 30, run: estimateSilentTanks },
    {
      name: 'recomputed histories',
      everySeconds: 3,
      run: ({ db, now, signal }) => recomputeDueHistories(pool, db, now, signal),
    },
    { name: 'unanswered commands', everySeconds: HOUR, run: failUnansweredCommands },
    {
      name: 'partitions',
      everySeconds: HOUR,
      run: async ({ now, db }) => {
        const periods = await retention(db)
        await dropOldPartitions(pool, now.getTime(), periods)
        await ensureComingPartitions(pool, now.getTime(), periods.rawMonths)
      },
    },
    ...cleaningTasks,
  ]
}

/** Roll-ups of days are stored forever. */
async function retention(db: Database): Promise<Retention> {
  const { retention_raw_months, retention_hourly_years } = await readSettings(db)
  return { rawMonths: retention_raw_months, hourlyYears: retention_hourly_years }
}
