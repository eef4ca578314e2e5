import { sql } from 'kysely'
import { alerts } from '#core/domains/alerts/alerts.ts'
import type { listAlertNotices as definition } from '#core/domains/notifications/channelCalls.ts'
import { webhooks } from '#core/domains/notifications/webhooks.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { Context } from '#server/platform/context.ts'
import { fullNameSql } from '#server/resources/names/fullNameSql.ts'
import { visibleIfRead } from '#server/resources/rights/visible.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { isKnown } from '../listAlertReaders.ts'
import { CAUSES } from '../notifyOfAlerts.ts'

type Answer = ResponseOf<typeof definition>
type Notice = Answer['alert_notices'][number]

/**
 * Messages sent about an alert, oldest first. Receivers out of the actor's sight are only counted.
 * @throws Refusal 404 for an alert out of reach
 */
export async function listAlertNotices(context: Context, alert_id: number): Promise<Answer> {
  await requireVisible(context, alerts, alert_id)
  const { db, actor } = context
  const { rows } = await sql<Notice & { is_seen: boolean }>`
    select ${fullNameSql('people')} as name, c.company as company_title, n.channel,
      coalesce(m.state, n.send_state) as state, coalesce(m.sent_at, n.sent_at, n.created_at) as at,
      nullif(concat_ws('; ', n.send_error, case when m.state <> 'sent' then m.error end), '') as error,
      ${isKnown(actor)} as is_seen
    from user_notifications n join users u using (user_id) join people using (people_id)
      join companies c on c.company_id = people.company_id left join mails m using (mail_id)
    where n.cause = any((select ${CAUSES} from alerts a where a.alert_id = ${alert_id})::text[]) and n.channel is not null
    union all
    select webhooks.name, c.company, webhooks.format, d.state, coalesce(d.tried_at, d.created_at), d.last_error,
      ${visibleIfRead(actor, webhooks)}
    from webhook_deliveries d join webhooks using (webhook_id) join companies c on c.company_id = webhooks.company_id
    where d.resource = 'alerts' and d.record_id = ${alert_id} and d.event_type = 'alert.opened'
      and webhooks.format <> 'standard'
    order by at, name`.execute(db)
  const seen = rows.filter(({ is_seen }) => is_seen)
  return { alert_notices: seen.map(({ is_seen: _, ...notice }) => notice), others: rows.length - seen.length }
}
