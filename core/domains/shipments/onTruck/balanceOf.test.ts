import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceOf, closeBalance, drawnFrom, type Movements, meterSign, sumOf } from './balanceOf.ts'

const GALLON = '3.785411784'
const gallons = (count: number) => new Decimal(count).times(GALLON).toFixed()
const moved = (more: Partial<Movements> = {}): Movements => ({
  ...{ carried: '0', lifted: ['5000'], metered: '0', returned: '0', isGas: false },
  ...more,
})

test('the balance is loaded plus carried over, minus metered and returned', () => {
  expect(
    balanceOf(moved({ carried: '120', lifted: ['3000', '2000'], metered: '4600', returned: '400' })),
  ).toMatchObject({
    loaded: '5000',
    book: '120',
  })
})

test('the loaded volume is unknown without a lift ticket, and there is no difference', () => {
  const unknown = moved({ lifted: [], metered: '4600' })
  expect(balanceOf(unknown).book).toBeNull()
  expect(closeBalance(unknown, null)).toMatchObject({ on_board: '0', difference: null, isBeyond: false })
  expect(closeBalance(unknown, '300')).toMatchObject({ on_board: '300', difference: null })
})

describe('closing a round', () => {
  test('leaves the expected content in a compartment without inspection', () => {
    expect(closeBalance(moved({ metered: '4000' }), null)).toMatchObject({
      on_board: '1000',
      difference: '0',
      isBeyond: false,
    })
  })
  test('leaves the compartment empty if the rest is below the precision of meters', () => {
    expect(closeBalance(moved({ metered: '4985' }), null)).toMatchObject({
      on_board: '0',
      difference: '-15',
      isBeyond: false,
    })
  })
  test.each([
    ['more was metered than was on board', { metered: '5100' }, null],
    ['less was found than should be there', { metered: '4000' }, '800'],
    ['more was found than should be there', { metered: '4000' }, '1200'],
  ] as const)('needs a reason where %s', (_, more, found) => {
    expect(closeBalance(moved(more), found).isBeyond).toBe(true)
  })
  test('allows liquefied gas the wider margin of its meters', () => {
    const off = moved({ metered: '5060' })
    expect(closeBalance(off, null).isBeyond).toBe(true)
    expect(closeBalance({ ...off, isGas: true }, null).isBeyond).toBe(false)
  })
})

describe('volume metered beyond a compartment’s content', () => {
  const one = (lifted: string, metered: string, more: object = {}) => ({
    ...{ movements: moved({ lifted: [lifted], metered }), product_id: 1, isFound: false, ...more },
  })
  test('came from other compartments with the same product', () => {
    expect(drawnFrom([one('300', '900'), one('638', '0')])).toEqual(['300', '600'])
    expect(drawnFrom([one('300', '900'), one('200', '0'), one('500', '100')])).toEqual(['300', '200', '500'])
  })
  test('stays if no other compartment holds the product, if a person inspected the compartment, or if meter tolerance explains it', () => {
    expect(drawnFrom([one('300', '900'), one('638', '0', { product_id: 2 })])).toEqual(['900', '0'])
    expect(drawnFrom([one('300', '900'), one('638', '0', { isFound: true })])).toEqual(['900', '0'])
    expect(drawnFrom([one('300', '301'), one('638', '0')])).toEqual(['301', '0'])
    expect(drawnFrom([one('300', '900'), one('200', '0')])).toEqual(['700', '200'])
  })
})

describe('the first sign of a bad meter', () => {
  const round = (difference: string | null, reason: string | null = null) => ({
    ...{ metered: '5000', difference, reason, isGas: false },
  })
  test('is five rounds with the same sign, in total beyond the tolerance of a meter', () => {
    expect(meterSign(Array(5).fill(round('40')))).toEqual({ percent: 0.8, rounds: 5 })
    expect(meterSign(Array(7).fill(round('-25')))).toEqual({ percent: -0.5, rounds: 7 })
  })
  test.each([
    ['fewer rounds', Array(4).fill(round('40'))],
    ['less than the tolerance of a meter', Array(9).fill(round('14'))],
    ['one with the other sign', [round('40'), round('-1'), ...Array(6).fill(round('40'))]],
    ['nothing reconciled', Array(9).fill(round(null))],
  ])('is not %s', (_, rounds) => {
    expect(meterSign(rounds)).toBeNull()
  })
  test('ignores a round with another explanation', () => {
    expect(meterSign([round('-900', 'spilled'), ...Array(5).fill(round('40'))])).toMatchObject({ rounds: 5 })
  })
})

