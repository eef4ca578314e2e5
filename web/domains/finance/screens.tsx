import { IconBook2, IconReceiptTax, IconReportAnalytics } from '@tabler/icons-react'
import {
  CONFIGURATION_LOGIN_TYPES,
  STAFF,
  STAFF_AND_DISTRIBUTORS,
  VENDORS,
} from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

/** Lists among the settings of money. */
const ofMoney = { permission: 'configuration.read', group: 'money' } as const
const ofAccounts = { permission: 'chart_of_accounts.read', group: 'money' } as const
/** Lists that sellers maintain themselves. */
const ofSellers = { permission: 'transaction_documents.read', loginTypes: STAFF_AND_DISTRIBUTORS } as const

/** The addresses of a kind below the configuration. */
const configured = <Name extends string>(resource: Name, single: string) => ({
  resource,
  path: `/configuration/${resource}`,
  single: `/configuration/${single}/:id?`,
})

export const screens: readonly Screen[] = [
  {
    ...{ resource: 'payment_terms', path: '/payment_terms', single: '/payment_term/:id?' },
    permission: 'configuration.read',
    loginTypes: CONFIGURATION_LOGIN_TYPES,
    group: 'business',
  },
  {
    ...{ ...ofMoney, resource: 'currencies', path: '/currencies', single: '/currency/:id?' },
    loginTypes: STAFF,
  },
  {
    ...{ ...ofMoney, resource: 'exchange_rates', path: '/exchange_rates', single: '/exchange_rate/:id?' },
    loginTypes: CONFIGURATION_LOGIN_TYPES,
  },
  {
    ...configured('bank_accounts', 'bank_account'),
    permission: 'bank_accounts.read',
    loginTypes: [...CONFIGURATION_LOGIN_TYPES, ...VENDORS],
    group: 'money',
  },
  {
    ...{ ...configured('chart_of_accounts', 'chart_of_account'), ...ofAccounts },
    loginTypes: CONFIGURATION_LOGIN_TYPES,
  },
  { ...configured('tax_codes', 'tax_code'), ...ofSellers, group: 'money' },
  // Rates and rules are tabs of their code.
  { ...configured('tax_rates', 'tax_rate'), ...ofSellers, isWithin: true },
  { ...configured('tax_rules', 'tax_rule'), ...ofSellers, isWithin: true },
  {
    ...{ ...configured('tax_exemptions', 'tax_exemption'), ...ofSellers },
    group: 'money',
  },
  {
    ...ofSellers,
    path: '/tax_return',
    load: () => import('./TaxReturnScreen.tsx').then((m) => m.TaxReturnScreen),
    icon: IconReceiptTax,
    group: 'money',
    // Distributors have no configuration.
    menu: { group: 'sales', position: 17, userTypes: ['distributor'] },
  },
  {
    ...{ ...configured('account_rules', 'account_rule'), ...ofAccounts },
    loginTypes: STAFF,
  },
  {
    ...ofSellers,
    path: '/accounting',
    load: () => import('./journal/JournalScreen.tsx').then((m) => m.JournalScreen),
    icon: IconBook2,
    menu: { group: 'sales', position: 16, userTypes: ['employee', 'distributor'] },
  },
  {
    path: '/reports',
    load: () => import('./reports/ReportsScreen.tsx').then((m) => m.ReportsScreen),
    permission: 'transaction_documents.read',
    loginTypes: STAFF_AND_DISTRIBUTORS,
    icon: IconReportAnalytics,
    menu: { group: 'sales', position: 18, userTypes: ['employee', 'distributor'] },
  },
]
