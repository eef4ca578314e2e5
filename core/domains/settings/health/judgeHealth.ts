import { keysOf } from '#core/platform/keysOf.ts'

/** Figures by the name of their metric; NaN if currently unknown, missing if not collected. */
export type Figures = Readonly<Record<string, number>>

export type HealthState = 'failing' | 'warning' | 'ok' | 'off'

interface PartRule {
  metric: string
  unit: 'seconds' | 'count' | 'share'
  /** Figure from which (or below which, if `isLowBad`) the state is a warning. */
  warning: number
  failing: number
  isLowBad?: true
  /** State without a known figure; `failing` by default, because the source does not respond. */
  unknown?: HealthState
}

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

/** The parts of the system in the order of a page, each judged by one metric. */
export const HEALTH_PARTS = {
  intake: { metric: 'ullage_queued_records', unit: 'count', warning: 20_000, failing: 150_000 },
  events: { metric: 'ullage_oldest_event_seconds', unit: 'seconds', warning: MINUTE, failing: 10 * MINUTE },
  failing_events: { metric: 'ullage_failing_events', unit: 'count', warning: 1, failing: 100 },
  failing_tasks: { metric: 'ullage_failing_tasks', unit: 'count', warning: 1, failing: 5 },
  mails: { metric: 'ullage_oldest_mail_seconds', unit: 'seconds', warning: 10 * MINUTE, failing: HOUR },
  webhooks: { metric: 'ullage_oldest_webhook_seconds', unit: 'seconds', warning: 10 * MINUTE, failing: HOUR },
  standby: {
    metric: 'ullage_standby_age_seconds',
    unit: 'seconds',
    warning: 10,
    failing: HOUR,
    unknown: 'warning',
  },
  disk: { metric: 'ullage_disk_free_ratio', unit: 'share', warning: 0.2, failing: 0.1, isLowBad: true },
  backup: {
    ...{ metric: 'ullage_backup_age_seconds', unit: 'seconds' },
    ...{ warning: 26 * HOUR, failing: 50 * HOUR, unknown: 'warning' },
  },
  archive: {
    metric: 'ullage_archive_lag_seconds',
    unit: 'seconds',
    warning: 2 * MINUTE,
    failing: 15 * MINUTE,
  },
  base: {
    ...{ metric: 'ullage_archive_base_age_seconds', unit: 'seconds' },
    ...{ warning: 26 * HOUR, failing: 50 * HOUR, unknown: 'warning' },
  },
  trial: {
    ...{ metric: 'ullage_archive_trial_age_seconds', unit: 'seconds' },
    ...{ warning: 8 * DAY, failing: 15 * DAY, unknown: 'warning' },
  },
} as const satisfies Record<string, PartRule>

export type HealthPart = keyof typeof HEALTH_PARTS

export const HEALTH_PART_NAMES = keysOf(HEALTH_PARTS)

export interface JudgedPart {
  part: HealthPart
  state: HealthState
  unit: PartRule['unit']
  /** Null if unknown, or if the part is off. */
  value: number | null
}

/** Judges every part of the system, those that need attention first. */
export function judgeHealth(figures: Figures): JudgedPart[] {
  const order: readonly HealthState[] = ['failing', 'warning', 'ok', 'off']
  return HEALTH_PART_NAMES.map((part) => {
    const rule: PartRule = HEALTH_PARTS[part]
    const value = figures[rule.metric]
    const isKnown = value !== undefined && !Number.isNaN(value)
    return { part, state: stateOf(rule, value), unit: rule.unit, value: isKnown ? value : null }
  }).sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

function stateOf(
  { warning, failing, isLowBad, unknown = 'failing' }: PartRule,
  value: number | undefined,
): HealthState {
  if (value === undefined) return 'off'
  if (Number.isNaN(value)) return unknown
  const isBeyond = (limit: number) => (isLowBad ? value < limit : value >= limit)
  if (isBeyond(failing)) return 'failing'
  return isBeyond(warning) ? 'warning' : 'ok'
}
