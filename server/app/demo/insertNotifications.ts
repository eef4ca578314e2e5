import { sql } from 'kysely'
import { ALL_LOGIN_TYPES, type LoginType, STAFF } from '#core/platform/loginTypes.ts'
import type { Database } from '#server/platform/database.ts'
import { type Events, emit } from '#server/platform/events.ts'

const HOUR = 3_600_000

interface DemoNotification {
  subject: string
  message: string
  icon: string
  icon_class: string
  login_types: readonly LoginType[]
  modal?: 1
  /** Hours ago; none = it is still being written. */
  sent?: number
}

const CUSTOMERS = ALL_LOGIN_TYPES.filter((type) => !(STAFF as readonly LoginType[]).includes(type))

const NOTIFICATIONS: readonly DemoNotification[] = [
  {
    subject: 'Firmware 4.2 goes out next week',
    message:
      'Devices on the cellular network get firmware 4.2 from Monday on, fifty a night. Each is silent for about ten minutes.\nNo visit is needed.',
    icon: 'tool',
    icon_class: 'info',
    login_types: ALL_LOGIN_TYPES,
    sent: 50,
  },
  {
    subject: 'Winter hours of the depot',
    message: 'From 1 December the depot loads from 5:30 to 19:00. Please plan the first stop accordingly.',
    icon: 'truck',
    icon_class: 'warning',
    login_types: ['dispatcher', 'driver'],
    modal: 1,
    sent: 22,
  },
  {
    subject: 'Reports by e-mail, at your hour',
    message:
      'Choose "E-mail" and an hour in your profile, and the open alerts of your tanks reach you once a day.',
    icon: 'message',
    icon_class: 'success',
    login_types: CUSTOMERS,
    sent: 5,
  },
  {
    subject: 'Two new account coordinators',
    message: 'Rosa Delgado and Tom Becker join us on Monday. Please show them the fleet of your region.',
    icon: 'bell',
    icon_class: 'info',
    login_types: STAFF,
    sent: 3,
  },
  {
    subject: 'Maintenance on Sunday night',
    message:
      'The product is updated on Sunday from 2:00 to 2:15. Readings are kept by the devices and sent afterwards.',
    icon: 'alert',
    icon_class: 'warning',
    login_types: ALL_LOGIN_TYPES,
  },
]

/** What staff told people lately; the head of operations follows one customer's devices. */
export async function insertNotifications(db: Database, now: number): Promise<void> {
  for (const { sent, login_types, modal = 0, ...text } of NOTIFICATIONS) {
    const at = sent === undefined ? null : new Date(now - sent * HOUR)
    const written = new Date((at?.getTime() ?? now) - HOUR)
    const { rows } = await sql<Events['notification.sent']>`
      insert into notifications (subject, message, icon, icon_class, login_types, modal, date_created, date_sent)
      values (${text.subject}, ${text.message}, ${text.icon}, ${text.icon_class}, ${JSON.stringify(login_types)}::jsonb,
        ${modal}, ${written}, ${at}) returning notification_id`.execute(db)
    if (at) await emit({ db }, 'notification.sent', rows)
  }
  await sql`update people set device_filter = 'Platte'
    where people_id = (select people_id from users where user_id = 1)`.execute(db)
}
