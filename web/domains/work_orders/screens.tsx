import { IconTool } from '@tabler/icons-react'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  standardScreens(work_orders, {
    path: '/work_orders',
    single: '/work_order/:id?',
    icon: IconTool,
    menu: { group: 'fleet', position: 50, userTypes: ['employee', 'distributor'] },
  }),
]
