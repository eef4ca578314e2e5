import { localeNames } from '#core/platform/texts/localeNames.ts'
import type { ResourceTexts } from '#core/resources/texts.ts'
import type { mails } from './mails.ts'

export const en = {
  mails: {
    label: 'Sent e-mails',
    single: 'E-mail',
    fields: {
      company_id: 'Company',
      receiver: 'Recipient',
      subject: 'Subject',
      text: 'Text',
      language: 'Language',
      state: 'Status',
      queued_at: 'Created',
      sent_at: 'Sent',
      tries: 'Attempts',
      next_try_at: 'Next attempt',
      error: 'Error',
    },
    choices: { language: localeNames, state: { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' } },
    sections: { mail: 'E-mail', sending: 'Sending' },
    help: { text: 'Without its link, which only the recipient sees' },
  } satisfies ResourceTexts<typeof mails>,
}

/** Validation messages. */
export const rules = {
  too_many_addresses: '{{max}} addresses at most',
}
