import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CandidateRule, decidePrice, type PriceQuestion } from './decidePrice.ts'
import { RULE_LEVELS } from './priceSources.ts'

const GALLON = { unit_id: 1, litres: '3.785411784' }
const LITRE = { unit_id: 2, litres: '1' }
const DRUM = { unit_id: 3, litres: null }
const NOON = { at: '2026-03-10T12:00:00Z', date: '2026-03-10' }

let count = 0
const rule = (more: Partial<CandidateRule> = {}): CandidateRule => ({
  ...GALLON,
  price_rule_id: ++count,
  ...{ level: 'price_list', distance: 0, narrowness: 2, from_quantity: '0.000', from_date: '2026-01-01' },
  ...{ to_date: null, price_by: 'order', unit_price: '3.500000', terminal_id: null, margin: '0' },
  ...{ max_posted_days: null, is_foreign: false, posted: [] },
  ...more,
})
const rack = (margin: string, posted: CandidateRule['posted'], more: Partial<CandidateRule> = {}) =>
  rule({ unit_price: null, terminal_id: 7, margin, posted, ...more })
const posted = (unit_price: string, valid_from: string, unit = GALLON) => ({
  ...unit,
  unit_price,
  valid_from,
})
const price = (rules: CandidateRule[], more: Partial<PriceQuestion> = {}) =>
  decidePrice({
    ...{ unit: GALLON, quantity: '100', order: NOON, delivery: null, rules },
    ...{ last_price: null, list_price: null },
    ...more,
  })
const LAST = { unit_price: '9.000000', date: '2026-02-01' }

describe('worked examples', () => {
  // State of Connecticut, DAS, Fuel Contract Pricing (FAQ): rack average for New Haven minus $0.0100, on the day of delivery.
  test('the contract price of the State of Connecticut: rack average minus a cent, by the day of delivery', () => {
    const rules = [
      rack('-0.0100', [posted('2.4512', '2026-03-09T22:00:00Z'), posted('2.5033', '2026-03-11T22:00:00Z')], {
        price_by: 'delivery',
      }),
    ]
    expect(price(rules).unit_price).toBe('2.441200')
    const delivery = { at: '2026-03-12T14:00:00Z', date: '2026-03-12' }
    expect(price(rules, { delivery })).toMatchObject({ unit_price: '2.493300', price_by: 'delivery' })
  })

  // OPIS, Fuel Buying 101: rack prices change at 6 p.m.
  test('a rack price that changes in the evening applies to loads after it', () => {
    const rules = [
      rack('0.12', [posted('2.40', '2026-03-09T23:00:00Z'), posted('2.46', '2026-03-10T23:00:00Z')]),
    ]
    const at = (time: string) => price(rules, { order: { at: time, date: '2026-03-10' } }).unit_price
    expect(at('2026-03-10T22:59:59Z')).toBe('2.520000')
    expect(at('2026-03-10T23:00:00Z')).toBe('2.580000')
  })

  // NIST Handbook 44, Appendix C: one US gallon is exactly 3.785411784 litres.
  test('a price per gallon is converted to litres exactly and rounded once, half up, to 6 decimals', () => {
    expect(price([rule({ unit_price: '3.785411784' })], { unit: LITRE }).unit_price).toBe('1.000000')
    expect(price([rule({ unit_price: '3.50' })], { unit: LITRE }).unit_price).toBe('0.924602')
    const inLitres = [rack('0.10', [posted('0.65', '2026-03-01T00:00:00Z', LITRE)])]
    expect(price(inLitres).unit_price).toBe(new Decimal('0.65').times('3.785411784').plus('0.10').toFixed(6))
  })
})

describe('order of precedence', () => {
  test('agreement, place, class, price list, last price, list price', () => {
    const all = [...RULE_LEVELS].reverse().map((level, index) => rule({ level, unit_price: `${index + 1}` }))
    const fallbacks = { last_price: LAST, list_price: '8.000000' }
    const sources = [0, 1, 2, 3, 4].map((left) => price(all.slice(0, 4 - left), fallbacks).source)
    expect(sources).toEqual([...RULE_LEVELS, 'last_price'])
    expect(price([], { list_price: '8.000000' })).toMatchObject({
      source: 'list_price',
      unit_price: '8.000000',
    })
    expect(price([])).toMatchObject({ source: null, unit_price: null, steps: [] })
  })

  test('within a level the nearer company, the narrower product, the higher tier, then the later start', () => {
    const wins = (winner: Partial<CandidateRule>, loser: Partial<CandidateRule>) => {
      const level = 'agreement' as const
      const [one, other] = [rule({ level, ...winner }), rule({ level, ...loser })]
      expect(price([one, other]).price_rule_id).toBe(one.price_rule_id)
      expect(price([other, one]).price_rule_id).toBe(one.price_rule_id)
    }
    wins({ distance: 0, narrowness: 0 }, { distance: 1, narrowness: 2 })
    wins({ narrowness: 2 }, { narrowness: 1, from_quantity: '100' })
    wins({ from_quantity: '100', from_date: '2026-01-01' }, { from_quantity: '50', from_date: '2026-03-01' })
    wins({ from_date: '2026-03-01' }, { from_date: '2026-01-01' })
  })

  test('a rule outside its days, below its tier or in another measure is skipped with a reason', () => {
    const rules = [
      rule({ level: 'agreement', from_date: '2026-03-11' }),
      rule({ level: 'place', to_date: '2026-03-09' }),
      rule({ level: 'class', from_quantity: '100.001' }),
      rule({ ...DRUM, unit_price: '200' }),
    ]
    const found = price(rules, { last_price: LAST })
    expect(found.source).toBe('last_price')
    expect(found.steps.map(({ outcome }) => outcome)).toEqual([
      'not_yet',
      'over',
      'below_quantity',
      'other_unit',
      'used',
    ])
  })

  test('a tier in gallons is judged by litres of the line', () => {
    const rules = [rule({ from_quantity: '100', unit_price: '3' }), rule({ unit_price: '4' })]
    expect(price(rules, { unit: LITRE, quantity: '378.541' }).source).toBe('price_list')
    expect(price(rules, { unit: LITRE, quantity: '378.541' }).steps[0]!.outcome).toBe('below_quantity')
    expect(price(rules, { unit: LITRE, quantity: '378.542' }).steps[0]!.outcome).toBe('used')
  })
})

