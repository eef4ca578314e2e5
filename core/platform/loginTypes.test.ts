import { expect, test } from 'vitest'
import {
  ALL_LOGIN_TYPES,
  CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  CONFIGURATION_LOGIN_TYPES,
  isStaff,
  STAFF,
  userTypeOf,
} from './loginTypes.ts'
import { ACTIONS, MODULES, PERMISSIONS } from './modules.ts'
import { isRightToLeft, LOCALE_CODES, textLanguage } from './texts/locales.ts'
import { isKnownTimeZone } from './time/timeZones.ts'

test('there are sixteen login types, each once, in nested groups', () => {
  expect([
    STAFF.length,
    CONFIGURATION_LOGIN_TYPES.length,
    CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES.length,
    ALL_LOGIN_TYPES.length,
  ]).toEqual([4, 12, 14, 16])
  expect(new Set(ALL_LOGIN_TYPES).size).toBe(16)
  expect([...ALL_LOGIN_TYPES].join(' ')).toBe(
    'employee customer_support administrator developer csr producer dispatcher technician driver dispenser_mgr ' +
      'customer_readonly customer d_acct_mgr distributor v_acct_mgr vendor',
  )
})

test('the first four are staff; two act for a distributor, all others have the customer menu', () => {
  expect(ALL_LOGIN_TYPES.filter(isStaff)).toEqual(STAFF)
  const having = (menu: string) => ALL_LOGIN_TYPES.filter((loginType) => userTypeOf(loginType) === menu)
  expect(having('employee')).toEqual(STAFF)
  expect(having('distributor')).toEqual(['d_acct_mgr', 'distributor'])
  expect(having('customer')).toHaveLength(10)
})

test('every module has four permissions, and two have one more', () => {
  expect(ACTIONS).toEqual(['read', 'create', 'update', 'delete'])
  expect(PERMISSIONS).toEqual([
    ...MODULES.flatMap((module) => [
      `${module}.read`,
      `${module}.create`,
      `${module}.update`,
      `${module}.delete`,
    ]),
    'users.impersonate',
    'shipment_planners.overrule',
  ])
  expect(MODULES.toSorted().join(' ')).toBe(
    'bank_accounts chart_of_accounts companies configuration dashboard_widgets data_imports developer_tools devices ' +
      'help_articles people permissions shipment_planners subscriptions tags tank_products tanker_trucks ' +
      'transaction_documents users work_orders',
  )
})

test('27 languages can be chosen: three run right to left; texts are in English or Spanish', () => {
  expect(LOCALE_CODES.join(' ')).toBe(
    'ar bg cs da de el en es fa fi fr he hu id it ja ko nl no pl pt ro ru sv th tr zh',
  )
  expect(LOCALE_CODES.filter(isRightToLeft)).toEqual(['ar', 'fa', 'he'])
  expect(LOCALE_CODES.filter((code) => textLanguage(code) === 'es')).toEqual(['es'])
  expect([textLanguage('es-MX'), textLanguage('en-US'), textLanguage(undefined), textLanguage('')]).toEqual([
    'es',
    'en',
    'en',
    'en',
  ])
})

test('a time zone is one that the runtime knows', () => {
  expect(isKnownTimeZone('America/Detroit')).toBe(true)
  expect(isKnownTimeZone('America/Nowhere')).toBe(false)
})
