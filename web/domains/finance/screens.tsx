import {
  IconArrowsExchange,
  IconBuildingBank,
  IconCalendarDollar,
  IconCoin,
  IconListNumbers,
} from '@tabler/icons-react'
import { CONFIGURATION_LOGIN_TYPES, STAFF, VENDORS } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    resource: 'payment_terms',
    path: '/payment_terms',
    single: '/payment_term/:id?',
    permission: 'configuration.read',
    loginTypes: CONFIGURATION_LOGIN_TYPES,
    icon: IconCalendarDollar,
    group: 'business',
  },
  {
    resource: 'currencies',
    path: '/currencies',
    single: '/currency/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    icon: IconCoin,
    group: 'money',
  },
  {
    resource: 'exchange_rates',
    path: '/exchange_rates',
    single: '/exchange_rate/:id?',
    permission: 'configuration.read',
    loginTypes: CONFIGURATION_LOGIN_TYPES,
    icon: IconArrowsExchange,
    group: 'money',
  },
  {
    resource: 'bank_accounts',
    path: '/configuration/bank_accounts',
    single: '/configuration/bank_account/:id?',
    permission: 'bank_accounts.read',
    loginTypes: [...CONFIGURATION_LOGIN_TYPES, ...VENDORS],
    icon: IconBuildingBank,
    group: 'money',
  },
  {
    resource: 'chart_of_accounts',
    path: '/configuration/chart_of_accounts',
    single: '/configuration/chart_of_account/:id?',
    permission: 'chart_of_accounts.read',
    loginTypes: CONFIGURATION_LOGIN_TYPES,
    icon: IconListNumbers,
    group: 'money',
  },
]
