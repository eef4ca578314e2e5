import { sql } from 'kysely'
import { devices } from '#core/domains/devices/devices.ts'
import type { listAlertReaders as definition } from '#core/domains/notifications/calls.ts'
import { people } from '#core/domains/people/people.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { fullNameSql } from '#server/resources/fullNameSql.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { mayRead, visible } from '#server/resources/visible.ts'
import { usersToTell } from './notifyOfAlerts.ts'

type Answer = AnswerOf<typeof definition>
type Reader = Answer['alert_readers'][number]

/**
 * Who hears of the alerts of a device, by the rule that sends them; those who get mails first. Whom the actor may not see is only
 * counted.
 * @throws Refusal 404 for a device out of reach
 */
export async function listAlertReaders(context: Context, device_id: number): Promise<Answer> {
  await requireVisible(context, devices, device_id)
  const { db, actor } = context
  const { company_id } = await db
    .selectFrom('devices')
    .select('company_id')
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow()
  const told = await usersToTell(context, [{ alert_id: 0, device_id, company_id, level: 'urgent' }])
  const users = told.get(0) ?? []
  const { rows } = await sql<Reader & { is_seen: boolean }>`
    select people.people_id, ${fullNameSql('people')} as name, c.company as company_title,
      people.notification_method in ('email', 'both') as by_mail, people.battery_notify = 1 as hears_of_batteries,
      ${mayRead(actor, people)} and ${visible(actor, people)} as is_seen
    from users u join people using (people_id) join companies c on c.company_id = people.company_id
    where u.user_id = any(${users}) order by by_mail desc, name, people.people_id`.execute(db)
  const seen = rows.filter(({ is_seen }) => is_seen)
  return {
    alert_readers: seen.map(({ is_seen: _, ...reader }) => reader),
    others: users.length - seen.length,
  }
}
