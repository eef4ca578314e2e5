import { createHash } from 'node:crypto'
import { z } from 'zod'
import { notifications } from '#core/domains/notifications/notifications.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { recordSchema } from '#core/resources/recordSchema.ts'
import { sendEmailMessage } from '#server/domains/mail/sendEmailMessage.ts'
import { acceptBody, type Call } from '#server/platform/http.ts'
import { answerOnce } from '#server/platform/idempotency.ts'
import { type AttachedFile, readForm } from '#server/resources/files/attachedFiles.ts'
import {
  createOwnNotification,
  dismissOwnNotification,
  listOwnNotifications,
  markAllRead,
  markOwnNotification,
  removeOwnNotification,
} from './ownNotifications.ts'
import { sendNotification } from './staffNotifications.ts'

const tag = 'notifications'
const OfOne = z.object({ notification_id: Id })
const OwnNotificationSchema = z.object({
  notification_id: z.int(),
  subject: z.string(),
  message: z.string(),
  object_name: z.string().nullable(),
  object_id: z.int().nullable(),
  modal: z.int(),
  file: z.string().nullable(),
  icon: z.string(),
  icon_class: z.string(),
  read_flag: z.int(),
  date_created: z.iso.datetime(),
  date_sent: z.iso.datetime(),
})
const OwnNotificationAnswer = z.object({ notification: OwnNotificationSchema })
const saved = { message: 'messages.saved', type: 'success' } as const
/** 1 is read; any other value is unread. */
const ReadFlag = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => String(value) === '1')
const wholeNumber = (standard: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .default(standard)

/** What everybody was told: his own notifications, and nobody else's. */
const ownCalls: Call[] = [
  {
    method: 'GET',
    path: '/me/notifications',
    tag,
    summary: 'Your own notifications, the newest first, and how many you have not read',
    access: 'session',
    query: z.object({
      page_num: wholeNumber(1),
      page_size: wholeNumber(2),
      read_flag: z.enum(['0', '1']).optional(),
      popup: z.literal('1').optional(),
    }),
    answer: z.object({
      notifications: z.array(OwnNotificationSchema),
      page: z.object({
        page_num: z.int(),
        page_size: z.int(),
        total_records: z.int(),
        new_notifications: z.int(),
      }),
    }),
    run: (context, { query }) =>
      listOwnNotifications(context, { ...query, page_num: Math.max(1, query.page_num) }),
  },
  {
    method: 'POST',
    path: '/me/notifications',
    tag,
    summary: 'Leave yourself a note',
    access: 'session',
    body: z.object({
      subject: z.string().trim().max(255).nullish(),
      message: z.string().trim().min(1).max(65_000),
    }),
    answer: OwnNotificationAnswer,
    run: async (context, { body }) => ({
      notification: await createOwnNotification(context, body),
      ...saved,
    }),
  },
  {
    method: 'PATCH',
    path: '/me/notifications/read_all',
    tag,
    summary: 'Mark all of your notifications read: this cannot be taken back',
    access: 'session',
    answer: z.object({ marked: z.int() }),
    run: async (context) => ({ marked: await markAllRead(context) }),
  },
  {
    method: 'PATCH',
    path: '/me/notifications/:notification_id',
    tag,
    summary: 'Mark one of your notifications read (read_flag 1) or unread (anything else)',
    access: 'session',
    params: OfOne,
    // The id may come back with it, as it was read.
    body: z.object({ notification_id: Id.optional(), read_flag: ReadFlag }),
    answer: OwnNotificationAnswer,
    run: async (context, { params, body }) => ({
      notification: await markOwnNotification(context, params.notification_id, body.read_flag),
    }),
  },
  ...(['read', 'unread'] as const).map(
    (mark): Call => ({
      method: 'PATCH',
      path: `/me/notifications/:notification_id/${mark}`,
      tag,
      summary: `Mark one of your notifications ${mark}`,
      access: 'session',
      params: OfOne,
      answer: OwnNotificationAnswer,
      run: async (context, { params }) => ({
        notification: await markOwnNotification(context, params.notification_id, mark === 'read'),
      }),
    }),
  ),
  {
    method: 'PATCH',
    path: '/me/notifications/:notification_id/dismiss',
    tag,
    summary: 'Do not show this pop-up again',
    access: 'session',
    params: OfOne,
    answer: OwnNotificationAnswer,
    run: async (context, { params }) => ({
      notification: await dismissOwnNotification(context, params.notification_id),
    }),
  },
  {
    method: 'DELETE',
    path: '/me/notifications/:notification_id',
    tag,
    summary: 'Take one of your notifications away',
    access: 'session',
    params: OfOne,
    answer: z.object({ message: z.string(), type: z.string() }),
    run: async (context, { params }) => {
      await removeOwnNotification(context, params.notification_id)
      return { message: 'messages.deleted', type: 'success' }
    },
  },
]

/** The form of an e-mail, beside its files. */
const EmailForm = z.object({
  to: z.string().trim().min(1).max(5_200),
  cc: z.string().trim().max(5_200).optional(),
  bcc: z.string().trim().max(5_200).optional(),
  subject: z.string().trim().min(1).max(100),
  message: z.string().max(65_000).optional(),
})

/** Tells one file from another without holding it twice. */
function fingerprintOf({ name, content }: AttachedFile): string[] {
  return [name, createHash('sha256').update(content).digest('hex')]
}

export const notificationCalls: Call[] = [
  // What somebody was told is his own to keep or put away, whatever he may save.
  ...ownCalls.map((call) => ({ ...call, whileReadOnly: true })),
  {
    method: 'POST',
    path: '/notifications/email',
    tag,
    summary:
      'Send an e-mail: a form with to, cc, bcc (addresses separated by commas), subject, message and files (PDF, pictures, XLSX, DOCX, CSV, TXT; 10 000 000 bytes together)',
    access: { module: 'work_orders', action: 'create', loginTypes: STAFF },
    answer: z.object({ receivers: z.int(), message: z.string(), type: z.string() }),
    // The files come before the transaction begins: a slow sender holds no connection.
    transaction: false,
    run: async (context, { request }) => {
      const { fields, files } = await readForm(request)
      const form = acceptBody(EmailForm, fields)
      return context.db.transaction().execute((db) =>
        answerOnce(
          { ...context, db },
          request,
          { fields, files: files.map(fingerprintOf) },
          async (within) => ({
            receivers: await sendEmailMessage(within, { ...form, files }),
            message: 'messages.email_on_its_way',
            type: 'success',
          }),
        ),
      )
    },
  },
  {
    method: 'POST',
    path: '/notifications/:notification_id/send',
    tag,
    summary: 'Send a staff notification to the login types, companies and people that it names, once',
    access: { module: 'configuration', action: 'update', loginTypes: notifications.loginTypes },
    params: OfOne,
    answer: z.object({ notification: recordSchema(notifications), message: z.string(), type: z.string() }),
    run: async (context, { params }) => ({
      notification: await sendNotification(context, params.notification_id),
      message: 'messages.notification_on_its_way',
      type: 'success',
    }),
  },
]
