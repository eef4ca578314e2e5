import { IconReceiptDollar } from '@tabler/icons-react'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

/** Shared properties of all screens of prices. */
const ofPrices = {
  permission: 'transaction_documents.read',
  loginTypes: STAFF_AND_DISTRIBUTORS,
  icon: IconReceiptDollar,
} as const

export const screens: readonly Screen[] = [
  {
    ...ofPrices,
    path: '/prices',
    load: () => import('./PricesScreen.tsx').then((m) => m.PricesScreen),
    menu: { group: 'sales', position: 14, userTypes: ['employee', 'distributor'] },
  },
  {
    ...ofPrices,
    resource: 'posted_prices',
    path: '/posted_prices',
    single: '/posted_price/:id?',
    isWithin: true,
  },
  { ...ofPrices, resource: 'price_rules', path: '/price_rules', single: '/price_rule/:id?', isWithin: true },
  {
    ...ofPrices,
    resource: 'price_classes',
    path: '/price_classes',
    single: '/price_class/:id?',
    isWithin: true,
  },
  { ...ofPrices, resource: 'price_fees', path: '/price_fees', single: '/price_fee/:id?', isWithin: true },
]
