import { z } from 'zod'
import { devices } from '#core/domains/devices/devices.ts'
import { type Access, defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { notifications } from './notifications.ts'

/** The lowest tank level at which a person is notified. Other kinds of alert are always sent. */
const READER_LEVELS = ['mild', 'urgent'] as const

/** Notifications belong to their receiver, who may manage them even with read-only access. */
const own: Access = { ...signedIn, whileReadOnly: true }
const ofOne = () => z.object({ notification_id: Id })
const OwnNotification = () =>
  z.object({
    notification_id: z.int(),
    subject: z.string(),
    message: z.string(),
    object_name: z.string().nullable(),
    object_id: z.int().nullable(),
    modal: z.int(),
    file: z.string().nullable(),
    icon: z.string(),
    icon_class: z.string(),
    read_flag: z.union([z.literal(0), z.literal(1)]),
    date_created: z.iso.datetime(),
    date_sent: z.iso.datetime(),
  })
const Own = () => z.object({ notification: OwnNotification() })
const Notice = messageFields()

/** 1 is read; any other value is unread. */
const ReadFlag = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => String(value) === '1')
/** The id in the URL may be repeated in the body; the URL takes precedence. */
const Marked = () => z.object({ notification_id: Id.optional(), read_flag: ReadFlag.optional() }).optional()
const wholeNumber = (standard: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .default(standard)

export const listOwnNotifications = defineCall({
  method: 'GET',
  path: '/me/notifications',
  access: own,
  query: () =>
    z.object({
      page_num: wholeNumber(1),
      page_size: wholeNumber(2),
      read_flag: z.enum(['0', '1']).optional(),
      popup: z.literal('1').optional(),
    }),
  response: () =>
    z.object({
      notifications: z.array(OwnNotification()),
      page: z.object({
        page_num: z.int(),
        page_size: z.int(),
        total_records: z.int(),
        new_notifications: z.int(),
      }),
    }),
})

export const createOwnNotification = defineCall({
  method: 'POST',
  path: '/me/notifications',
  access: own,
  body: () =>
    z.object({
      subject: z.string().trim().max(255).nullish(),
      message: z.string().trim().min(1).max(65_000),
    }),
  response: Own,
})

export const markAllNotificationsRead = defineCall({
  method: 'PATCH',
  path: '/me/notifications/read_all',
  access: own,
  response: () => z.object({ marked: z.int() }),
})

export const markNotification = defineCall({
  method: 'PATCH',
  path: '/me/notifications/:notification_id',
  access: own,
  params: ofOne,
  body: () => z.object({ notification_id: Id.optional(), read_flag: ReadFlag }),
  response: Own,
})

export const markNotificationRead = defineCall({
  method: 'PATCH',
  path: '/me/notifications/:notification_id/read',
  access: own,
  params: ofOne,
  body: Marked,
  response: Own,
})

export const markNotificationUnread = defineCall({
  method: 'PATCH',
  path: '/me/notifications/:notification_id/unread',
  access: own,
  params: ofOne,
  body: Marked,
  response: Own,
})

export const dismissNotification = defineCall({
  method: 'PATCH',
  path: '/me/notifications/:notification_id/dismiss',
  access: own,
  params: ofOne,
  response: Own,
})

export const removeOwnNotification = defineCall({
  method: 'DELETE',
  path: '/me/notifications/:notification_id',
  access: own,
  params: ofOne,
  response: () => z.object({ ...Notice }),
})

export const sendEmail = defineCall({
  method: 'POST',
  path: '/notifications/email',
  access: { who: { module: 'work_orders', action: 'create', loginTypes: STAFF } },
  response: () => z.object({ receivers: z.int(), ...Notice }),
})

export const sendNotification = defineCall({
  method: 'POST',
  path: '/notifications/:notification_id/send',
  access: may(notifications, 'update'),
  params: ofOne,
  response: () => z.object({ notification: typedRecordSchema(notifications), ...Notice }),
})

const ofDevice = () => z.object({ device_id: Id })
const ofReader = () => ofDevice().extend({ people_id: Id })
const AlertReaders = () =>
  z.object({
    alert_readers: z.array(
      z.object({
        people_id: z.int(),
        name: z.string(),
        company_title: z.string(),
        by_mail: z.boolean().describe('Urgent alerts are mailed; all alerts are shown in the product.'),
        from_level: z
          .enum(READER_LEVELS)
          .describe('`urgent`: low tanks are reported only once they are urgent.'),
        is_chosen: z.boolean().describe('Set for this device. Otherwise the person’s own preferences apply.'),
        hears_of_batteries: z.boolean(),
        may_change: z.boolean(),
      }),
    ),
    others: z.int().describe('Number of readers whom the caller may not see.'),
  })

/** Who is notified of the alerts of a device, and how. */
export const listAlertReaders = defineCall({
  method: 'GET',
  path: '/devices/:device_id/alert_readers',
  access: may(devices, 'read'),
  params: ofDevice,
  response: AlertReaders,
})

/** People who may see the device, are not notified yet, and can be added by the caller. */
export const listPossibleAlertReaders = defineCall({
  method: 'GET',
  path: '/devices/:device_id/possible_alert_readers',
  access: may(devices, 'read'),
  params: ofDevice,
  response: () =>
    z.object({
      possible_alert_readers: z.array(
        z.object({ people_id: z.int(), name: z.string(), company_title: z.string() }),
      ),
    }),
})

/** Sets how a person is notified about this device. For other people it requires permission to change the device. */
export const setAlertReader = defineCall({
  method: 'PUT',
  path: '/devices/:device_id/alert_readers/:people_id',
  access: may(devices, 'read'),
  params: ofReader,
  body: () =>
    z.object({
      by_mail: z.boolean(),
      from_level: z.enum(READER_LEVELS, { error: 'choice' }).default('mild'),
    }),
  response: AlertReaders,
})

/** Stops notifying a person about this device; their other notifications stay. */
export const removeAlertReader = defineCall({
  method: 'DELETE',
  path: '/devices/:device_id/alert_readers/:people_id',
  access: may(devices, 'read'),
  params: ofReader,
  response: AlertReaders,
})
