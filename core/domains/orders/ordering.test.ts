import { expect, test } from 'vitest'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { mayDecideOrders } from './ordering.ts'

test('the business, who serves customers or plans rounds, and those of a distributor decide about orders; everybody else orders', () => {
  expect(ALL_LOGIN_TYPES.filter(mayDecideOrders)).toEqual([
    'employee',
    'customer_support',
    'administrator',
    'developer',
    'csr',
    'dispatcher',
    'dispenser_mgr',
    'd_acct_mgr',
    'distributor',
  ])
})
