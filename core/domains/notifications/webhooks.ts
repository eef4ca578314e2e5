import { issueIf } from '#core/platform/issue.ts'
import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource, type RecordOf } from '#core/resources/definition.ts'
import { isChatEvent, WEBHOOK_EVENTS } from './webhookEvents.ts'

/** Webhooks. Each receives events about records that its creator's account may see. */
export const webhooks = defineResource({
  name: 'webhooks',
  single: 'webhook',
  id: 'webhook_id',
  module: 'users',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: 'company',
  devicesBy: 'text',
  staysSmall: true,
  fields: {
    name: { kind: 'text', required: true, max: 60 },
    url: { kind: 'text', format: 'url', required: true, max: 500 },
    format: { kind: 'choice', required: true, default: 'standard', of: ['standard', 'slack', 'teams'] },
    event_types: { kind: 'choices', required: true, of: WEBHOOK_EVENTS },
    status: { kind: 'choice', required: true, default: 'active', of: ['active', 'disabled'] },
    disabled_reason: { kind: 'choice', of: ['user', 'failing', 'gone', 'account'], computed: true },
    user_id: { kind: 'reference', to: 'users', computed: true },
    company_id: { kind: 'reference', to: 'companies', computed: true },
    has_secret: { kind: 'flag', required: true, default: 0, computed: true },
    last_success_at: { kind: 'instant', computed: true },
    failing_since: { kind: 'instant', computed: true },
    last_error: { kind: 'text', max: 500, computed: true },
  },
  title: 'name',
  matchBy: [['name']],
  list: ['name', 'url', 'company_id', 'status', 'disabled_reason', 'last_success_at', 'failing_since'],
  search: ['name', 'url'],
  filters: { status: null, company_id: null, user_id: null },
  sort: 'name',
  pageSize: 20,
  form: [{ section: 'webhook', fields: ['name', 'format', 'url', 'event_types', 'status'] }],
  check: ({ event_types, format }) => [
    ...issueIf(event_types?.length === 0, { field: 'event_types', rule: 'required' }),
    ...issueIf(format !== 'standard' && event_types?.some((event) => !isChatEvent(event)), {
      field: 'event_types',
      rule: 'chat_events',
    }),
  ],
})

export type Webhook = RecordOf<typeof webhooks>
