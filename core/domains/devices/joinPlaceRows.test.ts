import { expect, test } from 'vitest'
import { joinPlaceRows, type PlaceTexts } from './joinPlaceRows.ts'

const join = (...rows: PlaceTexts[]) => joinPlaceRows(rows.map((texts, index) => ({ row: index + 2, texts })))
const issuesOf = (...rows: PlaceTexts[]) =>
  join(...rows).flatMap(({ row, issues }) =>
    issues.map(({ field, rule, params }) => `${row} ${field} ${rule} ${params?.['row']}`),
  )
const tank = { 'tank.product_id': 'Diesel' }

test('a row inherits what it omits from the first row of its customer, site or device', () => {
  const [, second, third] = join(
    {
      'customer.company': 'Kearney',
      'customer.payment_term_id': 'Net 30',
      'site.name': 'North',
      'site.city': 'Kearney',
      'device.public_id': 'A-1',
      ...tank,
    },
    {
      'customer.company': 'KEARNEY',
      'customer.payment_term_id': '',
      'site.name': 'north',
      'device.public_id': 'A-2',
    },
    { 'device.public_id': 'a-1', 'tank.port_number': '2', ...tank },
  )
  expect(second!.texts).toMatchObject({ 'customer.payment_term_id': 'Net 30', 'site.city': 'Kearney' })
  expect(second!.texts).not.toHaveProperty('tank.product_id')
  expect(third!.texts).toMatchObject({
    'customer.company': 'Kearney',
    'site.name': 'North',
    'tank.port_number': '2',
  })
})

test('a contradiction of the first row is reported once', () => {
  const first = {
    'customer.company': 'Kearney',
    'customer.payment_term_id': 'Net 30',
    'device.public_id': 'A-1',
  }
  expect(
    issuesOf(first, { ...first, 'customer.payment_term_id': 'Net 10', 'tank.port_number': '2' }),
  ).toEqual(['3 customer.payment_term_id differs_from_row 2'])
  expect(issuesOf(first, { ...first, 'customer.company': 'Another' })).toEqual([
    '3 customer.company differs_from_row 2',
  ])
})

test('rows with the same name but different account numbers are different customers', () => {
  const named = (account: string, city: string) => ({
    'customer.company': 'Smith',
    'customer.account_number': account,
    'site.name': 'Yard',
    'site.city': city,
  })
  expect(issuesOf(named('1', 'Ames'), named('2', 'Boone'))).toEqual([])
  expect(issuesOf(named('1', 'Ames'), named('1', 'Boone'))).toEqual(['3 site.city differs_from_row 2'])
  // The name has only one account number, so a row without a number means that customer.
  const [, second] = join(named('7', 'Ames'), { 'customer.company': 'smith' })
  expect(second!.texts['customer.account_number']).toBe('7')
})

test('the same port of a device twice is a duplicate tank', () => {
  const one = { 'device.public_id': 'A-1', ...tank }
  expect(issuesOf(one, { ...one, 'tank.port_number': '2' })).toEqual([])
  expect(issuesOf(one, { ...one, 'tank.port_number': '1' })).toEqual([
    '3 tank.port_number same_tank_as_row 2',
  ])
  // A row without any tank field has no tank.
  expect(issuesOf({ 'device.public_id': 'A-1' }, { 'device.public_id': 'A-1' })).toEqual([])
})
