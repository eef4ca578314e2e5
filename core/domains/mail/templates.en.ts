/** What the product writes to people: a subject, what it is about, the name of its link, and what else to know. */
export const en = {
  reset: {
    subject: 'Choose a new password',
    body: 'Somebody, most likely you, has asked for a new password for {{username}} at {{company}}.',
    action: 'Choose a new password',
    note: 'The link works once, within an hour. If it was not you, nothing needs to be done: your password stays as it is.',
  },
  invitation: {
    subject: 'You are invited to Ullage',
    body: 'Hello {{name}}, {{company}} invites you to watch the tanks of {{place}}.',
    action: 'Choose your user name and password',
    note: 'The link works once, within 24 hours. It is for you alone.',
  },
  password_changed: {
    subject: 'Your password was changed',
    body: 'The password of {{username}} at {{company}} was changed. All sessions have ended.',
    action: '',
    note: 'If it was not you, ask for a new password at once and tell us.',
  },
}

export type MailTemplate = keyof typeof en
