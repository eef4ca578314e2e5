import { sql } from 'kysely'
import { placeName } from '#core/domains/devices/placeName.ts'
import { LIQUEFIED_GAS } from '#core/domains/tanks/correctedGroups.ts'
import { groupBy } from '#core/platform/groupBy.ts'
import { STAFF, VENDORS } from '#core/platform/loginTypes.ts'
import { silentHours } from '#server/domains/devices/measuredLevel.ts'
import type { Context } from '#server/platform/context.ts'
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
  opened_at: string
  closed_at: string | null
  label: string | null
  public_id: string
  product: string | null
  company: string
  is_fresh: boolean
  product_group: string | null
}

/** Sent also in quiet hours. */
export const URGENT: ReadonlySet<string> = new Set(['urgent', 'sudden_loss', 'unexplained_loss', 'overfill'])

/** In the product only: these can wait for the digest. */
const NOT_BY_MAIL = new Set(['mild'])

/** Notifies users of alerts whose devices they may see, if they want alerts. */
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

/** The notification of an opened alert, without its receivers. */
export async function noticeOf(context: Context, alert_id: number): Promise<NotificationInput> {
  const [alert] = await findAlerts(context, [{ alert_id }])
  return openedNotice(alert!)
}

function openedNotice(alert: AlertRow): NotificationInput {
  return {
    ...newsOf(alert),
    cause: causeOf(alert),
    told: 'alert_opened',
    at: new Date(alert.opened_at),
    mails: alert.is_fresh && !NOT_BY_MAIL.has(alert.level),
    isUrgent: URGENT.has(alert.level),
    mustReach: alert.level === 'unexplained_loss' && alert.product_group === LIQUEFIED_GAS,
  }
}

/**
 * Receivers of a notification, with those who chose for its device whether it is sent to them. A user on call is sent it
 * anyway; others of the plan wait for their turn.
 */
function receiversIn(receivers: readonly Receiver[], { first, waiting }: Duty = { first: [], waiting: [] }) {
  const chosen = (by_mail: boolean) => idsIn(receivers.filter((one) => one.by_mail === by_mail))
  return {
    users: [...new Set([...idsIn(receivers), ...first])],
    mailed: [...first, ...chosen(true).filter((user_id) => !waiting.includes(user_id))],
    unmailed: [...waiting, ...chosen(false)],
  }
}

const idsIn = (receivers: readonly Receiver[]) => receivers.map(({ user_id }) => user_id)

/** Notifies receivers of an opened alert that it has closed, without a mail. */
export async function notifyOfClosedAlerts(context: Context, closed: readonly Named[]): Promise<void> {
  const alerts = await findAlerts(context, closed)
  const { rows } = await sql<{ cause: string; user_id: number }>`
    select cause, user_id from user_notifications where cause = any(${alerts.map(causeOf)}::text[])`.execute(
    context.db,
  )
  const readers = groupBy(rows, ({ cause }) => cause)
  await notifyUsersOfMany(
    context,
    alerts.map((alert) => ({
      ...newsOf(alert),
      users: (readers.get(causeOf(alert)) ?? []).map(({ user_id }) => user_id),
      cause: `${causeOf(alert)}:closed`,
      told: 'alert_closed',
      at: new Date(alert.closed_at ?? context.now),
      mails: false,
    })),
  )
}

/** What is said about alerts, by their ids. */
export async function readAlertNews(context: Context, ids: readonly number[]) {
  const alerts = await findAlerts(
    context,
    ids.map((alert_id) => ({ alert_id })),
  )
  return new Map(alerts.map((alert) => [alert.alert_id, newsOf(alert).params]))
}

