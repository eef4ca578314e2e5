import {
  ALL_LOGIN_TYPES,
  CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  STAFF,
  STAFF_AND_DISTRIBUTORS,
} from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    path: '/me/notifications/:id?',
    load: () => import('./MyNotificationsScreen.tsx').then((m) => m.MyNotificationsScreen),
    loginTypes: ALL_LOGIN_TYPES,
  },
  {
    resource: 'notifications',
    path: '/configuration/notifications',
    single: '/configuration/notification/:id?',
    permission: 'configuration.read',
    loginTypes: STAFF,
    group: 'others',
  },
  // Reached from the users, next to their API keys.
  ...(['webhooks', 'webhook_deliveries'] as const).map((resource) => ({
    resource,
    path: `/${resource}`,
    single: resource === 'webhooks' ? '/webhook/:id?' : '/webhook_delivery/:id?',
    permission: 'users.read' as const,
    loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
    isWithin: true as const,
  })),
  {
    resource: 'on_call_shifts',
    path: '/on_call_shifts',
    single: '/on_call_shift/:id?',
    permission: 'people.read',
    loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
    group: 'business',
  },
  {
    resource: 'mails',
    path: '/configuration/notify',
    single: '/configuration/notify/:id?',
    permission: 'work_orders.read',
    loginTypes: STAFF_AND_DISTRIBUTORS,
    group: 'others',
  },
]