describe('a rule without a price', () => {
  const nowhere = (rules: CandidateRule[]) =>
    price([...rules, rule({ narrowness: 0 })], { last_price: LAST, list_price: '8.000000' })

  test.each([
    ['no_posted_price', rack('0.1', [])],
    ['no_posted_price', rack('0.1', [posted('2', '2026-03-10T12:00:01Z')])],
    ['posted_too_old', rack('0.1', [posted('2', '2026-03-07T11:59:59Z')], { max_posted_days: 3 })],
    ['other_currency', rule({ is_foreign: true })],
    ['not_above_zero', rack('-2.5', [posted('2.5', '2026-03-10T00:00:00Z')])],
  ])('%s: the line stays unpriced, and no later source replaces it', (problem, one) => {
    const found = nowhere([one])
    expect(found).toMatchObject({ unit_price: null, problem, price_rule_id: one.price_rule_id })
    expect(found.steps.slice(1).map(({ outcome }) => outcome)).toEqual(['lower', 'lower', 'lower'])
  })

  test('a posted price counts until it exceeds its maximum age', () => {
    expect(price([rack('0', [posted('2', '2026-03-07T12:00:00Z')], { max_posted_days: 3 })]).unit_price).toBe(
      '2.000000',
    )
  })
})

describe('properties', () => {
  const amount = fc
    .integer({ min: 1, max: 9_999_999 })
    .map((value) => new Decimal(value).dividedBy(1e6).toFixed(6))
  const anyRule = fc
    .record({
      level: fc.constantFrom(...RULE_LEVELS),
      narrowness: fc.integer({ min: 0, max: 2 }),
      distance: fc.integer({ min: 0, max: 2 }),
      from_quantity: fc.constantFrom('0.000', '50.000', '500.000'),
      from_date: fc.constantFrom('2026-01-01', '2026-03-01', '2026-04-01'),
      unit_price: fc.option(amount),
      margin: amount,
      rack: fc.option(amount),
    })
    .map(({ rack: base, unit_price, ...more }) =>
      rule({
        ...more,
        unit_price,
        terminal_id: unit_price === null ? 7 : null,
        posted: base === null ? [] : [posted(base, '2026-03-01T00:00:00Z')],
      }),
    )
  const rules = fc.array(anyRule, { maxLength: 8 })

  test('the order of the rules does not matter', () => {
    fc.assert(
      fc.property(
        rules.chain((some) =>
          fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
        ),
        ([some, shuffled]) => {
          expect(price(shuffled)).toEqual(price(some))
        },
      ),
    )
  })

  test('at most one step is used, no earlier step applies, and the price comes from that step', () => {
    fc.assert(
      fc.property(rules, (some) => {
        const { steps, unit_price, source } = price(some, { last_price: LAST })
        const at = steps.findIndex(
          ({ outcome }) => !['not_yet', 'over', 'below_quantity', 'other_unit'].includes(outcome),
        )
        expect(steps.filter(({ outcome }) => outcome === 'used').length).toBeLessThanOrEqual(1)
        expect(steps.slice(at + 1).every(({ outcome }) => outcome !== 'used')).toBe(true)
        expect(source).toBe(steps[at]!.source)
        const { outcome, base, margin } = steps[at]!
        expect(unit_price).toBe(outcome === 'used' ? new Decimal(base!).plus(margin ?? 0).toFixed(6) : null)
      }),
    )
  })

  test('a rule of lower precedence changes no price', () => {
    fc.assert(
      fc.property(rules, anyRule, (some, more) => {
        const [without, with_] = [price(some), price([...some, more])]
        if (with_.price_rule_id !== more.price_rule_id) expect(with_.unit_price).toBe(without.unit_price)
      }),
    )
  })
})
