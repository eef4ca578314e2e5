import { sql } from 'kysely'
import office from '#facts/office.json' with { type: 'json' }
import type { Database } from '#server/platform/database.ts'
import { type Events, emit } from '#server/platform/events.ts'
import { demoUsername } from './facts.ts'
import type { PastAlert } from './gatherHistory.ts'
import { seededRandom } from './seededRandom.ts'

const HOUR = 3_600_000
interface AlertRow extends PastAlert {
  status: string
  acknowledged_at: number | null
  note: string | null
}

/** Writes the alerts of the last weeks, and those that are open since some time; the dispatcher has seen some of them. */
export async function insertAlerts(db: Database, alerts: readonly PastAlert[], now: number): Promise<void> {
  const who = db.selectFrom('users').select('user_id').where('username', '=', demoUsername('dispatcher'))
  const userId = (await who.executeTakeFirst())?.user_id ?? null
  const random = seededRandom(4711)
  const inOrder = [...alerts].sort((a, b) => a.opened_at - b.opened_at || a.device_id - b.device_id)
  const rows = inOrder.map((alert): AlertRow => {
    // A sudden loss ends when somebody has seen it, so that an open one was not.
    const isUnseen = alert.closed_at === null && alert.level === 'sudden_loss'
    const seen = random.next() < (alert.closed_at === null ? 0.2 : 0.45) && !isUnseen
    const after = alert.opened_at + random.between(0.1, 5) * HOUR
    const isSeen = seen && userId !== null && after < (alert.closed_at ?? now)
    return {
      ...alert,
      status: alert.closed_at !== null ? 'closed' : isSeen ? 'acknowledged' : 'open',
      acknowledged_at: isSeen ? after : null,
      note: isSeen ? random.pick(office.alertNotes) : null,
    }
  })
  const quiet = rows.find(({ status, level }) => status === 'open' && level === 'battery_low')
  if (quiet) {
    const snooze = { snoozed_until: now + 3 * 24 * HOUR, snooze_reason: 'A new battery is ordered' }
    Object.assign(quiet, { status: 'snoozed', ...snooze })
  }
  // Times come as epoch milliseconds.
  const { rows: opened } = await sql<Events['alert.opened']>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (device_id int8, company_id int8,
        port_number int4, level text, value numeric(14, 3), opened_at float8, closed_at float8, status text,
        acknowledged_at float8, note text, snoozed_until float8, snooze_reason text)),
    inserted as (
      insert into alerts (device_id, company_id, port_number, level, status, value, opened_at, closed_at,
        acknowledged_at, acknowledged_by, note, snoozed_until, snooze_reason, created_at, updated_at)
      select device_id, company_id, port_number, level, status, value, to_timestamp(opened_at / 1000),
        to_timestamp(closed_at / 1000), to_timestamp(acknowledged_at / 1000),
        case when acknowledged_at is not null then ${userId}::int8 end, note, to_timestamp(snoozed_until / 1000),
        snooze_reason, to_timestamp(opened_at / 1000),
        to_timestamp(greatest(opened_at, closed_at, acknowledged_at) / 1000)
      from given order by opened_at
      on conflict do nothing
      returning *),
    lives as (
      insert into alert_events (alert_id, at, event, user_id, note)
      select alert_id, at, event, user_id, note from (
        select alert_id, opened_at as at, 'opened' as event, null::int8 as user_id, null::text as note from inserted
        union all
        select alert_id, acknowledged_at, 'acknowledged', acknowledged_by, note from inserted
        where acknowledged_at is not null
        union all
        select alert_id, now(), 'snoozed', ${userId}::int8, snooze_reason from inserted where status = 'snoozed'
        union all
        select alert_id, closed_at, 'closed', null, null from inserted where closed_at is not null) life
      order by at)
    select alert_id, device_id, level from inserted where status <> 'closed'`.execute(db)
  await emit({ db }, 'alert.opened', opened)
}
