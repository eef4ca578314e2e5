import { sql } from 'kysely'
import type { setAlertReader as definition } from '#core/domains/notifications/calls.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notFound, notPermitted } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'
import { alertReceivers, usersWhoSee } from './alertReceivers.ts'
import { isKnown, mayChoose, readOwner } from './listAlertReaders.ts'

type Input = ReceivedBy<typeof definition>
type Method = 'none' | 'product' | 'email'

/**
 * Sets how a person receives the alerts of a device: also by mail or only in the product, and from which level on.
 * @throws Refusal 404 for a device or a person out of reach, 405 for others than oneself without the right to change
 * the device, 422 for a person who may not see the device
 */
export async function setAlertReader(
  context: Context,
  { params: { device_id, people_id }, body: { by_mail, from_level } }: Pick<Input, 'params' | 'body'>,
): Promise<void> {
  const device = await readOwner(context, device_id)
  const users = await usersOf(context, people_id)
  const seeing = new Set(await usersWhoSee(context, device))
  if (!users.some((user_id) => seeing.has(user_id)))
    throw invalid([{ field: 'people_id', rule: 'reader_sees_device' }])
  await choose(context, { device_id, people_id }, by_mail ? 'email' : 'product', from_level)
}

/** Stops sending a person the alerts of a device. @throws Refusal 404, 405 as `setAlertReader` does */
export async function removeAlertReader(
  context: Context,
  { device_id, people_id }: Input['params'],
): Promise<void> {
  const device = await readOwner(context, device_id)
  const users = await usersOf(context, people_id)
  const { rows } = await sql`delete from alert_receivers
    where device_id = ${device_id} and people_id = ${people_id} and method <> 'none' returning 1`.execute(
    context.db,
  )
  const receivers = await alertReceivers(context, [{ ...device, alert_id: 0, level: 'urgent' }])
  // Users who receive the alerts of every device get these too, unless a choice for this device says otherwise.
  const isReceiver = (receivers.get(0) ?? []).some(({ user_id }) => users.includes(user_id))
  if (isReceiver) await choose(context, { device_id, people_id }, 'none', 'mild')
  else if (rows.length > 0) await storeChoice(context, { device_id, people_id }, 'none')
}

async function choose(
  context: Context,
  { device_id, people_id }: Input['params'],
  method: Method,
  from_level: string,
): Promise<void> {
  const { rows } = await sql`
    insert into alert_receivers as r (device_id, people_id, method, from_level)
    values (${device_id}, ${people_id}, ${method}, ${from_level})
    on conflict (device_id, people_id) do update set method = excluded.method, from_level = excluded.from_level
      where (r.method, r.from_level) is distinct from (excluded.method, excluded.from_level)
    returning 1`.execute(context.db)
  if (rows.length > 0) await storeChoice(context, { device_id, people_id }, method)
}

async function storeChoice(
  context: Context,
  { device_id, people_id }: Input['params'],
  method: Method,
): Promise<void> {
  const isReceiver = method !== 'none'
  if (method !== 'email')
    await sql`update user_notifications set send_state = 'dropped', mail_due = false
      where user_id in (select user_id from users where people_id = ${people_id}) and told = 'alert_opened'
        and object_id = ${device_id} and send_state = 'waiting' and handed_over_at is null`.execute(
      context.db,
    )
  await audit(context, 'devices', device_id, isReceiver ? 'add_reader' : 'remove_reader', [
    { field: 'people_id', before: isReceiver ? null : people_id, after: isReceiver ? people_id : null },
  ])
}

/** The users of a person, if the actor may choose for them. @throws Refusal 404, 405 */
async function usersOf(context: Context, people_id: number): Promise<number[]> {
  const { db, actor } = context
  const { rows } = await sql<{ users: number[] }>`
    select array(select user_id from users u where u.people_id = people.people_id and u.status = 1) as users
    from people where people.people_id = ${people_id} and ${isKnown(actor)}`.execute(db)
  if (!rows[0]) throw notFound('people_id')
  if (!mayChoose(actor, people_id)) throw notPermitted()
  return rows[0].users
}
