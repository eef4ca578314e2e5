import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SITE_CONTRACTS } from '#core/domains/companies/sites.ts'
import { addDays, lastDeliveryDayBefore, nextDeliveryDay } from './deliveryDays.ts'
import { judgeNeed, NEED_RANKS, type NeedQuestion } from './judgeNeed.ts'

/** A Wednesday. */
const DAY = '2026-11-25'
const questionOf = (more: Partial<NeedQuestion> = {}): NeedQuestion => ({
  today: DAY,
  day: DAY,
  next_day: nextDeliveryDay(DAY),
  contract: 'automatic',
  dry_from: null,
  dry_at: null,
  reorder_from: null,
  level: 'fine',
  room_share: 0.5,
  ordered_for: null,
  planned_on: null,
  ...more,
})
const judged = (more: Partial<NeedQuestion>) => {
  const need = judgeNeed(questionOf(more))
  return need && [need.rank, need.reason]
}

test('the next delivery is on the next delivery weekday', () => {
  expect(nextDeliveryDay('2026-11-25')).toBe('2026-11-26')
  expect(nextDeliveryDay('2026-11-27')).toBe('2026-11-30')
  expect(nextDeliveryDay('2026-11-27', [6])).toBe('2026-11-28')
  expect(lastDeliveryDayBefore('2026-11-30')).toBe('2026-11-27')
})

describe('by level', () => {
  test.each<[string, Partial<NeedQuestion>, [string, string] | null]>([
    ['dry for days, by its estimate', { dry_from: '2026-11-20' }, ['must', 'dry_already']],
    ['dry on the day itself', { dry_from: DAY }, ['must', 'dry_today']],
    ['dry before the next delivery day', { dry_from: '2026-11-26' }, ['must', 'dry_before_next']],
    [
      'over a weekend',
      { day: '2026-11-27', next_day: '2026-11-30', dry_from: '2026-11-29' },
      ['must', 'dry_before_next'],
    ],
    ['just after that', { dry_from: '2026-11-27' }, ['could', 'reorder_later']],
    [
      'at the reorder level, with time left',
      { level: 'urgent', dry_from: '2026-12-03' },
      ['should', 'at_reorder'],
    ],
    ['at the reorder level, without a forecast', { level: 'urgent' }, ['must', 'at_reorder']],
    [
      'down to the reorder level before the next day',
      { reorder_from: '2026-11-26' },
      ['should', 'reorder_before_next'],
    ],
    ['down to the reorder level some days later', { reorder_from: '2026-12-01' }, ['could', 'reorder_later']],
    ['no forecast, and enough in it', {}, null],
    ['low, and yet no room', { dry_from: '2026-11-26', room_share: 0.01 }, null],
  ])('%s', (_, more, expected) => expect(judged(more)).toEqual(expected))

  test('returns the days of its sentence and the latest day', () => {
    expect(
      judgeNeed(questionOf({ day: '2026-11-27', next_day: '2026-11-30', dry_from: '2026-11-29' })),
    ).toEqual({
      rank: 'must',
      reason: 'dry_before_next',
      params: { from: '2026-11-29', next: '2026-11-30' },
      latest: '2026-11-27',
    })
    expect(judgeNeed(questionOf({ dry_from: '2026-11-20' }))?.latest).toBe(DAY)
  })

  test('states when the tank ran dry, with each reason that depends on it', () => {
    const dry = { dry_from: '2026-11-20', dry_at: '2026-11-20T09:00:00.000Z' }
    const params = { from: dry.dry_from, dry_at: dry.dry_at }
    expect(judgeNeed(questionOf(dry))).toMatchObject({ reason: 'dry_already', params })
    expect(judgeNeed(questionOf({ ...dry, planned_on: '2026-11-27' }))).toMatchObject({
      ...{ reason: 'late_round', params: { ...params, on: '2026-11-27' } },
    })
  })

  test('an order does not hide that its tank has run dry', () => {
    const dry = { dry_from: '2026-11-20', dry_at: '2026-11-20T09:00:00.000Z' }
    expect(judged({ ...dry, ordered_for: DAY })).toEqual(['must', 'dry_already'])
    expect(judged({ dry_from: DAY, ordered_for: DAY })).toEqual(['must', 'order_today'])
  })
})

