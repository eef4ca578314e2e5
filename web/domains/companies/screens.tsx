import { IconBuildingStore, IconMapPin } from '@tabler/icons-react'
import {
  CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  STAFF,
  STAFF_AND_DISTRIBUTORS,
} from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    resource: 'customers',
    path: '/customers',
    single: '/customers/profile/:id?/:tab?',
    permission: 'companies.read',
    loginTypes: STAFF_AND_DISTRIBUTORS,
    icon: IconBuildingStore,
    menu: { group: 'customers', position: 10, userTypes: ['employee', 'distributor'] },
  },
  {
    path: '/company/:id',
    load: () => import('./CompanyScreen.tsx').then((m) => m.CompanyScreen),
    shows: 'companies',
    isWithin: true,
    permission: 'companies.read',
    loginTypes: STAFF_AND_DISTRIBUTORS,
  },
  {
    resource: 'sites',
    path: '/sites',
    single: '/site/:id?/:tab?',
    permission: 'devices.read',
    loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
    icon: IconMapPin,
    menu: { group: 'customers', position: 15 },
  },
  {
    resource: 'distributors',
    path: '/configuration/distributors',
    single: '/configuration/distributor/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'companies',
  },
  {
    resource: 'vendors',
    path: '/configuration/vendors',
    single: '/configuration/vendor/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'companies',
  },
  {
    resource: 'manufacturers',
    path: '/configuration/manufacturers',
    single: '/configuration/manufacturer/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'companies',
  },
  {
    resource: 'shipping_carriers',
    path: '/configuration/shipping_carriers',
    single: '/configuration/shipping_carrier/:id?/:tab?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'companies',
  },
]
