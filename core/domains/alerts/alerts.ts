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

/** Source of a tank's level: its sensor, or an estimate from the last measurement and the usual use since. */
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
    /** The device's owner when the alert opened: after a move, each owner keeps their own alerts. */
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
    /** Current source of the level for a level alert; null for others. */
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
  // Worst first; within a level by the urgency of the device.
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
