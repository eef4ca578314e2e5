import {
  IconBuildingFactory,
  IconBuildingStore,
  IconPackage,
  IconShoppingCart,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { customers } from '#core/domains/companies/customers.ts'
import { distributors } from '#core/domains/companies/distributors.ts'
import { manufacturers } from '#core/domains/companies/manufacturers.ts'
import { shipping_carriers } from '#core/domains/companies/shipping_carriers.ts'
import { vendors } from '#core/domains/companies/vendors.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  standardScreens(customers, {
    path: '/customers',
    single: '/customers/profile/:id?/:tab?',
    icon: IconBuildingStore,
    menu: { group: 'customers', position: 10, userTypes: ['employee', 'distributor'] },
  }),
  standardScreens(distributors, {
    path: '/configuration/distributors',
    single: '/configuration/distributor/:id?',
    icon: IconTruckDelivery,
    group: 'companies',
  }),
  standardScreens(vendors, {
    path: '/configuration/vendors',
    single: '/configuration/vendor/:id?',
    icon: IconShoppingCart,
    group: 'companies',
  }),
  standardScreens(manufacturers, {
    path: '/configuration/manufacturers',
    single: '/configuration/manufacturer/:id?',
    icon: IconBuildingFactory,
    group: 'companies',
  }),
  standardScreens(shipping_carriers, {
    path: '/configuration/shipping_carriers',
    single: '/configuration/shipping_carrier/:id?/:tab?',
    icon: IconPackage,
    group: 'companies',
  }),
]
