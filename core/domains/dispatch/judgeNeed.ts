import type { SITE_CONTRACTS } from '#core/domains/companies/sites.ts'
import type { TankLevel } from '#core/domains/telemetry/quality.ts'
import { lastDeliveryDayBefore } from './deliveryDays.ts'

/** How much a delivery on a day is needed, the most pressing first. */
export const NEED_RANKS = ['must', 'should', 'could'] as const
export type NeedRank = (typeof NEED_RANKS)[number]

/** Who decides when a tank is filled: we do, the customer calls, or it is always to be nearly full. */
export type Contract = (typeof SITE_CONTRACTS)[number]

/** Why something is needed; each is the key of a sentence, with days as its parameters. */
export const NEED_REASONS = [
  'late_round',
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

/** Of an always full tank, the share of its capacity that is worth a stop. */
export const KEEP_FULL_SHARE = 0.25
/** Room below this share of the capacity is not worth a stop, whatever the forecast says. */
const LEAST_SHARE = 0.05

/** What is known of a tank, or of the line of an order, when a day is planned. Days are those of its place, YYYY-MM-DD. */
export interface NeedQuestion {
  today: string
  /** The day that is planned. */
  day: string
  /** The next day after it on which somebody could come again. */
  next_day: string
  contract: Contract
  /** When it has nothing left to draw, and when it is down to the reorder level, by the low end of the forecast. */
  dry_from: string | null
  reorder_from: string | null
  level: TankLevel | null
  /** Room as a share of the capacity; nothing where nobody watches it. */
  room_share: number | null
  /** When an order for it is due or wished, the earlier of the two; nothing without an order that waits. */
  ordered_for: string | null
  /** The day of the round that brings it already; nothing where none does. */
  planned_on: string | null
}

/** What a day should do about it, why in words, and until when at the latest. */
export interface Need {
  rank: NeedRank
  reason: NeedReason
  /** The days that the sentence names. */
  params: Readonly<{ from?: string; next?: string; on?: string }>
  /** The last day on which somebody can still come in time. */
  latest: string
}

/**
 * What a tank or an order needs of a day; nothing where it needs nothing, or a round in time brings it already. The low end
 * of the forecast decides, so that one of ten tanks at most is drier than it was judged.
 */
export function judgeNeed(asked: NeedQuestion): Need | null {
  const { planned_on, dry_from, room_share } = asked
  if (planned_on !== null) {
    const isLate = dry_from !== null && planned_on > dry_from && planned_on > asked.day
    return isLate ? needOf(asked, 'must', 'late_round', { on: planned_on, from: dry_from }) : null
  }
  if (asked.ordered_for === null && room_share !== null && room_share < LEAST_SHARE) return null
  return mostPressing([orderNeed(asked), forecastNeed(asked)])
}

/** By an order that waits: its day is a promise. */
function orderNeed(asked: NeedQuestion): Need | null {
  const { ordered_for: on, day, next_day } = asked
  if (on === null) return null
  if (on < day) return needOf(asked, 'must', 'order_late', { on })
  if (on === day) return needOf(asked, 'must', 'order_today', { on })
  if (on < next_day) return needOf(asked, 'must', 'order_before_next', { on, next: next_day })
  if (on === next_day) return needOf(asked, 'should', 'order_later', { on })
  return needOf(asked, 'could', 'order_later', { on })
}

/** By what is left, as the contract says who watches it. */
function forecastNeed(asked: NeedQuestion): Need | null {
  const { contract, day, next_day: next, dry_from, reorder_from, level, room_share } = asked
  const isDry = dry_from !== null && dry_from <= next
  if (contract === 'will_call') {
    return isDry ? needOf(asked, 'could', 'low_will_call', { from: dry_from }) : null
  }
  if (isDry) {
    return dry_from <= day
      ? needOf(asked, 'must', 'dry_today', { from: dry_from })
      : needOf(asked, 'must', 'dry_before_next', { from: dry_from, next })
  }
  // Below its reorder level with nobody to say how long that lasts, a tank may be dry tomorrow.
  if (level === 'urgent') return needOf(asked, dry_from === null ? 'must' : 'should', 'at_reorder', {})
  if (reorder_from !== null && reorder_from <= next) {
    return needOf(asked, 'should', 'reorder_before_next', { from: reorder_from, next })
  }
  if (contract === 'keep_full' && (room_share ?? 0) >= KEEP_FULL_SHARE) {
    return needOf(asked, 'should', 'room_to_keep_full', {})
  }
  const from = reorder_from ?? dry_from
  return from === null ? null : needOf(asked, 'could', 'reorder_later', { from })
}

function needOf(asked: NeedQuestion, rank: NeedRank, reason: NeedReason, params: Need['params']): Need {
  const { today, dry_from, ordered_for, contract } = asked
  const last = dry_from === null || contract === 'will_call' ? null : lastDeliveryDayBefore(dry_from)
  const latest = [last, ordered_for].filter((one) => one !== null).toSorted()[0] ?? asked.day
  return { rank, reason, params, latest: latest < today ? today : latest }
}

function mostPressing(needs: readonly (Need | null)[]): Need | null {
  return needs.filter((one) => one !== null).toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? null
}

const rankOf = ({ rank }: Need) => NEED_RANKS.indexOf(rank)
