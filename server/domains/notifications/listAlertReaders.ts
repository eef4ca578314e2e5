import { type RawBuilder, sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type {
  listPossibleAlertReaders as candidates,
  listAlertReaders as definition,
} from '#core/domains/notifications/calls.ts'
import { people } from '#core/domains/people/people.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { fullNameSql } from '#server/resources/names/fullNameSql.ts'
import { visibleIfRead } from '#server/resources/rights/visible.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { alertReceivers, usersWhoSee } from './alertReceivers.ts'

type Answer = ResponseOf<typeof definition>
type Reader = Answer['alert_readers'][number]
type Candidate = ResponseOf<typeof candidates>['possible_alert_readers'][number]

/**
 * Users who receive the alerts of a device, by the rule that sends them; users with e-mail first. Users whom the actor
 * may not see are only counted.
 * @throws Refusal 404 for a device out of reach
 */
export async function listAlertReaders(context: Context, device_id: number): Promise<Answer> {
  const device = await readOwner(context, device_id)
  const { db, actor } = context
  const receivers = await alertReceivers(context, [{ ...device, alert_id: 0, level: 'urgent' }])
  const users = (receivers.get(0) ?? []).map(({ user_id }) => user_id)
  const { rows } = await sql<Omit<Reader, 'may_change'> & { is_seen: boolean }>`
    select people.people_id, ${fullNameSql('people')} as name, c.company as company_title,
      coalesce(r.method = 'email', people.notification_method <> 'none') as by_mail,
      coalesce(r.from_level, 'mild') as from_level, r.method is not null as is_chosen,
      people.battery_notify = 1 as hears_of_batteries, ${isKnown(actor)} as is_seen
    from users u join people using (people_id) join companies c on c.company_id = people.company_id
      left join alert_receivers r on r.device_id = ${device_id} and r.people_id = people.people_id
    where u.user_id = any(${users}) order by by_mail desc, name, people.people_id`.execute(db)
  const seen = rows.filter(({ is_seen }) => is_seen)
  return {
    alert_readers: seen.map(({ is_seen: _, ...reader }) => ({
      ...reader,
      may_change: mayChoose(actor, reader.people_id),
    })),
    others: users.length - seen.length,
  }
}

/**
 * People whom the actor may choose, who may see the device and do not receive its alerts.
 * @throws Refusal 404
 */
export async function listPossibleAlertReaders(context: Context, device_id: number): Promise<Candidate[]> {
  const device = await readOwner(context, device_id)
  const { db, actor } = context
  const receivers = await alertReceivers(context, [{ ...device, alert_id: 0, level: 'urgent' }])
  const receiving = new Set((receivers.get(0) ?? []).map(({ user_id }) => user_id))
  const users = (await usersWhoSee(context, device)).filter((user_id) => !receiving.has(user_id))
  const { rows } = await sql<Candidate>`
    select distinct people.people_id, ${fullNameSql('people')} as name, c.company as company_title
    from users u join people using (people_id) join companies c on c.company_id = people.company_id
    where u.user_id = any(${users}) and ${isKnown(actor)} order by name, people.people_id`.execute(db)
  return rows.filter(({ people_id }) => mayChoose(actor, people_id))
}

/** People choose for themselves; anyone who may change the device chooses for others too. */
export function mayChoose({ people_id: own, permissions, canSave }: Actor, people_id: number): boolean {
  return canSave && (people_id === own || permissions.has('devices.update'))
}

/** People whom the actor may see, and the actor. */
export function isKnown(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(people.people_id = ${actor.people_id} or ${visibleIfRead(actor, people)})`
}

/** The device with its owner, if the actor may see it. @throws Refusal 404 */
export async function readOwner(context: Context, device_id: number) {
  await requireVisible(context, devices, device_id)
  const { company_id } = await context.db
    .selectFrom('devices')
    .select('company_id')
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow()
  return { device_id, company_id }
}
