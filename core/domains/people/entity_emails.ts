import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { EMAIL_TYPES, ownerFields } from './contactFields.ts'

export const entity_emails = defineResource({
  name: 'entity_emails',
  single: 'entity_email',
  id: 'entity_emails_id',
  module: 'people',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'object',
  calls: ['list', 'read', 'create', 'update'],
  // The new primary record; accepted by the call that deletes this one.
  besides: ['new_prime_entity_emails_id'],
  fields: {
    ...ownerFields,
    email_address: { kind: 'text', format: 'email', required: true, max: 100 },
    email_type: { kind: 'choice', required: true, of: EMAIL_TYPES },
    prime: { kind: 'flag', required: true, default: 0 },
    notify: { kind: 'flag', required: true, default: 0 },
    email_link: { kind: 'text', max: 110, computed: true },
  },
  title: 'email_address',
  matchBy: [['email_address', 'object_ref', 'object_id']],
  list: ['email_address', 'email_type', 'prime', 'object_ref'],
  search: ['email_address'],
  filters: { object_ref: null, object_id: null, email_type: null },
  sort: '-prime',
  bulk: ['notify', 'email_type'],
})