describe('by contract', () => {
  test('a will-call tank is offered, but never urgent because of a forecast', () => {
    expect(judged({ contract: 'will_call', dry_from: DAY })).toEqual(['could', 'low_will_call'])
    expect(judged({ contract: 'will_call', level: 'urgent' })).toBeNull()
    expect(judged({ contract: 'will_call', ordered_for: DAY })).toEqual(['must', 'order_today'])
  })

  test('a tank under a keep-full contract is filled as soon as it is worth a stop', () => {
    expect(judged({ contract: 'keep_full', room_share: 0.3 })).toEqual(['should', 'room_to_keep_full'])
    expect(judged({ contract: 'keep_full', room_share: 0.2 })).toBeNull()
  })
})

describe('by an order', () => {
  test.each<[string, [string, string]]>([
    ['2026-11-20', ['must', 'order_late']],
    [DAY, ['must', 'order_today']],
    ['2026-11-26', ['should', 'order_later']],
    ['2026-12-10', ['could', 'order_later']],
  ])('due %s', (ordered_for, expected) => expect(judged({ ordered_for })).toEqual(expected))

  test('says that the day is the usual one if the customer requested none', () => {
    expect(judgeNeed(questionOf({ ordered_for: DAY, is_usual_day: true }))?.params).toEqual({
      ...{ on: DAY, is_usual: true },
    })
  })

  test('due on a day without deliveries', () => {
    const weekend = { day: '2026-11-27', next_day: '2026-11-30' }
    expect(judged({ ...weekend, ordered_for: '2026-11-28' })).toEqual(['must', 'order_before_next'])
  })

  test('an order for a tank that runs dry earlier is as urgent as the tank', () => {
    expect(judged({ ordered_for: '2026-12-10', dry_from: DAY })).toEqual(['must', 'dry_today'])
  })
})

describe('on a round already', () => {
  test('nothing more is needed if the round comes in time', () => {
    expect(judged({ dry_from: '2026-11-26', planned_on: '2026-11-26' })).toBeNull()
    expect(judged({ planned_on: '2026-12-24', ordered_for: DAY })).toBeNull()
  })
  test('a round that comes too late is reported', () => {
    expect(judged({ dry_from: '2026-11-26', planned_on: '2026-11-27' })).toEqual(['must', 'late_round'])
  })
})

describe('always', () => {
  const day = fc.integer({ min: -5, max: 20 }).map((count) => addDays(DAY, count))
  const maybe = fc.option(day, { nil: null })
  const question = fc.record({
    contract: fc.constantFrom(...SITE_CONTRACTS),
    dry_from: maybe,
    reorder_from: maybe,
    level: fc.constantFrom('urgent' as const, 'mild' as const, 'fine' as const, null),
    room_share: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
    ordered_for: maybe,
    planned_on: maybe,
  })
  const pressing = (more: Partial<NeedQuestion>) => {
    const need = judgeNeed(questionOf(more))
    return need ? NEED_RANKS.indexOf(need.rank) : NEED_RANKS.length
  }

  test('running dry or being due a day earlier never lowers the urgency', () => {
    fc.assert(
      fc.property(question, (one) => {
        const unplanned = { ...one, planned_on: null }
        for (const name of ['dry_from', 'ordered_for'] as const) {
          const at = unplanned[name]
          if (at !== null)
            expect(pressing({ ...unplanned, [name]: addDays(at, -1) })).toBeLessThanOrEqual(
              pressing(unplanned),
            )
        }
      }),
    )
  })

  test('the later the next delivery day, the higher the urgency', () => {
    fc.assert(
      fc.property(question, fc.integer({ min: 1, max: 9 }), (one, days) => {
        expect(pressing({ ...one, next_day: addDays(DAY, days + 1) })).toBeLessThanOrEqual(
          pressing({ ...one, next_day: addDays(DAY, days) }),
        )
      }),
    )
  })

  test('the latest day is never before today', () => {
    fc.assert(
      fc.property(question, (one) => {
        const need = judgeNeed(questionOf(one))
        if (need) expect(need.latest >= DAY).toBe(true)
      }),
    )
  })
})
