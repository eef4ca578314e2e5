import {
  IconArrowsExchange,
  IconBuildingBank,
  IconCalendarDollar,
  IconCoin,
  IconListNumbers,
} from '@tabler/icons-react'
import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import { chart_of_accounts } from '#core/domains/finance/chart_of_accounts.ts'
import { currencies } from '#core/domains/finance/currencies.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import { payment_terms } from '#core/domains/finance/payment_terms.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  standardScreens(payment_terms, {
    path: '/payment_terms',
    single: '/payment_term/:id?',
    icon: IconCalendarDollar,
    group: 'money',
  }),
  standardScreens(currencies, {
    path: '/currencies',
    single: '/currency/:id?',
    icon: IconCoin,
    group: 'money',
  }),
  standardScreens(exchange_rates, {
    path: '/exchange_rates',
    single: '/exchange_rate/:id?',
    icon: IconArrowsExchange,
    group: 'money',
  }),
  standardScreens(bank_accounts, {
    path: '/configuration/bank_accounts',
    single: '/configuration/bank_account/:id?',
    icon: IconBuildingBank,
    group: 'money',
  }),
  standardScreens(chart_of_accounts, {
    path: '/configuration/chart_of_accounts',
    single: '/configuration/chart_of_account/:id?',
    icon: IconListNumbers,
    group: 'money',
  }),
]
