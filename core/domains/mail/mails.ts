import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import { LOCALE_CODES } from '#core/platform/texts/locales.ts'
import { defineResource } from '#core/resources/definition.ts'

/** Placeholder of a mail's link in its text: links are secrets and stored separately. */
export const LINK = '[[link]]'

/** The outbox of mails, read-only. Staff reads their texts, one mail at a time. */
export const mails = defineResource({
  name: 'mails',
  single: 'mail',
  id: 'mail_id',
  module: 'work_orders',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  scope: 'company',
  devicesBy: 'text',
  fields: {
    company_id: { kind: 'reference', to: 'companies', computed: true },
    receiver: { kind: 'text', required: true, max: 100, computed: true },
    subject: { kind: 'text', required: true, max: 255, computed: true },
    text: { kind: 'long_text', max: 65_535, computed: true },
    language: { kind: 'choice', of: LOCALE_CODES, required: true, computed: true },
    state: { kind: 'choice', of: ['waiting', 'sent', 'failed'], required: true, computed: true },
    queued_at: { kind: 'instant', computed: true },
    sent_at: { kind: 'instant', computed: true },
    tries: { kind: 'integer', required: true, computed: true },
    next_try_at: { kind: 'instant', computed: true },
    error: { kind: 'text', max: 500, computed: true },
  },
  title: 'subject',
  list: ['receiver', 'subject', 'queued_at', 'state'],
  search: ['receiver', 'subject'],
  filters: { state: null, company_id: null },
  sort: '-queued_at',
  calls: ['list', 'read'],
  form: [
    { section: 'mail', fields: ['receiver', 'company_id', 'subject', 'text', 'language'] },
    { section: 'sending', fields: ['state', 'queued_at', 'sent_at', 'tries', 'next_try_at', 'error'] },
  ],
})
