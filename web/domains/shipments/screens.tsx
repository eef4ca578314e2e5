import { IconRoute, IconSteeringWheel, IconTruck } from '@tabler/icons-react'
import { CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES, STAFF } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/my-day',
    load: () => import('./driver/MyDayScreen.tsx').then((m) => m.MyDayScreen),
    permission: 'shipment_planners.read',
    loginTypes: ['driver', 'dispatcher'],
    icon: IconSteeringWheel,
    menu: { group: 'today', position: 5 },
  },
  {
    resource: 'shipment_planners',
    path: '/shipment_planners',
    single: '/shipment_planners/:id?/:tab?',
    permission: 'shipment_planners.read',
    loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
    tabNeeds: { finalize: 'shipment_planners.update', sign: 'shipment_planners.update' },
    icon: IconRoute,
    menu: { group: 'sales', position: 20 },
  },
  {
    resource: 'tanker_trucks',
    path: '/tanker_trucks',
    single: '/tanker_truck/:id?',
    permission: 'tanker_trucks.read',
    loginTypes: STAFF,
    icon: IconTruck,
    menu: { group: 'fleet', position: 40, userTypes: ['employee'] },
  },
]
