import { sql } from 'kysely'
import { STAFF } from '#core/platform/loginTypes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Events } from '#server/platform/jobs/events.ts'
import { notifyUsers } from './notifyUsers.ts'

/** Notifies staff once a month of the accuracy of all forecasts, also by mail. */
export async function notifyOfForecasts(
  context: Context,
  { at, worst, ...figures }: Events['forecasts.reviewed'],
): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from accounts where login_type_id = any(${[...STAFF]}::text[])`.execute(
    context.db,
  )
  await notifyUsers(
    context,
    rows.map(({ user_id }) => user_id),
    {
      cause: `forecasts_reviewed:${figures.month}`,
      kind: 'forecasts_reviewed',
      params: { ...figures, worst: worst.join(', ') },
      at: new Date(at),
      mails: true,
    },
  )
}
