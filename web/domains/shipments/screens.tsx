import { IconRoute, IconTruck } from '@tabler/icons-react'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tanker_trucks } from '#core/domains/shipments/tanker_trucks.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  standardScreens(shipment_planners, {
    path: '/shipment_planners',
    single: '/shipment_planners/:id?/:tab?',
    tabNeeds: { finalize: 'shipment_planners.update', sign: 'shipment_planners.update' },
    icon: IconRoute,
    menu: { group: 'sales', position: 20 },
  }),
  standardScreens(tanker_trucks, {
    path: '/tanker_trucks',
    single: '/tanker_truck/:id?',
    icon: IconTruck,
    menu: { group: 'fleet', position: 40, userTypes: ['employee'] },
  }),
]
