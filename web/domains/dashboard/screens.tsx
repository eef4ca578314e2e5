import { IconLayoutDashboard } from '@tabler/icons-react'
import { ALL_LOGIN_TYPES, CONFIGURATION_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    load: () => import('./DashboardScreen.tsx').then((m) => m.DashboardScreen),
    loginTypes: ALL_LOGIN_TYPES,
    isFirst: true,
    icon: IconLayoutDashboard,
    menu: { group: 'today', position: 10 },
    helpModule: 'dashboard',
  },
  {
    resource: 'dashboard_widgets',
    path: '/dashboard_widgets',
    single: '/dashboard_widget/:id?',
    permission: 'dashboard_widgets.read',
    loginTypes: CONFIGURATION_LOGIN_TYPES,
    group: 'lists',
  },
]
