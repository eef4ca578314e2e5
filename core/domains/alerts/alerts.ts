import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const ALERT_LEVELS = [
  'urgent',
  'sudden_loss',
  'overfill',
  'mild',
  'offline',
  'battery_low',
  'temperature',
] as const

export const alerts = defineResource({
  name: 'alerts',
  single: 'alert',
  id: 'alert_id',
  module: 'devices',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'company',
  calls: ['list', 'read'],
  fields: {
    device_id: { kind: 'reference', required: true, computed: true, to: 'devices' },
    /** Who owned the device when it opened: after a move each owner keeps his own. */
    company_id: { kind: 'reference', required: true, computed: true, to: 'companies' },
    port_number: { kind: 'integer', computed: true },
    level: { kind: 'choice', required: true, computed: true, of: ALERT_LEVELS },
    status: {
      kind: 'choice',
      required: true,
      computed: true,
      default: 'open',
      of: ['open', 'acknowledged', 'snoozed', 'closed'],
    },
    value: { kind: 'decimal', computed: true, digits: 14, scale: 3 },
    opened_at: { kind: 'instant', required: true, computed: true },
    closed_at: { kind: 'instant', computed: true },
    acknowledged_at: { kind: 'instant', computed: true },
    acknowledged_by: { kind: 'reference', computed: true, to: 'users' },
    note: { kind: 'text', computed: true, max: 1000 },
    snoozed_until: { kind: 'instant', computed: true },
    snooze_reason: { kind: 'text', computed: true, max: 1000 },
  },
  title: 'level',
  list: ['opened_at', 'level', 'device_id', 'company_id', 'port_number', 'status', 'value', 'closed_at'],
  search: [],
  filters: { status: null, level: null, device_id: null, company_id: null },
  sort: '-opened_at',
})
