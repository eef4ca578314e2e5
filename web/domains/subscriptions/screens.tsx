import { IconCalendarRepeat } from '@tabler/icons-react'
import { SUBSCRIBERS } from '#core/domains/subscriptions/subscribers.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    resource: 'subscriptions',
    path: '/subscriptions',
    single: '/subscription/:id?',
    permission: 'subscriptions.read',
    loginTypes: SUBSCRIBERS,
    icon: IconCalendarRepeat,
    menu: { group: 'sales', position: 30, userTypes: ['employee'] },
  },
]
