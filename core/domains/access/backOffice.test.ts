import { expect, test } from 'vitest'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { OWN_COMPANY } from '#core/platform/ownCompany.ts'
import { permissionsThatCount } from './backOffice.ts'

const HELD = [
  'devices.read',
  'transaction_documents.update',
  'tanker_trucks.read',
  'shipment_planners.update',
]
const counting = (distributors_back_office: number, company_id = 102) =>
  ALL_LOGIN_TYPES.filter(
    (login_type_id) =>
      permissionsThatCount({ login_type_id, company_id }, HELD, { distributors_back_office }).length <
      HELD.length,
  )

test('orders and trucks belong to a distributor’s back office only with the setting on, and never at the business', () => {
  expect(counting(0)).toEqual(['d_acct_mgr', 'distributor'])
  expect(counting(1)).toEqual([])
  expect(counting(1, OWN_COMPANY)).toEqual(['d_acct_mgr', 'distributor'])
  const off = { distributors_back_office: 0 }
  expect(permissionsThatCount({ login_type_id: 'distributor', company_id: 102 }, HELD, off)).toEqual([
    'devices.read',
    'shipment_planners.update',
  ])
})
