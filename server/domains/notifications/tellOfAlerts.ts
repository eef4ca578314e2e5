import { sql } from 'kysely'
import { STAFF } from '#core/platform/loginTypes.ts'
import type { Context } from '#server/platform/context.ts'
import { tellUsers } from './tellUsers.ts'

interface AlertRow {
  alert_id: number
  device_id: number
  company_id: number
  level: string
  value: string | null
  opened_at: string
  closed_at: string | null
  label: string
  company: string
  is_fresh: boolean
}

const VENDORS = ['vendor', 'v_acct_mgr']
/** These are told, but nobody is woken by a mail about what can wait for the digest. */
const NOT_BY_MAIL = new Set(['mild'])

/** Tells of an alert to everybody who may see its device and wants to hear of it. */
export async function tellOfAlert(context: Context, { alert_id }: { alert_id: number }): Promise<void> {
  const alert = await findAlert(context, alert_id)
  if (!alert) return
  await tellUsers(context, await usersToTell(context, alert), {
    cause: `alert:${alert_id}`,
    told: 'alert_opened',
    params: paramsOf(alert),
    object_ref: 'device',
    object_id: alert.device_id,
    at: new Date(alert.opened_at),
    mails: alert.is_fresh && !NOT_BY_MAIL.has(alert.level),
  })
}

/** Whoever was told that it opened is told that it is over; that is worth no mail. */
export async function tellOfClosedAlert(context: Context, { alert_id }: { alert_id: number }): Promise<void> {
  const alert = await findAlert(context, alert_id)
  if (!alert) return
  const { rows } = await sql<{ user_id: number }>`
    select user_id from user_notifications where cause = ${`alert:${alert_id}`}`.execute(context.db)
  const users = rows.map(({ user_id }) => user_id)
  await tellUsers(context, users, {
    cause: `alert:${alert_id}:closed`,
    told: 'alert_closed',
    params: paramsOf(alert),
    object_ref: 'device',
    object_id: alert.device_id,
    at: new Date(alert.closed_at ?? context.now),
    mails: false,
  })
}

const paramsOf = ({ level, value, label, company }: AlertRow) => ({ level, value, device: label, company })

async function findAlert({ db }: Context, alert_id: number): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    select a.alert_id, a.device_id, a.company_id, a.level, a.value, a.opened_at, a.closed_at, d.label, c.company,
      a.opened_at > now() - interval '1 day' as is_fresh
    from alerts a join devices d using (device_id) join companies c on c.company_id = a.company_id
    where a.alert_id = ${alert_id}`.execute(db)
  return rows[0]
}

/**
 * The users of whom one account sees the device: its company lies within the account's reach, its permissions let it
 * read devices, and a limit to devices or tags includes it. A device filter narrows that by words of the device's
 * label, number, company and tags. Low batteries are told to who asks for them. Staff, who see every company, are
 * told when they chose a way to be told, or a filter.
 */
async function usersToTell({ db }: Context, { device_id, company_id, level }: AlertRow): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with recursive above as (
      select company_id, parent_id from companies where company_id = ${company_id}
      union select c.company_id, c.parent_id from companies c join above a on c.company_id = a.parent_id),
    names as (
      select lower(concat_ws(' ', d.label, d.public_id, c.company)) as name
      from devices d left join companies c on c.company_id = ${company_id} where d.device_id = ${device_id}
      union all
      select lower(t.tag) from device_tags dt join tags t using (tag_id) where dt.device_id = ${device_id})
    select distinct u.user_id
    from accounts a join users u using (user_id) left join people p using (people_id)
    where u.status = 1
      and (a.login_type_id = any(${[...STAFF]})
          and (p.notification_method <> 'none' or coalesce(p.device_filter, '') <> '')
        or a.login_type_id = any(${VENDORS}) and a.company_id = ${company_id}
        or a.login_type_id <> all(${[...STAFF, ...VENDORS]}) and a.company_id in (select company_id from above))
      and (a.limit_devices = '{}' and a.limit_tags = '{}' or ${device_id} = any(a.limit_devices)
        or exists (select from device_tags t where t.device_id = ${device_id} and t.tag_id = any(a.limit_tags)))
      and (${level} <> 'battery_low' or p.battery_notify = 1)
      and (coalesce(p.device_filter, '') = '' or exists (
        select from regexp_split_to_table(lower(p.device_filter), '\\s*[,|]\\s*') as word, names
        where word <> '' and position(word in names.name) > 0))
      and 'devices.read' = any(permissions_of(a))`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
