import { expect, test } from 'vitest'
import { labeledPhones, splitAddress } from './splitContact.ts'
import { headingLetters, synonymsOf } from './synonyms.ts'

test('headings with one meaning have the same letters', () => {
  expect(['Cust #', 'Customer No.', 'customer number'].map(headingLetters)).toEqual(
    Array(3).fill('customernumber'),
  )
  expect(headingLetters('E-mail 1 - Value')).toBe('email1value')
  expect(headingLetters('Número')).toBe('numero')
  expect(synonymsOf('customers', null, 'account_number')).toContain(headingLetters('Acct No'))
  expect(synonymsOf('customers', 'shipping', 'zip_code')).not.toContain('zip')
})

test('an address in one cell is split', () => {
  const parts = { address1: '2400 Grain Road', city: 'Kearney', state: 'NE', zip_code: '68847' }
  expect(splitAddress('2400 Grain Road, Kearney, NE 68847')).toEqual(parts)
  expect(splitAddress('2400 Grain Road\nKearney, NE 68847 USA')).toEqual(parts)
  expect(splitAddress('2400 Grain Road')).toBeUndefined()
  expect(splitAddress('12 High Street, London, GB 12345')).toBeUndefined()
})

test('phones in one cell are split by their labels', () => {
  expect(labeledPhones('Phone: (308) 555-1234 Mobile: (308) 555-9876')).toEqual({
    phone: '(308) 555-1234',
    mobile: '(308) 555-9876',
  })
  expect(labeledPhones('308-555-1234')).toEqual({})
})
