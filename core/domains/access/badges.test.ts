import { expect, test } from 'vitest'
import { badgeKindOf, normalBadge, qrCodeOf } from './badges.ts'

test('a reader’s output is accepted in any letter case, with surrounding blanks', () => {
  const code = qrCodeOf('0a'.repeat(32))
  expect(badgeKindOf(` ${code.toLowerCase()}\n`)).toBe('qr')
  expect(normalBadge(` ${code.toLowerCase()}\n`)).toBe(code)
  expect(badgeKindOf('0004a1b2c3')).toBe('rfid')
  expect(badgeKindOf('04:A1:B2:C3')).toBe('rfid')
})

test.each([
  ['a short value', '1234567'],
  ['a long value', '1'.repeat(65)],
  ['a code that lost a character', qrCodeOf('0a'.repeat(32)).slice(0, -1)],
  ['a name', 'ana@example.com'],
  ['nothing', ' '],
])('%s is not a badge', (_, text) => {
  expect(badgeKindOf(text)).toBeUndefined()
})

test('a badge has 8 to 64 characters; an invalid code with our prefix is not a badge either', () => {
  expect(badgeKindOf('1'.repeat(8))).toBe('rfid')
  expect(badgeKindOf('1'.repeat(64))).toBe('rfid')
  const code = qrCodeOf('0a'.repeat(32))
  for (const text of [`X${code}`, `${code}0`, 'ULLAGE12', 'ULLAGE-0004']) {
    expect([text, badgeKindOf(text)]).toEqual([text, undefined])
  }
  expect(badgeKindOf('0004ULLAGE')).toBe('rfid')
})
