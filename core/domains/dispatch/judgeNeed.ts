import type { SITE_CONTRACTS } from '#core/domains/companies/sites.ts'
import type { TankLevel } from '#core/domains/telemetry/levels/quality.ts'
import { lastDeliveryDayBefore } from './deliveryDays.ts'

/** Urgency of a delivery on a day, highest first. */
export const NEED_RANKS = ['must', 'should', 'could'] as const
export type NeedRank = (typeof NEED_RANKS)[number]

/** Who decides when a tank is filled: we do, the customer calls, or we keep it full. */
export type Contract = (typeof SITE_CONTRACTS)[number]

/** Reasons for a need; each is the key of a sentence with days as parameters. */
export const NEED_REASONS = [
  'late_round',
  'dry_already',
  'dry_today',
  'dry_before_next',
  'order_late',
  'order_today',
  'at_reorder',
  'reorder_before_next',
  'order_before_next',
  'room_to_keep_full',
  'order_later',
  'reorder_later',
  'low_will_call',
] as const
type NeedReason = (typeof NEED_REASONS)[number]

/** A tank under a keep-full contract is worth a stop from this share of its capacity on. */
export const KEEP_FULL_SHARE = 0.25
/** Less room than this share of the capacity is never worth a stop. */
const MIN_SHARE = 0.05

/** Facts about a tank or order line when a day is planned. Days are in the site's time zone, YYYY-MM-DD. */
export interface NeedQuestion {
  today: string
  /** The day to plan. */
  day: string
  /** The next delivery day after it. */
  next_day: string
  contract: Contract
  /** When the tank is empty, and when it is down to the reorder level, by the low end of the forecast. */
  dry_from: string | null
  /** When the tank ran dry by its estimate, an instant; null if it did not. */
  dry_at: string | null
  reorder_from: string | null
  level: TankLevel | null
  /** Room as a share of the capacity; null if the tank is not monitored. */
  room_share: number | null
  /** The day by which an open order is wanted; null without an open order. */
  ordered_for: string | null
  /** Its customer requested no day: it is due within the usual time. */
  is_usual_day?: boolean
  /** The day of the round that already brings it; null if none does. */
  planned_on: string | null
}

/** The need on a day, its reason, and its latest day. */
export interface Need {
  rank: NeedRank
  reason: NeedReason
  /** The days that fill the sentence. */
  params: Readonly<{ from?: string; next?: string; on?: string; dry_at?: string; is_usual?: true }>
  /** The last delivery day that is still in time. */
  latest: string
}

/**
 * The need of a tank or an order on a day; null if there is none, or a round brings it in time. Judged by the low end of the
 * forecast, so that at most one tank in ten is emptier than judged.
 */
export function judgeNeed(question: NeedQuestion): Need | null {
  const { planned_on, dry_from, room_share } = question
  if (planned_on !== null) {
    const isLate = dry_from !== null && planned_on > dry_from && planned_on > question.day
    return isLate ? needOf(question, 'must', 'late_round', { on: planned_on, from: dry_from }) : null
  }
  if (question.ordered_for === null && room_share !== null && room_share < MIN_SHARE) return null
  const [ordered, forecast] = [orderNeed(question), forecastNeed(question)]
  // An order does not hide that its tank has run dry.
  return mostPressing(forecast?.reason === 'dry_already' ? [forecast, ordered] : [ordered, forecast])
}

/** Judges an open order by the day on which it is wanted. */
function orderNeed(question: NeedQuestion): Need | null {
  const { ordered_for: on, is_usual_day, day, next_day } = question
  if (on === null) return null
  const due = { on, ...(is_usual_day && { is_usual: true as const }) }
  if (on < day) return needOf(question, 'must', 'order_late', due)
  if (on === day) return needOf(question, 'must', 'order_today', due)
  if (on < next_day) return needOf(question, 'must', 'order_before_next', { ...due, next: next_day })
  if (on === next_day) return needOf(question, 'should', 'order_later', due)
  return needOf(question, 'could', 'order_later', due)
}

/** Judges the level and its forecast, depending on the contract. */
function forecastNeed(question: NeedQuestion): Need | null {
  const { contract, today, day, next_day: next, dry_from, reorder_from, level, room_share } = question
  const isDry = dry_from !== null && dry_from <= next
  if (contract === 'will_call') {
    return isDry ? needOf(question, 'could', 'low_will_call', { from: dry_from }) : null
  }
  if (isDry) {
    if (dry_from < today) return needOf(question, 'must', 'dry_already', { from: dry_from })
    return dry_from <= day
      ? needOf(question, 'must', 'dry_today', { from: dry_from })
      : needOf(question, 'must', 'dry_before_next', { from: dry_from, next })
  }
  // Below the reorder level and without a forecast, a tank may run dry tomorrow.
  if (level === 'urgent') return needOf(question, dry_from === null ? 'must' : 'should', 'at_reorder', {})
  if (reorder_from !== null && reorder_from <= next) {
    return needOf(question, 'should', 'reorder_before_next', { from: reorder_from, next })
  }
  if (contract === 'keep_full' && (room_share ?? 0) >= KEEP_FULL_SHARE) {
    return needOf(question, 'should', 'room_to_keep_full', {})
  }
  const from = reorder_from ?? dry_from
  return from === null ? null : needOf(question, 'could', 'reorder_later', { from })
}

function needOf(question: NeedQuestion, rank: NeedRank, reason: NeedReason, params: Need['params']): Need {
  const { today, dry_from, dry_at, ordered_for, contract } = question
  const last = dry_from === null || contract === 'will_call' ? null : lastDeliveryDayBefore(dry_from)
  const latest = [last, ordered_for].filter((item) => item !== null).toSorted()[0] ?? question.day
  const ranDry = params.from !== undefined && dry_at !== null && { dry_at }
  return { rank, reason, params: { ...params, ...ranDry }, latest: latest < today ? today : latest }
}

function mostPressing(needs: readonly (Need | null)[]): Need | null {
  return (
    needs.filter((need) => need !== null).toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? null
  )
}

const rankOf = ({ rank }: Need) => NEED_RANKS.indexOf(rank)
