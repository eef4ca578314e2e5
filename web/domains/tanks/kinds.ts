import { lazy } from 'react'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import { price_rules } from '#core/domains/prices/price_rules.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { permissionFor } from '#core/resources/definition.ts'
import type { Kinds } from '#web/resources/kind.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { ProductPrice } from './ProductPrice.tsx'

const belowProduct = lazy(() => import('./ProductDetails.tsx').then((m) => ({ default: m.ProductDetails })))
const belowSensorType = lazy(() =>
  import('./SensorTypeDetails.tsx').then((m) => ({ default: m.SensorTypeDetails })),
)

/** The list of products, with their prices for those who see the prices of sellers. */
const productList: ListKind = {
  // Only products that a truck must not mix have a grade.
  standard: ['product_name', 'company_id', 'list_price', 'color', 'total_active_sensors'],
  columns: {
    list_price: {
      text: 'records.tank_products.fields.list_price',
      needs: ['list_price', 'list_price_unit_id'],
      inFiles: ['list_price', 'list_price_unit_id'],
      isNumeric: true,
      isFor: ({ may, loginType }) =>
        may(permissionFor(price_rules, 'read')) && price_rules.loginTypes.some((type) => type === loginType),
      Cell: ProductPrice,
    },
  },
}

export const kinds: Kinds = {
  [tank_products.name]: {
    list: productList,
    record: {
      Below: belowProduct,
      lockOf: ({ is_offered }) => (is_offered === 1 ? { why: 'tanks.offered' } : undefined),
    },
  },
  [sensor_types.name]: { record: { Below: belowSensorType } },
}
