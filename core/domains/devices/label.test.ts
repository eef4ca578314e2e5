import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceOfLabel, labelOf } from './label.ts'

const HOSTS = ['ullage.example', '10.0.0.5:3000']

test('a label identifies its device, by any host name of the installation', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999_999 }),
      fc.constantFrom('https://ullage.example', 'http://ullage.example', 'http://10.0.0.5:3000'),
      (id, origin) => {
        expect(deviceOfLabel(labelOf(origin, id), HOSTS)).toBe(id)
      },
    ),
  )
})

test.each([
  ['of another installation', 'https://other.example/devices/profile/9'],
  ['of another port', 'http://10.0.0.5:3001/devices/profile/9'],
  ['of another screen', 'https://ullage.example/people/profile/9'],
  ['of no id', 'https://ullage.example/devices/profile/9a'],
  ['that is not an address', 'LT-9'],
  ['of another protocol', 'ftp://ullage.example/devices/profile/9'],
])('a code %s names none', (_, text) => {
  expect(deviceOfLabel(text, HOSTS)).toBeUndefined()
})

test('a label is read with blanks around it and in any case, but nothing else', () => {
  expect(deviceOfLabel(' https://ullage.example/devices/profile/9/ ', HOSTS)).toBe(9)
  expect(deviceOfLabel('HTTPS://Ullage.Example/Devices/Profile/9', HOSTS)).toBe(9)
  expect(deviceOfLabel('see https://ullage.example/devices/profile/9', HOSTS)).toBeUndefined()
  expect(deviceOfLabel('https://ullage.example/devices/profile/9?x', HOSTS)).toBeUndefined()
  expect(deviceOfLabel('https://ullage.example/devices/profile/0', HOSTS)).toBeUndefined()
  expect(deviceOfLabel('LT-9', ['', ...HOSTS])).toBeUndefined()
})
