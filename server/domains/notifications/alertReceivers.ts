import { sql } from 'kysely'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { STAFF, VENDORS } from '#core/platform/loginTypes.ts'
import type { Context } from '#server/platform/context.ts'

export const idsIn = (receivers: readonly Receiver[]) => receivers.map(({ user_id }) => user_id)

export interface AlertKey {
  alert_id: number
  device_id: number
  company_id: number
  level: string
}

/** A receiver of an alert; `by_mail` if chosen for its device. */
export interface Receiver {
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

/** A recursive query `above`: the companies of alerts and all above them, by the company of the alert. */
export const companiesAbove = (alerts: readonly AlertKey[]) => sql`above as (
  select company_id as below_id, company_id, parent_id from companies
  where company_id = any(${alerts.map(({ company_id }) => company_id)}::int8[])
  union select a.below_id, c.company_id, c.parent_id from companies c join above a on c.company_id = a.parent_id)`

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
  device: Pick<AlertKey, 'device_id' | 'company_id'>,
): Promise<number[]> {
  const readers = await readersOf(context, [{ ...device, alert_id: 0, level: 'urgent' }], false)
  return idsIn(readers.get(0) ?? [])
}

/** Accounts that may read devices, with the alerts that their people want, as a common table expression `readers`. */
const readersWho = (wanted: boolean) => sql`readers as materialized (
      select a.user_id, p.people_id, a.company_id as of_company, a.limit_devices, a.limit_tags, p.battery_notify,
        a.login_type_id = any(${[...STAFF]}) as is_staff, a.login_type_id = any(${[...VENDORS]}) as is_vendor,
        coalesce(p.notification_method <> 'none' or coalesce(p.device_filter, '') <> '', false) as wants_any,
        case when coalesce(p.device_filter, '') <> ''
          then regexp_split_to_array(lower(p.device_filter), '\\s*[,|]\\s*') end as filters
      from accounts a join users u using (user_id) left join people p using (people_id)
      where u.status = 1
        and (a.login_type_id = any(${[...STAFF]})
            and (not ${wanted}::boolean or p.notification_method <> 'none' or coalesce(p.device_filter, '') <> ''
              or p.people_id in (select people_id from chosen))
          or a.login_type_id <> all(${[...STAFF]}) and a.company_id in (select company_id from above))
        and 'devices.read' = any(permissions_of(a)))`

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
        cross join lateral (select coalesce(array_agg(tag_id), '{}') as tags, coalesce(array_agg(lower(t.tag::text)), '{}') as names
          from device_tags dt join tags t using (tag_id) where dt.device_id = a.device_id) tagged),
    ${companiesAbove(alerts)},
    reach as (select below_id, company_id, false as of_vendors from above
      union all select distinct company_id, company_id, true from keys),
    chosen as materialized (
      select * from alert_receivers where device_id in (select device_id from keys)),
    ${readersWho(wanted)},
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
            else (wants_any or not is_staff) and (filters is null or exists (
              select from unnest(filters) as filter, unnest(names) as name where filter <> '' and position(filter in name) > 0))
            end)`.execute(db)
  return groupBy(rows, ({ alert_id }) => alert_id)
}
