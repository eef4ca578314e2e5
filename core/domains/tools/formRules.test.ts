import { expect, test } from 'vitest'
import { areRulesSound } from './formRules.ts'

test.each([
  null,
  '',
  'required',
  'required|min:1|max:65',
  'regex:^[A-Z]{2}-\\d+$',
  'decimal:18,6|email',
  'regex:^(?:[a-z]{3})+$',
])('%s says something', (rules) => {
  expect(areRulesSound(rules)).toBe(true)
})

test.each([
  'needed',
  'min:many',
  'required|whatever',
  'regex:(a+)+$',
  'regex:(a*)*',
  'regex:((ab)+c)*',
  'regex:([a-z]+){2,}',
  'regex:(a?)+',
  'regex:^(?=a)',
  'regex:(a)\\1',
  'regex:.*.*.*.*x',
  'regex:[a-',
  `regex:${'a'.repeat(201)}`,
])('%s means nothing, or may never end', (rules) => {
  expect(areRulesSound(rules)).toBe(false)
})
