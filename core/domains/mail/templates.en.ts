/** Mails to people: subject, body, label of the link, and a note. */
export const en = {
  reset: {
    subject: 'Choose a new password',
    body: 'Someone, most likely you, has asked for a new password for {{username}} at {{company}}.',
    action: 'Choose a new password',
    note: 'The link works once, within an hour. If it was not you, you can ignore this message: your password stays as it is.',
  },
  reset_by_provider: {
    subject: 'Sign in by single sign-on',
    body: 'Someone, most likely you, has asked for a new password for {{username}} at {{company}}. Your company signs in by single sign-on, so there is no password to choose. On the sign-in page, choose “Continue with single sign-on”.',
    action: 'Go to the sign-in page',
    note: 'If it was not you, you can ignore this message: nothing changes.',
  },
  invitation: {
    subject: 'You have been invited to Ullage',
    body: 'Hello {{name}}, {{company}} invites you to watch the tanks of {{place}}.',
    action: 'Choose your username and password',
    note: 'The link works once, within 24 hours. Do not share it.',
  },
  confirm_email: {
    subject: 'Confirm your e-mail address',
    body: 'Someone, most likely you, wants to sign up at {{company}} with this address. Please confirm that it is yours.',
    action: 'Confirm the address',
    note: 'The link works once, within 24 hours. After that, we review your request. If this was not you, ignore this message: nothing happens without the link.',
  },
  sign_up_known: {
    subject: 'You already have an account',
    body: 'Someone, most likely you, wanted to sign up {{username}} at {{company}}. There is already an account with that name.',
    action: 'Choose a new password',
    note: 'If it was not you, you can ignore this message: your account stays as it is.',
  },
  sign_up_approved: {
    subject: 'You can sign in now',
    body: 'Hello {{name}}, {{company}} has approved the account of {{place}}. Sign in with your e-mail address and the password that you chose.',
    action: 'Sign in',
    note: 'Forgot your password? You can choose a new one on the sign-in page.',
  },
  sign_up_refused: {
    subject: 'Your request was not approved',
    body: 'Hello {{name}}, {{company}} has not approved the account of {{place}}. The reason: {{reason}}',
    action: '',
    note: 'If you think this is a mistake, please reply to this message.',
  },
  told_one: {
    subject: '{{title}}',
    body: '{{detail}}',
    action: 'See your notifications',
    note: 'You receive this because e-mail notifications are on in your profile.',
  },
  told_many: {
    subject: '{{count}} notifications',
    body: 'New since the last message:',
    action: 'See your notifications',
    note: 'You receive this because e-mail notifications are on in your profile.',
  },
  digest: {
    subject: 'Your tanks on {{day}}',
    body: '{{summary}}',
    action: 'Open the dashboard',
    note: 'You receive this once a day, at the time set in your profile.',
  },
  letter: {
    subject: '{{title}}',
    body: '{{message}}',
    action: '',
    note: '',
  },
  sign_in_changed: {
    subject: '{{title}}',
    body: '{{title}}: {{username}} at {{company}}. {{detail}}',
    action: 'Review how you sign in',
    note: 'If this was not you, choose a new password right away, end all sessions and contact us.',
  },
}

export type MailTemplate = keyof typeof en
