import { IconTool } from '@tabler/icons-react'
import { STAFF_AND_DISTRIBUTORS } from '#core/platform/loginTypes.ts'
import type { Screen } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  {
    resource: 'work_orders',
    path: '/work_orders',
    single: '/work_order/:id?',
    permission: 'work_orders.read',
    loginTypes: STAFF_AND_DISTRIBUTORS,
    icon: IconTool,
    menu: { group: 'fleet', position: 50, userTypes: ['employee', 'distributor'] },
  },
]
