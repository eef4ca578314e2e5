import { IconCash, IconFileInvoice, IconReportMoney, IconShoppingCart } from '@tabler/icons-react'
import { ORDER_DECIDERS, ORDERING_LOGIN_TYPES } from '#core/domains/orders/ordering.ts'
import { DISTRIBUTORS, VENDORS } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    resource: 'transaction_documents',
    path: '/orders',
    single: '/order/:id?',
    permission: 'transaction_documents.read',
    loginTypes: [...ORDERING_LOGIN_TYPES, ...VENDORS],
    icon: IconShoppingCart,
    // New orders that wait for approval.
    waits: {
      kind: 'transaction_documents',
      path: '/transaction_documents',
      query: { status_id: '20', document_type: 'sales_order' },
      of: ORDER_DECIDERS,
      sellersOnly: true,
    },
    // Users who bill for a distributor or a customer look for it there as well.
    menu: { group: 'sales', position: 10, userTypes: ['employee'], alsoFor: ['csr', ...DISTRIBUTORS] },
  },
  {
    path: '/billing',
    load: () => import('./billing/BillingScreen.tsx').then((m) => m.BillingScreen),
    permission: 'transaction_documents.update',
    loginTypes: ORDER_DECIDERS,
    sellersOnly: true,
    icon: IconFileInvoice,
    menu: { group: 'sales', position: 11 },
  },
  {
    resource: 'billing_runs',
    path: '/billing_runs',
    single: '/billing_run/:id?',
    load: () => import('./billing/BillingRunScreen.tsx').then((m) => m.BillingRunScreen),
    isWithin: true,
    permission: 'transaction_documents.update',
    loginTypes: ORDER_DECIDERS,
    sellersOnly: true,
    icon: IconFileInvoice,
  },
  {
    path: '/door_money',
    load: () => import('./doorMoney/DoorMoneyScreen.tsx').then((m) => m.DoorMoneyScreen),
    permission: 'transaction_documents.read',
    loginTypes: ORDER_DECIDERS,
    sellersOnly: true,
    icon: IconCash,
    menu: { group: 'sales', position: 12 },
  },
  {
    path: '/receivables',
    load: () => import('./owed/ReceivablesScreen.tsx').then((m) => m.ReceivablesScreen),
    permission: 'transaction_documents.read',
    loginTypes: ORDER_DECIDERS,
    sellersOnly: true,
    icon: IconReportMoney,
    menu: { group: 'sales', position: 13, userTypes: ['employee', 'distributor'], alsoFor: ['csr'] },
  },
  {
    path: '/statement',
    load: () => import('./owed/CustomerAccount.tsx').then((m) => m.OwnStatementScreen),
    permission: 'transaction_documents.read',
    loginTypes: ['customer'],
    icon: IconReportMoney,
    menu: { group: 'sales', position: 15 },
  },
]
