import { expect, test } from 'vitest'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { mayDecideOrders } from './ordering.ts'

test('staff, users who serve customers or plan rounds, and distributors decide about orders; all others only order', () => {
  expect(ALL_LOGIN_TYPES.filter((loginType) => mayDecideOrders({ loginType, onlyBuys: false }))).toEqual([
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

test('in a company that only buys, no one decides about orders', () => {
  expect(ALL_LOGIN_TYPES.filter((loginType) => mayDecideOrders({ loginType, onlyBuys: true }))).toEqual([])
})
