import {
  IconAntenna,
  IconBuildingFactory2,
  IconCylinder,
  IconDroplet,
  IconRulerMeasure,
} from '@tabler/icons-react'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import { tank_manufacturers } from '#core/domains/tanks/tank_manufacturers.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import { tank_types } from '#core/domains/tanks/tank_types.ts'
import { type Screen, standardScreens } from '#web/resources/screen.ts'

export const screens: readonly Screen[] = [
  standardScreens(tank_products, {
    path: '/tank_products',
    single: '/tank_product/:id?',
    icon: IconDroplet,
    menu: { group: 'fleet', position: 30 },
  }),
  standardScreens(tank_types, {
    path: '/configuration/tank_types',
    single: '/configuration/tank_type/:id?',
    load: () => import('./TankTypeScreen.tsx').then((m) => m.TankTypeScreen),
    icon: IconCylinder,
    group: 'tanks',
  }),
  standardScreens(sensor_types, {
    path: '/configuration/sensor_types',
    single: '/configuration/sensor_type/:id?',
    icon: IconAntenna,
    group: 'tanks',
  }),
  standardScreens(tank_manufacturers, {
    path: '/configuration/tank_manufacturers',
    single: '/configuration/tank_manufacturer/:id?',
    icon: IconBuildingFactory2,
    group: 'tanks',
  }),
  standardScreens(tank_specs, {
    path: '/configuration/tank_manufacturers_specs',
    single: '/configuration/tank_manufacturers_spec/:id?',
    icon: IconRulerMeasure,
    group: 'tanks',
  }),
]
