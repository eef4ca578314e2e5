import { lazy } from 'react'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import type { Kinds } from '#web/resources/kind.ts'

const belowProduct = lazy(() => import('./ProductDetails.tsx').then((m) => ({ default: m.ProductDetails })))
const belowSensorType = lazy(() =>
  import('./SensorTypeDetails.tsx').then((m) => ({ default: m.SensorTypeDetails })),
)

export const kinds: Kinds = {
  [tank_products.name]: {
    record: {
      Below: belowProduct,
      lockOf: ({ is_offered }) => (is_offered === 1 ? 'tanks.offered' : undefined),
    },
  },
  [sensor_types.name]: { record: { Below: belowSensorType } },
}
