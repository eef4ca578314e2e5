import { expect, it } from 'vitest'
import { z } from 'zod'
import { issuesOf, ruleMessage } from './schemaIssues.ts'

const Body = z.object({ method: z.enum(['cash', 'check']) })
const issues = (body: unknown) => issuesOf(Body.safeParse(body, { reportInput: true }).error!)

it('distinguishes a missing choice from an invalid one', () => {
  expect(issues({})).toEqual([{ field: 'method', rule: 'required' }])
  expect(issues({ method: null })).toEqual([{ field: 'method', rule: 'required' }])
  expect(issues({ method: 'gold' })).toEqual([{ field: 'method', rule: 'choice' }])
})

const found = (schema: z.ZodType, value: unknown) => issuesOf(schema.safeParse(value).error!)

it.each<[string, z.ZodType, unknown, object]>([
  ['nothing', z.string(), undefined, { rule: 'required' }],
  ['null', z.string(), null, { rule: 'required' }],
  ['a number for a text', z.string(), 1, { rule: 'type_string' }],
  ['a text for a number', z.number(), 'null', { rule: 'type_number' }],
  ['an empty text', z.string().min(1), '', { rule: 'required' }],
  ['a short text', z.string().min(3), 'ab', { rule: 'too_short', params: { min: 3 } }],
  ['a long text', z.string().max(3), 'abcd', { rule: 'too_long', params: { max: 3 } }],
  ['a number below nothing', z.number().min(0), -1, { rule: 'not_negative' }],
  ['a low number', z.number().min(1), 0, { rule: 'too_low', params: { min: 1 } }],
  ['a high number', z.number().max(3), 4, { rule: 'too_high', params: { max: 3 } }],
  ['a long list', z.array(z.any()).max(1), [1, 2], { rule: 'too_high', params: { max: 1 } }],
  ['no day', z.iso.date(), 'x', { rule: 'date' }],
  ['no moment', z.iso.datetime(), 'x', { rule: 'date' }],
  ['no e-mail address', z.email(), 'x', { rule: 'format' }],
  ['a number of no step', z.number().multipleOf(2), 3, { rule: 'format' }],
])('%s is reported by its rule', (_, schema, value, expected) => {
  expect(found(schema, value)).toEqual([{ field: '', ...expected }])
})

it('reports all issues with their paths', () => {
  const Order = z.object({ lines: z.array(z.object({ price: z.number() })), note: z.string() })
  expect(found(Order, { lines: [{ price: 1 }, {}] })).toEqual([
    { field: 'lines.1.price', rule: 'required' },
    { field: 'note', rule: 'required' },
  ])
})

it.each([
  'characters choice color decimal decimal_range decimal_size email flag not_zero phone pipe_ends pipe_spaces public_id',
  'letter_first mobile_required password_required required route slug drawing time time_zone unique_items url username week_windows window_order window_overlap',
])('passes our own rules through: %s', (rules) => {
  for (const rule of rules.split(' ')) {
    const refused = z.string().refine(() => false, { error: rule, params: { scale: 2 } })
    expect(found(refused, 'x')).toEqual([{ field: '', rule, params: { scale: 2 } }])
  }
  const other = z.string().refine(() => false, { error: 'a text of its own' })
  expect(found(other, 'x')).toEqual([{ field: '', rule: 'format' }])
})

it('reports one rule for wrong input, and another for missing input', () => {
  expect([{}, { input: null }, { input: '' }, { input: 0 }].map(ruleMessage('flag'))).toEqual([
    'required',
    'required',
    'flag',
    'flag',
  ])
  expect(ruleMessage('flag', 'mobile_required')({})).toBe('mobile_required')
  expect(ruleMessage(undefined)({ input: 'x' })).toBeUndefined()
})
