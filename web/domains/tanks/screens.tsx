import { IconDroplet } from '@tabler/icons-react'
import { ALL_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    resource: 'tank_products',
    path: '/tank_products',
    single: '/tank_product/:id?',
    permission: 'tank_products.read',
    loginTypes: ALL_LOGIN_TYPES,
    icon: IconDroplet,
    menu: { group: 'fleet', position: 30 },
  },
  {
    resource: 'tank_types',
    path: '/configuration/tank_types',
    single: '/configuration/tank_type/:id?',
    load: () => import('./TankTypeScreen.tsx').then((m) => m.TankTypeScreen),
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'tanks',
  },
  {
    resource: 'sensor_types',
    path: '/configuration/sensor_types',
    single: '/configuration/sensor_type/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'tanks',
  },
  {
    resource: 'tank_manufacturers',
    path: '/configuration/tank_manufacturers',
    single: '/configuration/tank_manufacturer/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'tanks',
  },
  {
    resource: 'tank_specs',
    path: '/configuration/tank_manufacturers_specs',
    single: '/configuration/tank_manufacturers_spec/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'tanks',
  },
]
