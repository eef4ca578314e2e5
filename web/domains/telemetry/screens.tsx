import { IconTargetArrow } from '@tabler/icons-react'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/forecast_accuracy',
    load: () => import('./ForecastAccuracyScreen.tsx').then((m) => m.ForecastAccuracyScreen),
    permission: 'devices.read',
    loginTypes: ALL_LOGIN_TYPES,
    icon: IconTargetArrow,
    menu: { group: 'fleet', position: 60 },
  },
]
