import { IconTruckDelivery } from '@tabler/icons-react'
import { DISPATCH_LOGIN_TYPES } from '#core/domains/dispatch/dispatchLoginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/dispatch',
    load: () => import('./DispatchScreen.tsx').then((m) => m.DispatchScreen),
    permission: 'shipment_planners.read',
    loginTypes: DISPATCH_LOGIN_TYPES,
    icon: IconTruckDelivery,
    menu: { group: 'today', position: 30, firstOf: ['dispatcher'] },
  },
]
