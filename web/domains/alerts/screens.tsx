import { IconAlertTriangle } from '@tabler/icons-react'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/alerts',
    load: () => import('./AlertListScreen.tsx').then((m) => m.AlertListScreen),
    permission: 'devices.read',
    loginTypes: ALL_LOGIN_TYPES,
    icon: IconAlertTriangle,
    menu: { group: 'today', position: 20 },
    waits: { kind: 'alerts', path: '/alerts', query: { status: 'unacknowledged' }, isUrgent: true },
    helpModule: 'alerts',
  },
]
