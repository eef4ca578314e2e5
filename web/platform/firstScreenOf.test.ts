import { expect, test } from 'vitest'
import type { LoginType } from '#core/platform/loginTypes.ts'
import { firstScreenOf } from './firstScreenOf.ts'

test.each<[LoginType, string | null, string]>([
  ['driver', null, '/my-day'],
  ['customer', null, '/home'],
  ['administrator', null, '/dashboard'],
  ['driver', 'orders', '/orders'],
  ['driver', '//orders', '/orders'],
  // The start address itself would lead to itself.
  ['driver', '/', '/my-day'],
])('the first screen of a %s who chose %s is %s', (login_type_id, default_route, address) => {
  expect(firstScreenOf({ login_type_id, default_route })).toBe(address)
})
