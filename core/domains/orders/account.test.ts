import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AGEING_BUCKETS, ageingOf, bucketOf, spread, statementOf } from './account.ts'

const cents = fc
  .integer({ min: -9_999_999, max: 9_999_999 })
  .map((value) => new Decimal(value).div(100).toFixed(3))
const above = fc.integer({ min: 0, max: 9_999_999 }).map((value) => new Decimal(value).div(100).toFixed(3))
const day = fc.integer({ min: 1, max: 28 }).map((value) => `2026-02-${String(value).padStart(2, '0')}`)
const sum = (some: readonly string[]) => some.reduce((all, item) => all.plus(item), new Decimal(0))

test.each([
  ['2026-03-01', 'current'],
  ['2026-03-02', 'current'],
  ['2026-02-28', 'days_30'],
  ['2026-01-30', 'days_30'],
  ['2026-01-29', 'days_60'],
  ['2025-12-31', 'days_60'],
  ['2025-12-30', 'days_90'],
  ['2025-12-01', 'days_90'],
  ['2025-11-30', 'older'],
])('a balance due on %s is %s on March 1st', (due, bucket) =>
  expect(bucketOf(due, '2026-03-01')).toBe(bucket),
)

test('ages add up to the balances less unapplied money', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ due_date: day, balance: above })),
      above,
      day,
      (balances, unapplied, today) => {
        const { total, unapplied: rest, ...buckets } = ageingOf(balances, unapplied, today)
        const owed = sum(balances.map(({ balance }) => balance))
        expect(sum(AGEING_BUCKETS.map((name) => buckets[name])).equals(owed)).toBe(true)
        expect(owed.minus(rest).equals(total)).toBe(true)
      },
    ),
  )
})

test('a statement closes at opening plus charges less payments, for any period', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ date: day, amount: cents })), day, day, (entries, one, other) => {
      const [from, to] = [one, other].toSorted() as [string, string]
      const result = statementOf(entries, { from, to })
      expect(
        new Decimal(result.opening).plus(result.charges).minus(result.payments).equals(result.closing),
      ).toBe(true)
      expect(result.lines.at(-1)?.balance ?? result.opening).toBe(result.closing)
      // The statements before and after join it.
      const before = statementOf(entries, { from: '2026-01-01', to: '2026-01-31' })
      expect(before.closing).toBe('0.000')
      const all = statementOf(entries, { from: '2026-01-01', to: '2026-03-01' })
      const after = sum(entries.filter(({ date }) => date > to).map(({ amount }) => amount))
      expect(new Decimal(result.closing).plus(after).equals(all.closing)).toBe(true)
    }),
  )
})

test('an amount is spread over balances in their order, never beyond one', () => {
  expect(spread('150', ['100', '80', '20'])).toEqual(['100.000', '50.000', '0.000'])
  fc.assert(
    fc.property(above, fc.array(above), (amount, balances) => {
      const parts = spread(amount, balances)
      expect(parts.every((part, index) => new Decimal(part).lte(balances[index]!))).toBe(true)
      expect(sum(parts).equals(Decimal.min(amount, sum(balances)))).toBe(true)
    }),
  )
})
