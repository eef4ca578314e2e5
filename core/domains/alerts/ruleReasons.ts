import { USE_RULES } from '#core/domains/telemetry/unexplained/judgeUse.ts'

/** Why a rule opened its alert, or why it could not. */
export const REASONS = [
  'fires',
  'acknowledged',
  'snoozed',
  'not_watched',
  'switched_off',
  'no_threshold',
  'no_reading',
  'not_believed',
  'threshold_not_reached',
  'superseded',
  'not_yet_judged',
  'too_little_data',
  'cold_unknown',
  'evidence_too_weak',
  'not_late_enough',
  'nothing_found',
  'no_mail_wanted',
  'battery_not_wanted',
  'device_filtered_out',
] as const

/** Rules that can be tried on past data. */
export const DRY_RUN_RULES = [
  'urgent',
  'mild',
  'overfill',
  'temperature',
  'battery_low',
  'offline',
  'sudden_loss',
  'frozen_sensor',
  ...USE_RULES,
] as const

/** Maximum number of devices per dry run. */
export const MAX_DRY_RUN_DEVICES = 20

const RULES_OF_DEVICES: readonly string[] = ['temperature', 'battery_low', 'offline']

/** Whether a rule judges a device instead of one of its tanks. */
export function isRuleOfDevice(rule: string): boolean {
  return RULES_OF_DEVICES.includes(rule)
}
