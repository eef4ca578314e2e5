import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'
import { WEBHOOK_EVENTS } from './webhookEvents.ts'

/** The log of a webhook: its messages with their results. It names records and contains none of their values. */
export const webhook_deliveries = defineResource({
  name: 'webhook_deliveries',
  single: 'webhook_delivery',
  id: 'webhook_delivery_id',
  module: 'users',
  loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  scope: { through: 'webhook_id' },
  devicesBy: { through: 'webhook_id' },
  fields: {
    webhook_id: { kind: 'reference', required: true, to: 'webhooks', computed: true },
    message_id: { kind: 'text', required: true, max: 40, computed: true },
    event_type: { kind: 'choice', required: true, of: [...WEBHOOK_EVENTS, 'test'], computed: true },
    // Not a reference: `resource` names its kind.
    resource: { kind: 'text', max: 65, computed: true },
    record_id: { kind: 'integer', max: Number.MAX_SAFE_INTEGER, computed: true },
    state: {
      kind: 'choice',
      required: true,
      default: 'waiting',
      of: ['waiting', 'sent', 'failed'],
      computed: true,
    },
    tries: { kind: 'integer', required: true, default: 0, computed: true },
    tried_at: { kind: 'instant', computed: true },
    last_status: { kind: 'integer', computed: true },
    last_error: { kind: 'text', max: 500, computed: true },
    next_try_at: { kind: 'instant', computed: true },
  },
  title: 'event_type',
  list: ['event_type', 'resource', 'record_id', 'state', 'tries', 'tried_at', 'last_status', 'next_try_at'],
  // A log: it is read from its end.
  sortable: ['webhook_delivery_id'],
  search: [],
  filters: { webhook_id: null, state: null, event_type: null },
  sort: '-webhook_delivery_id',
  pageSize: 50,
  calls: ['list', 'read'],
})
