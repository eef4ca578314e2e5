import { IconUsers } from '@tabler/icons-react'
import {
  CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
  CONFIGURATION_LOGIN_TYPES,
} from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    resource: 'people',
    path: '/people',
    single: '/people/profile/:id?/:tab?',
    permission: 'people.read',
    loginTypes: CONFIGURATION_AND_DISTRIBUTOR_LOGIN_TYPES,
    icon: IconUsers,
    menu: { group: 'customers', position: 20 },
  },
  {
    resource: 'departments',
    path: '/configuration/departments',
    single: '/configuration/department/:id?',
    permission: 'configuration.read',
    loginTypes: CONFIGURATION_LOGIN_TYPES,
    group: 'business',
  },
]
