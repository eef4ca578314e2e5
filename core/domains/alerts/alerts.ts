import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { defineResource } from '#core/resources/definition.ts'

export const ALERT_LEVELS = [
  'urgent',
  'sudden_loss',
  'unexplained_loss',
  'overfill',
  'mild',
  'offline',
  'battery_low',
  'temperature',
  'frozen_sensor',
  'implausible_sensor',
  'unexplained_rise',
  'use_stopped',
  'sensor_drift',
] as const

/** Where a tank's level comes from: from its sensor, or from what was measured last and the use that is usual since. */
export const LEVEL_SOURCES = ['measured', 'estimated'] as const
export type LevelSource = (typeof LEVEL_SOURCES)[number]

export const alerts = defineResource({
  name: 'alerts',
  single: 'alert',
  id: 'alert_id',
  module: 'devices',
  loginTypes: ALL_LOGIN_TYPES,
  scope: 'company',
  devicesBy: { field: 'device_id' },
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
    /** What an alert about a tank's level rests on now; others have none. */
    level_source: { kind: 'choice', computed: true, of: LEVEL_SOURCES },
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
  list: [
    'opened_at',
    'level',
    'device_id',
    'company_id',
    'port_number',
    'status',
    'value',
    'level_source',
    'closed_at',
  ],
  // The worst first; of one level those first whose device needs somebody most.
  orders: {
    urgency: {
      ...{ table: 'device_states', column: 'urgency', by: 'device_id' },
      ...{ within: 'level', isFilled: true },
    },
  },
  search: [],
  filters: { status: null, level: null, device_id: null, company_id: null },
  sort: '-opened_at',
})
