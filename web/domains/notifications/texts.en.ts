import { en as frame } from './frameTexts.en.ts'

/** Notifications with their ways to a person, webhooks and e-mails, in English. */
export const en = {
  ...frame,
  webhooks: {
    needs_secret: 'Create a signing secret: until then nothing is sent.',
    create_secret: 'Create a signing secret',
    renew_secret: 'Replace the secret',
    renew_warning:
      'The receiver refuses messages until it has the new secret. They are sent again for three days.',
    test: 'Send a test',
    test_failed: 'The test failed: {{error}}',
    deliveries: 'Deliveries',
    secret: 'Signing secret',
    secret_once: 'The receiver verifies each message with it. It is not shown again.',
    replay: 'Send again',
  },
  channels: {
    title: 'Ways to reach you',
    push: 'Push messages in this browser',
    push_blocked: 'This browser blocks notifications from this site. Allow them in its settings first.',
    push_unsupported: 'This browser does not offer push messages here.',
    push_failed: 'Push messages could not be switched on: {{error}}',
    browsers_one: 'One browser receives them',
    browsers: '{{count}} browsers receive them',
    no_browser: 'No browser receives them',
    no_address: 'No address',
    no_phone: 'No phone number',
    not_set_up: 'not set up in this installation',
    add: 'Add',
    test: 'Send me a test',
    test_of: 'Send me a test: {{channel}}',
    only_browser: 'Switch it on in each browser. It ends when you sign out.',
  },
  email: {
    write: 'Write an e-mail',
    to: 'To',
    cc: 'Copy to',
    bcc: 'Blind copy to',
    commas: 'Separate several addresses with commas',
    subject: 'Subject',
    message: 'Message',
    files: 'Files',
    which_files: 'PDF, images, XLSX, DOCX, CSV or TXT, 10 MB in total',
    send: 'Send',
  },
}
