import { IconMail, IconSpeakerphone } from '@tabler/icons-react'
import { mails } from '#core/domains/mail/mails.ts'
import { notifications } from '#core/domains/notifications/notifications.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/me/notifications/:id?',
    load: () => import('./MyNotificationsScreen.tsx').then((m) => m.MyNotificationsScreen),
    loginTypes: ALL_LOGIN_TYPES,
  },
  standardScreens(notifications, {
    path: '/configuration/notifications',
    single: '/configuration/notification/:id?',
    icon: IconSpeakerphone,
    group: 'others',
  }),
  standardScreens(mails, {
    path: '/configuration/notify',
    single: '/configuration/notify/:id?',
    icon: IconMail,
    group: 'others',
  }),
]
