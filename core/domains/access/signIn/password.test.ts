import { expect, test } from 'vitest'
import { passwordIssues } from './password.ts'

test.each([
  ['Abcdef1!', null],
  ['Abcdefghijklm12*', null],
  ['Aa1!@#$%^&*', null],
  ['', 'password_required'],
  [undefined, 'password_required'],
  [12345678, 'password_required'],
  ['Abcde1!', 'password_short'],
  ['Abcdefghijklmn12*', 'password_long'],
  ['abcdef1!', 'password_classes'],
  ['ABCDEF1!', 'password_classes'],
  ['Abcdefg!', 'password_classes'],
  ['Abcdefg1', 'password_classes'],
])('the password %j: %s', (password, rule) => {
  expect(passwordIssues(password)).toEqual(rule ? [{ field: 'password', rule }] : [])
})

test.each([
  ['Kx7#river-99', '-'],
  ['Abcdef1! ', '␣'],
  [' Abcdef1!', '␣'],
  ['Abcdef1!ä', 'ä'],
  ['Abc-def1!_-', '- _'],
])('the password %j has characters that are not allowed: %s', (password, characters) => {
  const rule = 'password_characters'
  expect(passwordIssues(password)).toEqual([{ field: 'password', rule, params: { characters } }])
})

test('all issues of a password’s characters are reported at once', () => {
  expect(passwordIssues('abc-def1!').map(({ rule }) => rule)).toEqual([
    'password_classes',
    'password_characters',
  ])
})

test('issues are reported at the field of the input', () => {
  for (const password of ['', 'x', 'x'.repeat(17), 'xxxxxxxx']) {
    expect(passwordIssues(password, 'new_password')).toMatchObject([{ field: 'new_password' }])
  }
})
