import {
  IconGasStation,
  IconGauge,
  IconRoute,
  IconScale,
  IconSteeringWheel,
  IconTruck,
} from '@tabler/icons-react'
import {
  CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  CUSTOMERS,
  DELIVERY_CHECKERS,
  STAFF,
} from '#core/platform/loginTypes.ts'
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
    path: '/home',
    load: () => import('./home/HomeScreen.tsx').then((m) => m.HomeScreen),
    permission: 'devices.read',
    loginTypes: CUSTOMERS,
    icon: IconGasStation,
    menu: { group: 'today', position: 1 },
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
    resource: 'delivery_checks',
    path: '/delivery_checks',
    single: '/delivery_check/:id?',
    permission: 'shipment_planners.read',
    loginTypes: DELIVERY_CHECKERS,
    icon: IconScale,
    menu: { group: 'sales', position: 25 },
    waits: { kind: 'delivery_checks', path: '/delivery_checks', query: { state: 'open' } },
  },
  {
    resource: 'meter_findings',
    path: '/meter_findings',
    single: '/meter_finding/:id?',
    permission: 'shipment_planners.read',
    loginTypes: DELIVERY_CHECKERS,
    icon: IconGauge,
    isWithin: true,
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