/** Simulates a sequence of mishaps on a truck, as recorded and as they happened. */
const anyRound = fc.record({
  // Whole gallons on bills of lading; tenths on meters.
  lifts: fc.array(fc.integer({ min: 400, max: 2500 }), { minLength: 1, maxLength: 2 }),
  part: fc.integer({ min: 0, max: 100 }),
  error: fc.constantFrom('none', 'none', 'none', 'other_compartment', 'mistyped', 'return', 'correction'),
  size: fc.integer({ min: 150, max: 390 }),
  hasReturn: fc.boolean(),
})

test('balances match the content in a thousand rounds with planted errors, and each error shows', () => {
  let planted = 0
  fc.assert(
    fc.property(fc.array(anyRound, { minLength: 1000, maxLength: 1000 }), (rounds) => {
      const totals = { lifted: ['0'], gone: ['0'], difference: ['0'] }
      // Tenths of a gallon that each of two compartments actually holds, and the recorded carry-over.
      const actual = [0, 0]
      const carried = ['0', '0']
      for (const { lifts, part, error, size, hasReturn } of rounds) {
        const one = lifts.reduce((sum, lift) => sum + lift * 10, 0)
        actual[0]! += one
        actual[1]! += 20_000
        const delivered = Math.floor(((actual[0]! - 4000) * part) / 100)
        actual[0]! -= delivered
        const back = hasReturn ? Math.min(actual[0]!, 700) : 0
        actual[0]! -= back
        const recorded = { metered: [delivered, 15_000], returned: [back, 0], lifts: lifts.map(String) }
        actual[1]! -= 15_000
        if (error === 'other_compartment') {
          // Metered from the second compartment, recorded for the first.
          actual[0]! += size
          actual[1]! -= size
        }
        if (error === 'mistyped') recorded.metered[0]! += size
        if (error === 'return') actual[0]! -= size
        const first = error === 'correction' ? [...recorded.lifts, String(size)] : recorded.lifts
        const movements = (at: number, some: readonly string[]): Movements => ({
          carried: carried[at]!,
          lifted: some.map((lift) => gallons(Number(lift))),
          metered: gallons(recorded.metered[at]! / 10),
          returned: gallons(recorded.returned[at]! / 10),
          isGas: false,
        })
        const found = actual.map((tenths) => gallons(tenths / 10))
        if (error === 'correction') {
          // A mistyped lift: once corrected before the round is closed, the balance matches.
          const mistaken = closeBalance(movements(0, first), found[0]!)
          expect(mistaken.difference).toBe(gallons(-size))
          expect(mistaken.isBeyond).toBe(size * Number(GALLON) > Number(mistaken.margin))
        }
        const some = [recorded.lifts, ['2000']]
        for (const at of [0, 1]) {
          const closed = closeBalance(movements(at, some[at]!), found[at]!)
          const off =
            error === 'other_compartment' ? (at === 0 ? size : -size) : at === 1 ? 0 : errorOf(error, size)
          expect(closed.difference).toBe(off === 0 ? '0' : gallons(off / 10))
          expect(closed.isBeyond).toBe(Math.abs(off / 10) * Number(GALLON) > Number(closed.margin))
          if (off !== 0) planted += 1
          totals.lifted.push(...movements(at, some[at]!).lifted)
          totals.gone.push(movements(at, some[at]!).metered, movements(at, some[at]!).returned)
          totals.difference.push(closed.difference!)
          carried[at] = closed.on_board
        }
        // The rest in the second is pumped off before it overflows, and recorded.
        const off = Math.max(actual[1]! - 9000, 0)
        actual[1]! -= off
        totals.gone.push(gallons(off / 10))
        carried[1] = sumOf([carried[1]!, gallons(-off / 10)])
      }
      const inLitres = new Decimal(sumOf(totals.lifted))
        .minus(sumOf(totals.gone))
        .plus(sumOf(totals.difference))
      expect(inLitres.toFixed()).toBe(new Decimal(sumOf(carried)).toFixed())
      expect(sumOf(carried)).toBe(gallons((actual[0]! + actual[1]!) / 10))
    }),
    { numRuns: 3 },
  )
  expect(planted).toBeGreaterThan(500)
})

function errorOf(error: string, size: number): number {
  if (error === 'mistyped') return size
  return error === 'return' ? -size : 0
}
