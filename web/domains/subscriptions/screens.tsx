import { IconCalendarRepeat } from '@tabler/icons-react'
import { ORDERING_LOGIN_TYPES } from '#core/domains/orders/ordering.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    resource: 'subscriptions',
    path: '/subscriptions',
    single: '/subscription/:id?',
    permission: 'subscriptions.read',
    loginTypes: ORDERING_LOGIN_TYPES,
    icon: IconCalendarRepeat,
    menu: { group: 'sales', position: 30, userTypes: ['employee'] },
  },
]
