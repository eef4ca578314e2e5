import { type RawBuilder, sql } from 'kysely'
import { placeName } from '#core/domains/devices/placeName.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { silentHours } from '#server/domains/devices/measuredLevel.ts'
import type { Context } from '#server/platform/context.ts'
import { alertReceivers, idsIn, type Receiver } from './alertReceivers.ts'
import { type NotificationInput, notifyUsersOfMany } from './notifyUsers.ts'
import { beginDuty, type Duty } from './onCall.ts'

type Named = Pick<AlertRow, 'alert_id'>

interface AlertRow {
  alert_id: number
  device_id: number
  company_id: number
  level: string
  value: string | null
  level_source: string | null
  silent_hours: number | null
  /** When it opened, or last woke. */
  since: string
  closed_at: string | null
  /** Causes of its notifications, as `CAUSES` lists them; the last one is current. */
  causes: string[]
  label: string | null
  public_id: string
  product: string | null
  company: string
  is_fresh: boolean
  product_group: string | null
  became_urgent: boolean
}

/** Sent also in quiet hours. */
export const URGENT: ReadonlySet<string> = new Set(['urgent', 'sudden_loss', 'unexplained_loss', 'overfill'])

/** Levels that are shown only in the product and can wait for the digest. */
const LEVELS_WITHOUT_MAIL = new Set(['mild'])

/** The causes of the notifications of an alert `a`: that it opened, and each end of a snooze. */
export const CAUSES: RawBuilder<string[]> = sql`array(
  select concat_ws(':', 'alert', a.alert_id, nullif(woken, 0)) from generate_series(0, (
    select count(*) from alert_events e where e.alert_id = a.alert_id and e.event = 'woken')) as woken order by woken)`

/** Notifies users of alerts that opened or woke, whose devices they may see, if they want alerts. */
export async function notifyOfAlerts(context: Context, opened: readonly Named[]): Promise<void> {
  const alerts = await findAlerts(context, opened)
  const readers = await alertReceivers(context, alerts)
  const urgent = alerts.filter(({ is_fresh, level }) => is_fresh && URGENT.has(level))
  const duties = await beginDuty(context, urgent)
  await notifyUsersOfMany(
    context,
    alerts.map((alert) => ({
      ...openedNotice(alert),
      ...receiversIn(readers.get(alert.alert_id) ?? [], duties.get(alert.alert_id)),
    })),
  )
}

/** The notification of an open alert, without its receivers. */
export async function noticeOf(context: Context, alert_id: number): Promise<NotificationInput> {
  return openedNotice(firstOf(await findAlerts(context, [{ alert_id }])))
}

function openedNotice(alert: AlertRow): NotificationInput {
  return {
    ...newsOf(alert),
    cause: itemAt(alert.causes, alert.causes.length - 1),
    kind: 'alert_opened',
    at: new Date(alert.since),
    mails: alert.is_fresh && !LEVELS_WITHOUT_MAIL.has(alert.level),
    isUrgent: URGENT.has(alert.level),
    mustReach: alert.level === 'unexplained_loss' && alert.product_group === LIQUEFIED_GAS,
  }
}

/**
 * Receivers of a notification, and users who chose for its device whether it is sent to them. It is sent to users on
 * call in any case; others of the plan wait for their turn.
 */
function receiversIn(receivers: readonly Receiver[], { first, waiting }: Duty = { first: [], waiting: [] }) {
  const chosen = (by_mail: boolean) => idsIn(receivers.filter((receiver) => receiver.by_mail === by_mail))
  return {
    users: [...new Set([...idsIn(receivers), ...first])],
    mailed: [...first, ...chosen(true).filter((user_id) => !waiting.includes(user_id))],
    unmailed: [...waiting, ...chosen(false)],
  }
}

/** Notifies receivers of an opened alert that it has closed, without a mail. */
export async function notifyOfClosedAlerts(context: Context, closed: readonly Named[]): Promise<void> {
  const alerts = await findAlerts(context, closed)
  const { rows } = await sql<{ cause: string; user_id: number }>`
    select cause, user_id from user_notifications
    where cause = any(${alerts.flatMap(({ causes }) => causes)}::text[])`.execute(context.db)
  const readers = groupBy(rows, ({ cause }) => cause)
  const readersOf = ({ causes }: AlertRow) => causes.flatMap((cause) => readers.get(cause) ?? [])
  await notifyUsersOfMany(
    context,
    alerts.map((alert) => ({
      ...closedNews(alert),
      users: [...new Set(readersOf(alert).map(({ user_id }) => user_id))],
      cause: `alert:${alert.alert_id}:closed`,
      kind: 'alert_closed',
      at: new Date(alert.closed_at ?? context.now),
      mails: false,
    })),
  )
}

/** A mild alert that an urgent one replaced is not resolved. */
function closedNews(alert: AlertRow) {
  const news = newsOf(alert)
  return alert.became_urgent ? { ...news, params: { ...news.params, became: 'urgent' } } : news
}

/** Parameters of the texts about alerts, by alert id. */
export async function readAlertNews(context: Context, ids: readonly number[]) {
  const alerts = await findAlerts(
    context,
    ids.map((alert_id) => ({ alert_id })),
  )
  return new Map(alerts.map((alert) => [alert.alert_id, newsOf(alert).params]))
}

const newsOf = ({
  device_id,
  level,
  value,
  level_source,
  silent_hours,
  label,
  public_id,
  product,
  company,
}: AlertRow) => ({
  params: {
    level,
    value,
    level_source,
    silent_hours,
    company,
    device: placeName({ label, public_id, products: [product] }),
  },
  object_ref: 'device' as const,
  object_id: device_id,
})

async function findAlerts({ db }: Context, named: readonly Named[]): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select a.alert_id, a.device_id, a.company_id, a.level, a.value, a.level_source, ${silentHours(sql`since`)} as silent_hours,
      since, a.closed_at, ${CAUSES} as causes, device_label(d) as label, d.public_id, pr.product_name as product, c.company,
      since > now() - interval '1 day' as is_fresh, pr.product_group,
      a.level = 'mild' and exists (select from alerts u where u.device_id = a.device_id and u.level = 'urgent'
        and u.port_number is not distinct from a.port_number and u.opened_at <= a.closed_at
        and (u.closed_at is null or u.closed_at > a.closed_at)) as became_urgent
    from alerts a join devices d using (device_id) join companies c on c.company_id = a.company_id
      cross join lateral (select coalesce(max(e.at), a.opened_at) as since from alert_events e
        where e.alert_id = a.alert_id and e.event = 'woken') lately
      left join device_ports p on p.device_id = a.device_id and p.port_number = a.port_number
      left join tank_products pr using (product_id)
      left join port_states s on s.device_id = a.device_id and s.port_number = a.port_number
    where a.alert_id = any(${named.map(({ alert_id }) => alert_id)}::int8[]) order by a.alert_id`.execute(db)
  return rows
}