const causeOf = ({ alert_id }: Named) => `alert:${alert_id}`

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
    select a.alert_id, a.device_id, a.company_id, a.level, a.value, a.level_source, ${silentHours(sql`a.opened_at`)} as silent_hours,
      a.opened_at, a.closed_at, device_label(d) as label, d.public_id, pr.product_name as product, c.company,
      a.opened_at > now() - interval '1 day' as is_fresh, pr.product_group
    from alerts a join devices d using (device_id) join companies c on c.company_id = a.company_id
      left join device_ports p on p.device_id = a.device_id and p.port_number = a.port_number
      left join tank_products pr using (product_id)
      left join port_states s on s.device_id = a.device_id and s.port_number = a.port_number
    where a.alert_id = any(${named.map(({ alert_id }) => alert_id)}::int8[]) order by a.alert_id`.execute(db)
  return rows
}

export type AlertKey = Pick<AlertRow, 'alert_id' | 'device_id' | 'company_id' | 'level'>

/** A receiver of an alert; `by_mail` if chosen for its device. */
interface Receiver {
  user_id: number
  by_mail: boolean | null
}

/**
 * Receivers by alert: users who may see its device (`readersOf`) and want its alerts. A choice for the device comes
 * first: none at all, or from a level on. Otherwise a device filter matches words in the device's label, number,
 * company and tags, and staff, who see every company, need a notification method or a filter. Low batteries go only
 * to users who want them. Reads accounts once for all alerts.
 */
export function alertReceivers(
  context: Pick<Context, 'db'>,
  alerts: readonly AlertKey[],
): Promise<Map<number, Receiver[]>> {
  return readersOf(context, alerts, true)
}

/** Users by alert who may see its device. */
export async function usersWhoSeeAlerts(
  context: Pick<Context, 'db'>,
  alerts: readonly AlertKey[],
): Promise<Map<number, number[]>> {
  const readers = await readersOf(context, alerts, false)
  return new Map([...readers].map(([alert_id, users]) => [alert_id, idsIn(users)]))
}

/** Users who may see a device, and so can be chosen as receivers. */
export async function usersWhoSee(
  context: Pick<Context, 'db'>,
  device: Pick<AlertRow, 'device_id' | 'company_id'>,
): Promise<number[]> {
  const readers = await readersOf(context, [{ ...device, alert_id: 0, level: 'urgent' }], false)
  return idsIn(readers.get(0) ?? [])
}

/**
 * Users by alert who see the device through one of their accounts: its company is in the account's reach, its
 * permissions include reading devices, and a limit to devices or tags includes it.
 * @param wanted limits them to users who want the alert
 */
async function readersOf(
  { db }: Pick<Context, 'db'>,
  alerts: readonly AlertKey[],
  wanted: boolean,
): Promise<Map<number, Receiver[]>> {
  if (alerts.length === 0) return new Map()
  const { rows } = await sql<{ alert_id: number } & Receiver>`
    with recursive keys as materialized (
      select a.*, tagged.tags, array[lower(concat_ws(' ', device_label(d), d.public_id, c.company))] || tagged.names as names
      from unnest(${alerts.map(({ alert_id }) => alert_id)}::int8[], ${alerts.map(({ device_id }) => device_id)}::int8[],
          ${alerts.map(({ company_id }) => company_id)}::int8[], ${alerts.map(({ level }) => level)}::text[])
          as a (alert_id, device_id, company_id, level)
        join devices d using (device_id) left join companies c on c.company_id = a.company_id
        cross join lateral (
          select coalesce(array_agg(tag_id), '{}') as tags, coalesce(array_agg(lower(t.tag::text)), '{}') as names
          from device_tags dt join tags t using (tag_id) where dt.device_id = a.device_id) tagged),
    above as (
      select company_id as below_id, company_id, parent_id from companies
      where company_id in (select company_id from keys)
      union select a.below_id, c.company_id, c.parent_id from companies c join above a on c.company_id = a.parent_id),
    reach as (
      select below_id, company_id, false as of_vendors from above
      union all select distinct company_id, company_id, true from keys),
    chosen as materialized (
      select * from alert_receivers where device_id in (select device_id from keys)),
    readers as materialized (
      select a.user_id, p.people_id, a.company_id as of_company, a.limit_devices, a.limit_tags, p.battery_notify,
        a.login_type_id = any(${[...STAFF]}) as is_staff, a.login_type_id = any(${[...VENDORS]}) as is_vendor,
        coalesce(p.notification_method <> 'none' or coalesce(p.device_filter, '') <> '', false) as wants_any,
        case when coalesce(p.device_filter, '') <> ''
          then regexp_split_to_array(lower(p.device_filter), '\\s*[,|]\\s*') end as words
      from accounts a join users u using (user_id) left join people p using (people_id)
      where u.status = 1
        and (a.login_type_id = any(${[...STAFF]})
            and (not ${wanted}::boolean or p.notification_method <> 'none' or coalesce(p.device_filter, '') <> ''
              or p.people_id in (select people_id from chosen))
          or a.login_type_id <> all(${[...STAFF]}) and a.company_id in (select company_id from above))
        and 'devices.read' = any(permissions_of(a))),
    reached as (
      select g.*, r.* from readers r join keys g on true where r.is_staff
      union all
      select g.*, r.* from readers r
        join reach on reach.company_id = r.of_company and reach.of_vendors = r.is_vendor
        join keys g on g.company_id = reach.below_id
      where not r.is_staff)
    select distinct alert_id, user_id, chosen.method = 'email' as by_mail
    from reached left join chosen using (device_id, people_id)
    where (limit_devices = '{}' and limit_tags = '{}' or device_id = any(limit_devices) or tags && limit_tags)
      and (not ${wanted}::boolean
        or (level <> 'battery_low' or battery_notify = 1)
          and case when chosen.method is not null
            then chosen.method <> 'none' and (level <> 'mild' or chosen.from_level = 'mild')
            else (wants_any or not is_staff) and (words is null or exists (
              select from unnest(words) as word, unnest(names) as name where word <> '' and position(word in name) > 0))
            end)`.execute(db)
  return groupBy(rows, ({ alert_id }) => alert_id)
}
