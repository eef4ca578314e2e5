import { expect, test } from 'vitest'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { mayDecideOrders } from './ordering.ts'

test('the business, and who serves customers or plans rounds, decide about orders; everybody else orders', () => {
  expect(ALL_LOGIN_TYPES.filter(mayDecideOrders)).toEqual([
    'employee',
    'customer_support',
    'administrator',
    'developer',
    'csr',
    'dispatcher',
    'dispenser_mgr',
  ])
})
