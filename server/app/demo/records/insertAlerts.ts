import { lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import notes from '#facts/alertNotes.json' with { type: 'json' }
import type { Database } from '#server/platform/database/database.ts'
import { emit } from '#server/platform/jobs/events.ts'
import { demoUsername } from '../facts.ts'
import type { PastAlert } from '../gatherHistory.ts'
import { seededRandom } from '../seededRandom.ts'
import { insertRows, readIds } from './insertRows.ts'

const HOUR = 3_600_000
/** A sudden loss ends when a person has acknowledged it. */
const LOSS_SEEN_AFTER = 48 * HOUR

/** Writes the alerts of the last weeks, and those still open; the dispatcher has seen some of them. */
export async function insertAlerts(db: Database, alerts: readonly PastAlert[], now: number): Promise<void> {
  const user_id = (await readIds(db, 'users', 'user_id', 'username')).get(demoUsername('dispatcher')) ?? null
  const random = seededRandom(4711)
  const key = ({ device_id, port_number, level }: PastAlert) => `${device_id} ${port_number} ${level}`
  const sorted = alerts.toSorted((a, b) => a.from - b.from || a.device_id - b.device_id)
  // A tank has at most one open alert of a kind.
  const open = new Map(sorted.filter(({ until }) => until === null).map((alert) => [key(alert), alert]))
  const inOrder = sorted.filter((alert) => alert.until !== null || open.get(key(alert)) === alert)
  const quiet = inOrder.find(({ until, level }) => until === null && level === 'battery_low')
  const lives = inOrder.map((alert) => lifeOf(alert, { isQuiet: alert === quiet, user_id, random, now }))
  const rows = lives.map(({ row }) => row)
  const ids = await insertRows(db, 'alerts', rows)
  const alertEvents = lives.flatMap(({ events }, i) =>
    events.map((event) => ({ alert_id: itemAt(ids, i), ...event })),
  )
  await insertRows(
    db,
    'alert_events',
    alertEvents.toSorted((a, b) => Number(a.at) - Number(b.at)),
  )
  const opened = rows.map(({ status, device_id, level }, i) => ({
    alert_id: itemAt(ids, i),
    status,
    device_id,
    level,
  }))
  await emit(
    { db },
    'alert.opened',
    opened.filter(({ status }) => status !== 'closed'),
  )
}

interface Course {
  /** The dispatcher has snoozed it. */
  isQuiet: boolean
  /** The dispatcher. */
  user_id: number | null
  random: ReturnType<typeof seededRandom>
  now: number
}

/** An alert and its events: who has seen it, and whether it is over. */
function lifeOf(alert: PastAlert, { isQuiet, user_id, random, now }: Course) {
  const { from, value, ...owner } = alert
  const isLoss = owner.level === 'sudden_loss'
  const after = new Date(Math.min(from + random.between(0.1, 5) * HOUR, now))
  const isOver = isLoss ? from < now - LOSS_SEEN_AFTER : owner.until !== null
  const closed_at = isOver ? new Date(owner.until ?? after) : null
  const isSeen = isLoss
    ? isOver
    : random.next() < (isOver ? 0.45 : 0.2) && after < (closed_at ?? new Date(now))
  const note = isQuiet
    ? 'A new battery is ordered'
    : itemAt(notes, Math.floor(random.between(0, notes.length)))
  const opened_at = new Date(from)
  const events = [
    { at: opened_at, event: 'opened', user_id: null, note: null },
    ...(isQuiet ? [{ at: after, event: 'snoozed', user_id, note }] : []),
    ...(isSeen && !isQuiet ? [{ at: after, event: 'acknowledged', user_id, note }] : []),
    ...(closed_at ? [{ at: closed_at, event: 'closed', user_id: null, note: null }] : []),
  ]
  const seen = events.find(({ event }) => event === 'acknowledged')
  const { device_id, company_id, port_number, level } = owner
  const row = {
    ...{ device_id, company_id, port_number, level, value, opened_at, closed_at, created_at: opened_at },
    status: isOver ? 'closed' : isQuiet ? 'snoozed' : seen ? 'acknowledged' : 'open',
    ...{
      acknowledged_at: seen?.at ?? null,
      acknowledged_by: seen?.user_id ?? null,
      note: seen?.note ?? null,
    },
    ...{ snoozed_until: isQuiet ? new Date(now + 72 * HOUR) : null, snooze_reason: isQuiet ? note : null },
    updated_at: lastOf(events).at,
  }
  return { row, events }
}
