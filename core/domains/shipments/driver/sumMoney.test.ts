import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumMoney } from './sumMoney.ts'

const marks = (currency_id: number) => ({
  ...{ currency_id, code: `C${currency_id}`, prefix: null, suffix: null, precision: 2 },
  ...{ decimal: null, thousands: null, mask: null },
})
const anyTaken = fc.array(
  fc.record({
    method: fc.constantFrom('cash' as const, 'check' as const),
    cents: fc.integer({ min: 1, max: 99_999_999 }),
    currency: fc.integer({ min: 1, max: 3 }),
  }),
)

test('cash and checks are summed separately by currency, to the cent', () => {
  fc.assert(
    fc.property(anyTaken, (all) => {
      const sums = sumMoney(
        all.map(({ method, cents, currency }) => ({
          method,
          amount: (cents / 100).toFixed(2),
          currency: marks(currency),
        })),
      )
      for (const { currency, cash, checks, count } of sums) {
        const mine = all.filter((item) => item.currency === currency.currency_id)
        const cents = (method: string) =>
          mine.filter((item) => item.method === method).reduce((sum, item) => sum + item.cents, 0)
        expect(Math.round(Number(cash) * 100)).toBe(cents('cash'))
        expect(Math.round(Number(checks) * 100)).toBe(cents('check'))
        expect(count).toBe(mine.filter(({ method }) => method === 'check').length)
      }
      expect(sums).toHaveLength(new Set(all.map(({ currency }) => currency)).size)
    }),
  )
})
