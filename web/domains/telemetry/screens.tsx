import { IconTargetArrow } from '@tabler/icons-react'
import { devices } from '#core/domains/devices/devices.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/forecast_accuracy',
    load: () => import('./ForecastAccuracyScreen.tsx').then((m) => m.ForecastAccuracyScreen),
    permission: 'devices.read',
    loginTypes: devices.loginTypes,
    icon: IconTargetArrow,
    menu: { group: 'fleet', position: 60 },
  },
]
