import { en as platform } from '#core/platform/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { notifications } from './notifications.ts'

export const en = {
  notifications: {
    label: 'Staff notifications',
    single: 'Notification',
    fields: {
      subject: 'Subject',
      message: 'Message',
      object_name: 'Is about a',
      object_id: 'Its number',
      modal: 'Pop-up at sign-in',
      file: 'Address of a document',
      icon: 'Icon',
      icon_class: 'Look',
      login_types: 'Login types',
      company_ids: 'Companies',
      people_ids: 'People',
      date_created: 'Written',
      date_sent: 'Sent',
      receivers: 'Receivers',
    },
    choices: { login_types: platform.login_types },
    sections: {
      content: 'What it says',
      receivers: 'Who gets it',
      more: 'What belongs to it',
    },
    help: {
      subject: 'Without one: the beginning of the message',
      login_types: 'Every user of these kinds gets it',
      company_ids: 'Every user with an account there gets it',
      modal: 'It is shown at each sign-in until the reader wants to see it no more',
    },
  } satisfies ResourceTexts<typeof notifications>,
}

/** What happens, as the bell, the mails and the daily digest say it. */
export const notificationTemplates = {
  alert_opened: {
    subject: '{{level}}: {{device}}',
    message: '{{company}}',
    with_figure: '{{company}}: {{figure}}',
    estimated:
      '{{company}}: about {{figure}} by estimate. No believable reading has come since the last one.',
    estimated_dry: '{{company}}: empty by estimate. No believable reading has come since the last one.',
    estimated_since: '{{company}}: about {{figure}} by estimate. No believable reading had come for {{age}}.',
    estimated_dry_since: '{{company}}: empty by estimate. No believable reading had come for {{age}}.',
  },
  per_day: 'about {{amount}} a day',
  alert_closed: { subject: 'Over: {{level}}, {{device}}', message: '{{company}}' },
  work_order: { subject: 'Work order {{number}}: {{status}}', message: '{{device}}, {{company}}' },
  shipment: { subject: 'Shipment {{number}}: {{status}}', message: '{{company}}' },
  sign_in_changed: {
    password: 'Your password was changed',
    username: 'Your username was changed',
    email: 'Your e-mail addresses were changed',
    totp_added: 'An authenticator app was set up for you',
    totp_removed: 'Your authenticator app was removed',
    passkey_added: 'A passkey was added for you',
    passkey_removed: 'A passkey of yours was removed',
    recovery_codes_renewed: 'Your recovery codes were renewed',
    second_factor_reset: 'Your second step at the sign-in was taken away',
    badge_issued: 'A badge was issued for you',
    by_you: 'This was done from your own account.',
    by_other: 'This was done by {{by}}.',
    by_link: 'This was done with a link that was mailed to you.',
  },
  invitation_accepted: { subject: '{{name}} has accepted your invitation', message: '{{company}}' },
  sign_up: { subject: '{{company}} wants to sign up', message: '{{name}} waits for approval.' },
  backup_failed: {
    subject: 'The database could not be backed up',
    message: '{{reason}} It is tried again every hour.',
  },
  forecasts_reviewed: {
    subject: 'How right the forecasts were in {{month}}',
    message:
      '{{forecasts}} forecasts came to their end: {{inside}} inside their range (it promises 80%), {{before_low}} before its low end (it allows 10%).',
    with_days:
      '{{forecasts}} forecasts came to their end: {{inside}} inside their range (it promises 80%), {{before_low}} before its low end (it allows 10%). Two weeks ahead, half were within {{days}} days.',
    worst: 'Hardest to foretell: {{worst}}.',
  },
  digest: {
    open_one: 'One alert is open. You have {{unread}} unread notifications.',
    open: '{{count}} alerts are open. You have {{unread}} unread notifications.',
    line: '{{level}} since {{since}}',
    none: 'Nothing needs anybody: no alert is open.',
    more: 'And {{count}} more.',
  },
}

/** What is said when one of the rules here is broken. */
export const rules = {
  no_receivers: 'Name at least one login type, company or person',
}

/** What the calls here answer. */
export const messages = {
  email_on_its_way: 'The e-mail is on its way.',
  notification_sent: 'This notification was sent. It can no longer be changed.',
  notification_on_its_way: 'It is on its way to its receivers.',
}
