import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkHours, type Duty } from './checkHours.ts'
import { HOURS_RULES, type HoursRuleName, hoursRuleOf } from './hoursRules.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Consecutive duties: hours of driving (`d`), other work (`w`) and off duty (`o`), from an hour of the first day on. */
function duties(text: string, from = 6): Duty[] {
  let time = from * HOUR
  return text.split(' ').flatMap((part): Duty[] => {
    const length = Number(part.slice(1)) * HOUR
    const begins = time
    time += length
    if (part[0] === 'o') return []
    return [{ kind: part[0] === 'd' ? 'driving' : 'work', from: begins, until: time }]
  })
}

const broken = (rule: HoursRuleName, round: string, earlier: Duty[] = [], from = 6) =>
  checkHours(hoursRuleOf(rule)!, { earlier, round: duties(round, from), midnight: 0 }).map(
    (item) => item.rule,
  )

describe('49 CFR 395.3, property-carrying drivers', () => {
  test.each<[string, string, string[]]>([
    ['eleven hours of driving in a day, with a break', 'd8 o0.5 d3', []],
    ['more than eleven', 'd8 o0.5 d3.1', ['hours_driving']],
    ['eight hours of driving and no more', 'd8', []],
    ['more than eight without an interruption of half an hour', 'd4 o0.4 d4.1', ['hours_break']],
    ['other work is an interruption of driving', 'd4 w0.5 d4.1', []],
    ['other work and time off in a row are one interruption', 'd4 w0.25 o0.25 d4.1', []],
    ['driving until the fourteenth hour after coming on duty', 'w3 d5 w3 d3', []],
    ['driving after it, whatever time was off between', 'w3 d5 o4 d2.5', ['hours_window']],
    ['other work after the fourteenth hour is not driving', 'w3 d5 w3 d3 w2', []],
    ['ten hours off duty start a new day', 'd8 o0.5 d3 o10 d8 o0.5 d3', []],
    ['less than ten do not', 'd8 o0.5 d3 o9.9 d1', ['hours_driving', 'hours_window']],
  ])('%s', (_, round, expected) => expect(broken('us_60_7', round)).toEqual(expected))

  test('sixty hours on duty in seven days, or seventy in eight', () => {
    // Ten hours a day from Monday on; the seventh day would exceed the limit.
    const week = Array.from({ length: 6 }, (_, day) => duties('d4 w4 d2', day * 24 + 6)).flat()
    expect(broken('us_60_7', 'd1', week, 6 * 24 + 6)).toEqual(['hours_week'])
    expect(broken('us_70_8', 'd1', week, 6 * 24 + 6)).toEqual([])
    const seven = [...week, ...duties('d4 w4 d2', 6 * 24 + 6)]
    expect(broken('us_70_8', 'd1', seven, 7 * 24 + 6)).toEqual(['hours_week'])
    // On the eighth day the first one no longer counts.
    expect(broken('us_60_7', 'd1', week, 7 * 24 + 6)).toEqual([])
  })

  test('thirty-four hours off duty restart the week', () => {
    const week = Array.from({ length: 5 }, (_, day) => duties('d4 w6 d2', day * 24 + 6)).flat()
    expect(broken('us_60_7', 'd4', week, 4 * 24 + 18 + 33)).toEqual(['hours_week'])
    expect(broken('us_60_7', 'd4', week, 4 * 24 + 18 + 34)).toEqual([])
  })

  test('short haul needs no break, but release within fourteen hours', () => {
    expect(broken('us_short_60_7', 'd9 w5')).toEqual([])
    expect(broken('us_short_60_7', 'd9 w5.1')).toEqual(['hours_window'])
  })
})

describe('Regulation (EC) No 561/2006', () => {
  test.each<[string, string, string[]]>([
    ['nine hours of driving in a day', 'd4.5 o0.75 d4.5', []],
    ['more than nine', 'd4.5 o0.75 d4.5 o0.75 d0.1', ['hours_driving']],
    ['more than four and a half without a break', 'd4.6', ['hours_break']],
    ['other work is not a break', 'd4 w0.75 d1', ['hours_break']],
    ['fifteen minutes, and thirty later', 'd2 o0.25 d2.5 o0.5 d4.5', []],
    ['thirty minutes, and fifteen later', 'd2 o0.5 d2.5 o0.25 d1', ['hours_break']],
    ['nine hours of rest end a day', 'd4.5 o0.75 d4.5 o9 d4.5', []],
  ])('%s', (_, round, expected) => expect(broken('eu', round)).toEqual(expected))
})

test('earlier duty counts, and its violations are not reported again', () => {
  expect(broken('eu', 'd2', duties('d3'), 9)).toEqual(['hours_break'])
  expect(broken('eu', 'w1', duties('d5'), 11)).toEqual([])
})

test('each rule is reported with the moment from which driving is no longer allowed', () => {
  const [issue] = checkHours(hoursRuleOf('us_60_7')!, {
    earlier: [],
    round: duties('d8 o0.5 d4'),
    midnight: 0,
  })
  expect(issue).toEqual({
    rule: 'hours_driving',
    at: (6 + 8.5 + 3) * HOUR,
    limit: 11 * HOUR,
    found: 12 * HOUR,
  })
})

const part = fc.tuple(
  fc.constantFrom('d', 'w', 'o'),
  fc.integer({ min: 1, max: 40 }).map((n) => n / 4),
)
const anyDuty = fc
  .array(part, { minLength: 1, maxLength: 14 })
  .map((all) => all.map(([kind, n]) => `${kind}${n}`).join(' '))
const rules = fc.constantFrom(...HOURS_RULES.filter((name) => name !== 'none'))

test('driving less never adds a violation, and shifting the calendar day changes nothing', () => {
  fc.assert(
    fc.property(anyDuty, rules, (text, name) => {
      const rule = hoursRuleOf(name)!
      const round = duties(text)
      const found = checkHours(rule, { earlier: [], round, midnight: 0 }).map((item) => item.rule)
      const less = checkHours(rule, { earlier: [], round: round.slice(0, -1), midnight: 0 })
      expect(found).toEqual(expect.arrayContaining(less.map((item) => item.rule)))
      const later = round.map((item) => ({ ...item, from: item.from + 3 * DAY, until: item.until + 3 * DAY }))
      const again = checkHours(rule, { earlier: [], round: later, midnight: 0 }).map((item) => item.rule)
      expect(again).toEqual(found)
    }),
  )
})

test('a carried-over day is judged as if it were one round', () => {
  fc.assert(
    fc.property(anyDuty, anyDuty, rules, (first, second, name) => {
      const rule = hoursRuleOf(name)!
      const earlier = duties(first)
      const begins = (earlier.at(-1)?.until ?? 6 * HOUR) / HOUR
      const round = duties(second, begins)
      const whole = checkHours(rule, { earlier: [], round: [...earlier, ...round], midnight: 0 })
      const carried = checkHours(rule, { earlier, round, midnight: 0 })
      for (const { rule: one } of carried) expect(whole.map((other) => other.rule)).toContain(one)
    }),
  )
})
