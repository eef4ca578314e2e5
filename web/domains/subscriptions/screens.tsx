import { IconCalendarRepeat } from '@tabler/icons-react'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  standardScreens(subscriptions, {
    path: '/subscriptions',
    single: '/subscription/:id?',
    icon: IconCalendarRepeat,
    menu: { group: 'sales', position: 30, userTypes: ['employee'] },
  }),
]
