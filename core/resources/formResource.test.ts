import { expect, test } from 'vitest'
import { tags } from '#core/domains/devices/tags.ts'
import type { Resource } from './definition.ts'
import { type FormField, rulesOf } from './fields/formField.ts'
import { formResource } from './formResource.ts'

const kind: Resource = tags
const FIELDS = [
  { name: 'tag', input_type: 'text', max_len: 9_999, default_value: 'Route', comments: 'North or south' },
  { name: 'company_id', input_type: 'select' },
  { name: 'gone', input_type: 'text' },
] as const

test('a form narrows its kind, adds its notes, and omits fields that the kind does not have', () => {
  const { fields, form } = formResource(kind, FIELDS)
  expect(form).toEqual([{ section: 'details', fields: ['tag', 'company_id'] }])
  expect(fields['tag']).toMatchObject({ max: tags.fields.tag.max, default: 'Route', note: 'North or south' })
})

test('sections keep their order, each with its own fields', () => {
  const { form } = formResource(kind, FIELDS, [
    { name: 'details', title: null, fields: ['tag', 'gone'] },
    { name: 'form_2', title: 'whose', fields: ['company_id'] },
  ])
  expect(form).toEqual([
    { section: 'details', fields: ['tag'] },
    { section: 'form_2', fields: ['company_id'] },
  ])
})

test('rules are separated by a bar', () => {
  expect(rulesOf({ rules: ' required | min:1||max:65 ' })).toEqual(['required', 'min:1', 'max:65'])
  expect(rulesOf({ rules: '' })).toEqual([])
  expect(rulesOf({ rules: null })).toEqual([])
})

const MIXED = {
  ...tags,
  fields: {
    word: { kind: 'text', max: 20, min: 2 },
    free: { kind: 'text', max: 20 },
    must: { kind: 'text', max: 20, required: true },
    count: { kind: 'integer' },
    yes: { kind: 'flag' },
    whose: { kind: 'reference', to: 'companies' },
    letter: { kind: 'choice', of: ['1', '2'] },
    digit: { kind: 'choice', of: [1, 2] },
    total: { kind: 'integer', computed: true },
  },
} as unknown as Resource

test.each<[Partial<FormField>, object]>([
  [{ name: 'word' }, { kind: 'text', max: 20, min: 2 }],
  [
    { name: 'word', rules: 'min:1|required' },
    { kind: 'text', max: 20, min: 2, required: true },
  ],
  [
    { name: 'must', rules: null },
    { kind: 'text', max: 20, required: true },
  ],
  [
    { name: 'word', min_len: 5, max_len: 10 },
    { kind: 'text', max: 10, min: 5 },
  ],
  [
    { name: 'word', min_len: 1, max_len: 30 },
    { kind: 'text', max: 20, min: 2 },
  ],
  [
    { name: 'free', min_len: 0 },
    { kind: 'text', max: 20, min: 0 },
  ],
  [
    { name: 'free', input_type: 'textarea' },
    { kind: 'long_text', max: 20 },
  ],
  [
    { name: 'free', comments: '' },
    { kind: 'text', max: 20 },
  ],
  [
    { name: 'free', default_value: '7', comments: 'as agreed' },
    { kind: 'text', max: 20, default: '7', note: 'as agreed' },
  ],
  [
    { name: 'count', default_value: '7', max_len: 3 },
    { kind: 'integer', default: 7 },
  ],
  [{ name: 'count', input_type: 'textarea', min_len: 2 }, { kind: 'integer' }],
  [
    { name: 'yes', default_value: '1' },
    { kind: 'flag', default: 1 },
  ],
  [
    { name: 'whose', default_value: '3' },
    { kind: 'reference', to: 'companies', default: 3 },
  ],
  [
    { name: 'letter', default_value: '2' },
    { kind: 'choice', of: ['1', '2'], default: '2' },
  ],
  [
    { name: 'digit', default_value: '2', comments: 'one' },
    { kind: 'choice', of: [1, 2], default: 2, note: 'one' },
  ],
])('a field in a form with %j is %j', (properties, expected) => {
  const field = { input_type: 'text', ...properties } as FormField
  expect(formResource(MIXED, [field]).fields[field.name]).toEqual(expected)
})

test('computed fields are left out', () => {
  const { fields, form } = formResource(MIXED, [{ name: 'total', input_type: 'number', default_value: '9' }])
  expect(form).toEqual([{ section: 'details', fields: [] }])
  expect(fields['total']).toEqual({ kind: 'integer', computed: true })
})
