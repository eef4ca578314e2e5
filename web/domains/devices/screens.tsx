import { IconCpu, IconTags } from '@tabler/icons-react'
import {
  ALL_LOGIN_TYPES,
  CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  STAFF,
} from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

const ofDevices = { permission: 'devices.read', loginTypes: ALL_LOGIN_TYPES } as const

export const screens: readonly Screen[] = [
  {
    path: '/devices',
    load: () => import('./DeviceListScreen.tsx').then((m) => m.DeviceListScreen),
    icon: IconCpu,
    menu: { group: 'fleet', position: 10 },
    ...ofDevices,
  },
  {
    path: '/devices/profile/:id?',
    load: () => import('./DeviceProfileScreen.tsx').then((m) => m.DeviceProfileScreen),
    shows: 'devices',
    ...ofDevices,
  },
  {
    path: '/new_place/:id?',
    load: () => import('./place/NewPlaceScreen.tsx').then((m) => m.NewPlaceScreen),
    permission: 'devices.create',
    loginTypes: ALL_LOGIN_TYPES,
  },
  {
    path: '/devices/monitor/:id',
    load: () => import('./DeviceMonitorScreen.tsx').then((m) => m.DeviceMonitorScreen),
    permission: 'devices.read',
    loginTypes: STAFF,
  },
  {
    resource: 'tags',
    path: '/tags',
    single: '/tag/:id?',
    permission: 'tags.read',
    loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
    icon: IconTags,
    menu: { group: 'fleet', position: 20 },
  },
  {
    resource: 'device_types',
    path: '/configuration/device_types',
    single: '/configuration/device_type/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'devices',
  },
  {
    resource: 'firmware_versions',
    path: '/configuration/firmware',
    single: '/configuration/firmware_version/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'devices',
  },
  {
    resource: 'mobile_providers',
    path: '/configuration/mobile_providers',
    single: '/configuration/mobile_provider/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'devices',
  },
  {
    resource: 'connections',
    path: '/configuration/connections',
    single: '/configuration/connection/:id?',
    permission: 'devices.read',
    loginTypes: STAFF,
    group: 'devices',
  },
]
