import { IconLayoutDashboard, IconLayoutGrid } from '@tabler/icons-react'
import { dashboard_widgets } from '#core/domains/dashboard/dashboard_widgets.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

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
  standardScreens(dashboard_widgets, {
    path: '/dashboard_widgets',
    single: '/dashboard_widget/:id?',
    icon: IconLayoutGrid,
    group: 'lists',
  }),
]
