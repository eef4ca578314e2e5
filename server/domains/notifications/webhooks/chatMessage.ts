import type { Webhook } from '#core/domains/notifications/webhooks.ts'
import { actorOfAccount } from '#server/domains/access/sessions/actorOfSession.ts'
import type { Context } from '#server/platform/context.ts'
import { translate } from '#server/platform/translate.ts'
import { readAlertNews } from '../notifyOfAlerts.ts'
import { renderNotification } from '../renderNotification.ts'

type Chat = Exclude<Webhook['format'], 'standard'>

interface Subscribed {
  user_id: number
  company_id: number
  format: Webhook['format']
}

/** Messages in the format of a webhook: a chat shows alerts in the language and units of the webhook's user. */
export async function inFormat<M extends { event: string; id: number | null; payload: object }>(
  context: Context,
  { user_id, company_id, format }: Subscribed,
  messages: readonly M[],
): Promise<M[]> {
  if (format === 'standard') return [...messages]
  const account = await actorOfAccount(context.db, user_id, company_id)
  if (!account) return []
  const news = await readAlertNews(
    context,
    messages.flatMap(({ id }) => id ?? []),
  )
  return messages.flatMap((message) => {
    const params = news.get(message.id ?? 0)
    if (!params) return []
    const kind = message.event === 'alert.opened' ? 'alert_opened' : 'alert_closed'
    const text = renderNotification({ kind, params, subject: null, message: null }, account.actor)
    return [{ ...message, payload: chatPayload(format, text.subject, text.message) }]
  })
}

/** A test, as a chat shows it. */
export function chatTest(format: Chat, language: string): object {
  return chatPayload(
    format,
    translate(language, 'notification_texts.test.title'),
    translate(language, 'notification_texts.test.body'),
  )
}

/** The body of an incoming webhook: Slack's `text` in its mark-up, or an adaptive card of Teams. */
function chatPayload(format: Chat, title: string, text: string): object {
  if (format === 'slack') {
    const plain = (part: string) => part.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    return { text: `${plain(title)}\n${plain(text)}` }
  }
  const block = { type: 'TextBlock', wrap: true }
  const body = [
    { ...block, text: title, weight: 'Bolder' },
    { ...block, text },
  ]
  const content = { type: 'AdaptiveCard', version: '1.4', body }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  }
}
