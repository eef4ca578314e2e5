import { en as platform } from '#core/platform/texts/texts.en.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { notifications } from './notifications.ts'
import type { on_call_shifts } from './on_call_shifts.ts'
import type { webhook_deliveries } from './webhook_deliveries.ts'
import type { webhooks } from './webhooks.ts'

const webhookEvents = {
  'level.crossed': 'Level crossed',
  'alert.opened': 'Alert opened',
  'alert.closed': 'Alert resolved',
  'device.silent': 'Device silent',
  'order.changed': 'Order changed',
  'invoice.changed': 'Invoice or credit note changed',
  'payment.changed': 'Payment recorded or reversed',
  'shipment.changed': 'Shipment changed',
  'ticket.changed': 'Delivery ticket written or signed',
  'import.changed': 'Import changed',
  'readings.stored': 'Readings stored',
}

export const en = {
  webhooks: {
    label: 'Webhooks',
    single: 'Webhook',
    fields: {
      name: 'Name',
      url: 'Address',
      format: 'Format',
      event_types: 'Events',
      status: 'Status',
      disabled_reason: 'Reason',
      user_id: 'User',
      company_id: 'Company',
      has_secret: 'Has a secret',
      last_success_at: 'Last success',
      failing_since: 'Failing since',
      last_error: 'Last error',
    },
    choices: {
      format: { standard: 'Standard Webhooks', slack: 'Slack', teams: 'Microsoft Teams' },
      event_types: webhookEvents,
      status: { active: 'Active', disabled: 'Disabled' },
      disabled_reason: {
        user: 'Disabled by a user',
        failing: 'Its messages failed for three days',
        gone: 'Its address answered that it is gone (410)',
        account: 'Its user was deactivated or lost the account',
      },
    },
    sections: { webhook: 'Webhook' },
    help: {
      format: 'Slack and Teams receive alerts as text; their address is stored encrypted',
      url: 'Such as https://erp.example.com/ullage',
      name: 'What receives the events, such as “ERP”',
    },
  } satisfies ResourceTexts<typeof webhooks>,
  on_call_shifts: {
    label: 'On-call plan',
    single: 'On-call shift',
    fields: {
      company_id: 'Company',
      people_id: 'Person',
      position: 'Position',
      hours: 'Hours',
      time_zone: 'Time zone',
      wait_minutes: 'Minutes until the next person',
    },
    choices: {},
    sections: { shift: 'On-call shift' },
    help: {
      position: 'Urgent alerts go to position 1 first, unanswered ones to the next position on duty',
      hours: 'A night is two shifts: until 24:00, and from 00:00 the next day',
      wait_minutes: 'An alert is answered when it is acknowledged or snoozed',
    },
  } satisfies ResourceTexts<typeof on_call_shifts>,
  webhook_deliveries: {
    label: 'Webhook deliveries',
    single: 'Webhook delivery',
    fields: {
      webhook_id: 'Webhook',
      message_id: 'Message',
      event_type: 'Event',
      resource: 'Record type',
      record_id: 'Record number',
      state: 'State',
      tries: 'Attempts',
      next_try_at: 'Next attempt',
      tried_at: 'Last attempt',
      last_status: 'Answer',
      last_error: 'Last error',
    },
    choices: {
      event_type: { ...webhookEvents, test: 'Test' },
      state: { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' },
    },
    sections: {},
  } satisfies ResourceTexts<typeof webhook_deliveries>,
  notifications: {
    label: 'Staff notifications',
    single: 'Notification',
    fields: {
      subject: 'Subject',
      message: 'Message',
      object_name: 'Related record type',
      object_id: 'Related record number',
      modal: 'Pop-up at sign-in',
      file: 'Document link',
      icon: 'Icon',
      icon_class: 'Style',
      login_types: 'Login types',
      company_ids: 'Companies',
      people_ids: 'People',
      date_created: 'Created',
      date_sent: 'Sent',
      receivers: 'Recipients',
    },
    choices: { login_types: platform.login_types },
    sections: {
      content: 'Content',
      receivers: 'Recipients',
      more: 'Details',
    },
    help: {
      subject: 'Empty: the beginning of the message',
      login_types: 'Every user with one of these login types gets it',
      company_ids: 'Every user with an account there gets it',
      modal: 'Shown at each sign-in until the reader chooses not to see it again',
    },
  } satisfies ResourceTexts<typeof notifications>,
}

/** Texts of events in the bell, the mails and the daily digest. */
export const notificationTemplates = {
  alert_opened: {
    subject: '{{level}}: {{device}}',
    message: '{{company}}',
    with_figure: '{{company}}: {{figure}}',
    estimated: '{{company}}: about {{figure}}, estimated because there are no reliable readings.',
    estimated_dry: '{{company}}: empty, estimated because there are no reliable readings.',
    estimated_since:
      '{{company}}: about {{figure}}, estimated because there was no reliable reading for {{age}}.',
    estimated_dry_since: '{{company}}: empty, estimated because there was no reliable reading for {{age}}.',
  },
  per_day: 'about {{amount}} a day',
  alert_closed: {
    subject: 'Resolved: {{level}}, {{device}}',
    became_urgent: '{{level}} became urgent: {{device}}',
    message: '{{company}}',
  },
  work_order: { subject: 'Work order {{number}}: {{status}}', message: '{{device}}, {{company}}' },
  shipment: { subject: 'Shipment {{number}}: {{status}}', message: '{{company}}' },
  sign_in_changed: {
    password: 'Your password was changed',
    username: 'Your username was changed',
    email: 'Your e-mail addresses were changed',
    totp_added: 'An authenticator app was set up for you',
    totp_removed: 'Your authenticator app was removed',
    passkey_added: 'A passkey was added for you',
    passkey_removed: 'One of your passkeys was removed',
    recovery_codes_renewed: 'Your recovery codes were renewed',
    second_factor_reset: 'Your two-factor sign-in was reset',
    badge_issued: 'A badge was issued for you',
    api_key_created: 'An API key was created for you',
    single_sign_on: 'You signed in by single sign-on for the first time',
    identity_provider: 'You saved an identity provider, by which others sign in',
    webhook_secret: 'The address or the secret of one of your webhooks was changed',
    by_you: 'This was done from your own account.',
    by_other: 'This was done by {{by}}.',
    by_link: 'This was done with a link that was e-mailed to you.',
  },
  invitation_accepted: { subject: '{{name}} has accepted your invitation', message: '{{company}}' },
  sign_up: { subject: '{{company}} wants to sign up', message: '{{name}} is waiting for approval.' },
  test: {
    title: 'A test from Ullage',
    body: 'You asked for this test. Alerts will reach you here.',
    no_mail_server: 'This installation has no mail server.',
    no_address: 'Add an e-mail address to your profile first.',
    no_sms_provider: 'This installation has no provider of text messages.',
    no_phone: 'Add a phone number to your profile first.',
    no_browser: 'Switch on push messages in a browser first.',
  },
  webhook_disabled: {
    subject: 'Webhook “{{name}}” was disabled',
    message: '{{why}}. Last error: {{error}}',
  },
  backup_failed: {
    subject: 'The database could not be backed up',
    message: '{{reason}} It is tried again every hour.',
  },
  forecasts_reviewed: {
    subject: 'Forecast accuracy in {{month}}',
    message:
      '{{forecasts}} forecasts came due: {{inside}} inside their range (80% expected), {{before_low}} before its low end (10% expected).',
    with_days:
      '{{forecasts}} forecasts came due: {{inside}} inside their range (80% expected), {{before_low}} before its low end (10% expected). Two weeks ahead, half were within {{days}} days.',
    worst: 'Hardest to forecast: {{worst}}.',
  },
  digest: {
    open_one: 'One alert is open. You have {{unread}} unread notifications.',
    open: '{{count}} alerts are open. You have {{unread}} unread notifications.',
    line: '{{level}} since {{since}}',
    none: 'Nothing needs attention: no alert is open.',
    more: 'And {{count}} more.',
  },
}

/** Validation messages. */
export const rules = {
  no_receivers: 'Choose at least one login type, company or person',
  reader_sees_device: 'This person cannot see this device',
  chat_events: 'A chat takes alerts only',
  chat_stays: 'Create another webhook for another format',
  https_only: 'The address must begin with https',
}

/** Response messages. */
export const messages = {
  webhook_is_chat: 'A chat has no signing secret.',
  push_on: 'Push messages are on in this browser.',
  push_off: 'Push messages are off in this browser.',
  test_sent: 'The test was sent.',
  test_mailed: 'The test is on its way by e-mail.',
  test_failed: 'The test was not delivered.',
  webhook_secret: 'Copy the secret now: it is shown only once.',
  webhook_tested: 'The test was delivered.',
  webhook_test_failed: 'The test was not delivered.',
  webhook_replayed: 'The message is being sent again.',
  webhook_no_secret: 'Create a signing secret first.',
  webhook_not_replayed: 'A test cannot be sent again.',
  webhook_is_disabled: 'This webhook is disabled. Activate it first.',
  email_on_its_way: 'The e-mail is on its way.',
  notification_sent: 'This notification has been sent. It can no longer be changed.',
  notification_on_its_way: 'The notification is on its way to its recipients.',
}
