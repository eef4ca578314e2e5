import { z } from 'zod'
import { alerts } from '#core/domains/alerts/alerts.ts'
import { type Access, defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { may } from '#core/resources/may.ts'
import { CHANNELS, SEND_STATES } from './channels.ts'

const own: Access = { ...signedIn, onlyInPerson: true, whileReadOnly: true }

/** As `PushSubscription.toJSON()` of the browser writes it. */
const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+=*$/)
const Endpoint = () => z.url({ protocol: /^https?$/ }).max(1000)
const Subscription = () =>
  z.object({
    endpoint: Endpoint(),
    keys: z.object({ p256dh: base64url(100), auth: base64url(40) }),
  })

export const readOwnChannels = defineCall({
  method: 'GET',
  path: '/me/channels',
  access: signedIn,
  response: () =>
    z.object({
      channels: z.object({
        email: z.string().nullable().describe('Address that mails go to'),
        sms: z.string().nullable().describe('Number that text messages go to'),
        browsers: z.int().describe('Number of browsers that receive push messages'),
        is_mail_ready: z.boolean(),
        is_sms_ready: z.boolean(),
        push_key: z.string().describe('Public VAPID key for `PushManager.subscribe`'),
      }),
    }),
})

export const subscribeToPush = defineCall({
  method: 'PUT',
  path: '/me/push_subscription',
  access: own,
  body: Subscription,
  response: () => z.object(messageFields()),
})

export const unsubscribeFromPush = defineCall({
  method: 'DELETE',
  path: '/me/push_subscription',
  access: own,
  body: () => z.object({ endpoint: Endpoint() }),
  response: () => z.object(messageFields()),
})

export const testOwnChannel = defineCall({
  method: 'POST',
  path: '/me/channels/:channel/test',
  access: { ...own, whileReadOnly: true },
  params: () => z.object({ channel: z.enum(CHANNELS) }),
  response: () =>
    z.object({
      test: z.object({ error: z.string().nullable().describe('Why it was not delivered') }),
      ...messageFields(),
    }),
})

/** Messages sent about an alert, to people whom the caller may see and to chats of webhooks that the caller may read. */
export const listAlertNotices = defineCall({
  method: 'GET',
  path: '/alerts/:alert_id/notices',
  access: may(alerts, 'read'),
  params: () => z.object({ alert_id: Id }),
  response: () =>
    z.object({
      alert_notices: z.array(
        z.object({
          name: z.string().describe('A person, or the name of a chat'),
          company_title: z.string(),
          channel: z.enum([...CHANNELS, 'slack', 'teams']),
          state: z.enum(SEND_STATES),
          at: z.iso.datetime().describe('When it was sent, or queued'),
          error: z.string().nullable(),
        }),
      ),
      others: z.int().describe('Number of receivers whom the caller may not see.'),
    }),
})
