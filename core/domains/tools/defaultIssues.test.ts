import { expect, test } from 'vitest'
import { defaultIssues } from './defaultIssues.ts'

test.each([
  [{ default_value: null }],
  [{ default_value: '' }],
  [{}],
  [{ default_value: 'x' }],
  [{ data_type: 'integer', default_value: '7' }],
  [{ data_type: 'flag', default_value: '1' }],
  [{ data_type: 'decimal', default_value: '7.25' }],
  [{ data_type: 'choice', choices: ['a', 'b'], default_value: 'b' }],
  [{ data_type: 'text', max_length: 3, default_value: 'abc' }],
] as const)('%j may stand there', (field) => {
  expect(defaultIssues(field as object)).toEqual([])
})

test.each([
  [{ data_type: 'integer', default_value: 'x' }, 'type_int'],
  [{ data_type: 'integer', default_value: '9', max_value: '8' }, 'too_high'],
  [{ data_type: 'integer', default_value: '1', min_value: '2' }, 'too_low'],
  [{ data_type: 'flag', default_value: '2' }, 'flag'],
  [{ data_type: 'decimal', default_value: '7.255' }, 'decimal_size'],
  [{ data_type: 'choice', choices: ['a'], default_value: 'b' }, 'choice'],
  [{ data_type: 'text', max_length: 3, default_value: 'abcd' }, 'too_long'],
  [{ data_type: 'email', default_value: 'nobody' }, 'email'],
  [{ data_type: 'date', default_value: 'x' }, 'date'],
] as const)('%j may not: %s', (field, rule) => {
  const issues = defaultIssues(field as object)
  expect(issues).toMatchObject([{ field: 'default_value' }])
  if (!rule.startsWith('type_')) expect(issues).toMatchObject([{ rule }])
})
