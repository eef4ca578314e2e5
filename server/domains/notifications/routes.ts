import { createHash } from 'node:crypto'
import { z } from 'zod'
import * as calls from '#core/domains/notifications/calls.ts'
import { sendEmailMessage } from '#server/domains/mail/sendEmailMessage.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import { acceptBody } from '#server/platform/http/http.ts'
import { answerOnce } from '#server/platform/http/idempotency.ts'
import { type AttachedFile, readForm } from '#server/resources/files/attachedFiles.ts'
import { listAlertReaders, listPossibleAlertReaders } from './listAlertReaders.ts'
import {
  createOwnNotification,
  dismissOwnNotification,
  listOwnNotifications,
  markAllRead,
  markOwnNotification,
  removeOwnNotification,
} from './ownNotifications.ts'
import { removeAlertReader, setAlertReader } from './setAlertReader.ts'
import { sendNotification } from './staffNotifications.ts'

const saved = { message: 'messages.saved', type: 'success' } as const
/** Fields of the e-mail form other than its files. */
const EmailForm = z.object({
  to: z.string().trim().min(1).max(5_200),
  cc: z.string().trim().max(5_200).optional(),
  bcc: z.string().trim().max(5_200).optional(),
  subject: z.string().trim().min(1).max(100),
  message: z.string().max(65_000).optional(),
})

/** Identifies a file without keeping a second copy of it. */
function fingerprintOf({ name, content }: AttachedFile): string[] {
  return [name, createHash('sha256').update(content).digest('hex')]
}

/** Calls on one's own notifications, staff notifications, and e-mails. */
export const notificationCalls = handleAll('notifications', calls, {
  listAlertReaders: {
    summary: 'Who receives the alerts of a device, and how',
    run: (context, { params: { device_id } }) => listAlertReaders(context, device_id),
  },
  listPossibleAlertReaders: {
    summary: 'People who may see a device and do not receive its alerts',
    run: async (context, { params: { device_id } }) => ({
      possible_alert_readers: await listPossibleAlertReaders(context, device_id),
    }),
  },
  setAlertReader: {
    summary: 'Send a person the alerts of this device, by e-mail or in the product only',
    run: async (context, { params, body }) => {
      await setAlertReader(context, { params, body })
      return { ...(await listAlertReaders(context, params.device_id)), ...saved }
    },
  },
  removeAlertReader: {
    summary: 'Stop sending a person the alerts of this device',
    run: async (context, { params }) => {
      await removeAlertReader(context, params)
      return { ...(await listAlertReaders(context, params.device_id)), ...saved }
    },
  },
  listOwnNotifications: {
    summary: 'Your own notifications, newest first, and the number of unread ones',
    run: (context, { query }) =>
      listOwnNotifications(context, { ...query, page_num: Math.max(1, query.page_num) }),
  },
  createOwnNotification: {
    summary: 'Create a note to yourself',
    run: async (context, { body }) => ({
      notification: await createOwnNotification(context, body),
      ...saved,
    }),
  },
  markAllNotificationsRead: {
    summary: 'Mark all of your notifications read; this cannot be undone',
    run: async (context) => ({ marked: await markAllRead(context) }),
  },
  markNotification: {
    summary: 'Mark one of your notifications read (read_flag 1) or unread (anything else)',
    run: async (context, { params, body }) => ({
      notification: await markOwnNotification(context, params.notification_id, body.read_flag),
    }),
  },
  markNotificationRead: {
    summary: 'Mark one of your notifications read',
    run: async (context, { params }) => ({
      notification: await markOwnNotification(context, params.notification_id, true),
    }),
  },
  markNotificationUnread: {
    summary: 'Mark one of your notifications unread',
    run: async (context, { params }) => ({
      notification: await markOwnNotification(context, params.notification_id, false),
    }),
  },
  dismissNotification: {
    summary: 'Do not show this pop-up again',
    run: async (context, { params }) => ({
      notification: await dismissOwnNotification(context, params.notification_id),
    }),
  },
  removeOwnNotification: {
    summary: 'Delete one of your notifications',
    run: async (context, { params }) => {
      await removeOwnNotification(context, params.notification_id)
      return { message: 'messages.deleted', type: 'success' }
    },
  },
  sendEmail: {
    summary:
      'Send an e-mail: a form with to, cc, bcc (addresses separated by commas), subject, message and files (PDF, pictures, XLSX, DOCX, CSV, TXT; 10 000 000 bytes together)',
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
  sendNotification: {
    summary: 'Send a staff notification to the login types, companies and people that it names, once',
    run: async (context, { params }) => ({
      notification: await sendNotification(context, params.notification_id),
      message: 'messages.notification_on_its_way',
      type: 'success',
    }),
  },
})
