import { expect, test } from 'vitest'
import { z } from 'zod'
import { unknownFieldIssues } from './unknownFieldIssues.ts'

const names = (schema: z.ZodType, value: unknown) =>
  unknownFieldIssues(schema, value).map(({ field }) => field)
const Line = z.object({ product: z.string(), note: z.string().nullish() })

test('an undeclared name is reported with its path', () => {
  const Order = z.object({ lines: z.array(Line).optional(), to: Line.nullable() })
  expect(names(Order, { lines: [], to: null })).toEqual([])
  expect(
    names(Order, { lines: [{ product: 'a' }, { product: 'b', price: 1 }], to: { city: 'x' }, x: 1 }),
  ).toEqual(['lines.1.price', 'to.city', 'x'])
  expect(unknownFieldIssues(Line, { x: 1 }, 'details.')).toEqual([
    { field: 'details.x', rule: 'unknown_field' },
  ])
})

test('a value of another type has no names; its error is reported elsewhere', () => {
  for (const value of [null, undefined, 'x', 7, [{ x: 1 }]]) expect(names(Line, value)).toEqual([])
  for (const value of [null, 'x', { x: { x: 1 } }]) expect(names(z.array(Line), value)).toEqual([])
  for (const value of [null, 'x', [{ x: 1 }]]) expect(names(z.record(z.string(), Line), value)).toEqual([])
  expect(names(z.string(), { x: 1 })).toEqual([])
})

test('a schema that accepts anything declares every name, but not within its known parts', () => {
  const Open = z.looseObject({ line: Line })
  expect(names(Open, { line: { product: 'a', price: 1 }, more: { x: 1 } })).toEqual(['line.price'])
  expect(names(z.strictObject({ a: z.any() }), { a: { x: 1 }, b: 1 })).toEqual(['b'])
  expect(names(z.record(z.string(), Line), { north: { product: 'a', x: 1 } })).toEqual(['north.x'])
})

test('inherited properties are not fields', () => {
  expect(names(Line, { product: 'a', toString: 1, constructor: 1 })).toEqual(['toString', 'constructor'])
})

test('the matching one of several options decides, else a name must be declared by any', () => {
  const Either = z.union([z.object({ a: z.number() }), z.object({ b: z.number(), c: z.number().optional() })])
  expect(names(Either, { b: 1, x: 1 })).toEqual(['x'])
  expect(names(Either, { a: 1, b: 1 })).toEqual(['b'])
  expect(names(Either, { a: 'x', c: 1, x: 1 })).toEqual(['x'])
})

test('a transformed value is judged by its schema', () => {
  const Before = z.preprocess((value) => value ?? {}, Line)
  expect(names(Before, { product: 'a', x: 1 })).toEqual(['x'])
  expect(
    names(
      Line.transform(({ product }) => product),
      { product: 'a', x: 1 },
    ),
  ).toEqual(['x'])
})

test('the number of reported names is limited', () => {
  const value = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]))
  expect(names(Line, value)).toHaveLength(20)
})

test('a name is declared by any option if no option matches', () => {
  const [A, B, C] = ['a', 'b', 'c'].map((name) => z.object({ [name]: z.number() }))
  expect(names(z.union([A!, B!, C!]), { b: 'x', c: 'x', x: 1 })).toEqual(['x'])
})
