import {
  IconBinary,
  IconBuildingBroadcastTower,
  IconCpu,
  IconDeviceDesktop,
  IconTags,
} from '@tabler/icons-react'
import { device_types } from '#core/domains/devices/device_types.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { firmware_versions } from '#core/domains/devices/firmware_versions.ts'
import { mobile_providers } from '#core/domains/devices/mobile_providers.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { STAFF } from '#core/platform/loginTypes.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

const ofDevices = { permission: 'devices.read', loginTypes: devices.loginTypes } as const

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
    shows: devices,
    ...ofDevices,
  },
  {
    path: '/devices/monitor/:id',
    load: () => import('./DeviceMonitorScreen.tsx').then((m) => m.DeviceMonitorScreen),
    permission: 'devices.read',
    loginTypes: STAFF,
  },
  standardScreens(tags, {
    path: '/tags',
    single: '/tag/:id?',
    icon: IconTags,
    menu: { group: 'fleet', position: 20 },
  }),
  standardScreens(device_types, {
    path: '/configuration/device_types',
    single: '/configuration/device_type/:id?',
    icon: IconDeviceDesktop,
    group: 'devices',
  }),
  standardScreens(firmware_versions, {
    path: '/configuration/firmware',
    single: '/configuration/firmware_version/:id?',
    icon: IconBinary,
    group: 'devices',
  }),
  standardScreens(mobile_providers, {
    path: '/configuration/mobile_providers',
    single: '/configuration/mobile_provider/:id?',
    icon: IconBuildingBroadcastTower,
    group: 'devices',
  }),
]
