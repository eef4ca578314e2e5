import { Text } from '@mantine/core'
import { lazy } from 'react'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import { price_rules } from '#core/domains/prices/price_rules.ts'
import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { permissionFor, type Resource } from '#core/resources/definition.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { ProductName } from '#web/domains/telemetry/tank/ProductName.tsx'
import type { Kinds } from '#web/resources/kind.ts'
import { MoneyText } from '#web/resources/kinds/MoneyText.tsx'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { overviewTab } from '#web/resources/record/recordKind.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'

const belowProduct = lazy(() => import('./ProductDetails.tsx').then((m) => ({ default: m.ProductDetails })))
const productTanks = lazy(() => import('./ProductDetails.tsx').then((m) => ({ default: m.ProductTanks })))
const productName = lazy(() =>
  import('./ProductNameInput.tsx').then((m) => ({ default: m.ProductNameInput })),
)
const belowSensorType = lazy(() =>
  import('./AffectedTanks.tsx').then((m) => ({ default: m.SensorTypeDetails })),
)

/** The list price of a product, with its unit. */
function ProductPrice({ record }: { record: ShownRecord<typeof tank_products> }) {
  const { list_price, list_price_unit_id, list_price_unit_title } = record
  const { data: units = [] } = useOptionRows<{ id: number; unit_abbrev: string }>(units_of_measure)
  if (list_price == null) return null
  const unit = units.find(({ id }) => id === Number(list_price_unit_id))
  return (
    <bdi dir="ltr">
      <MoneyText amount={list_price} currency_id={record[COMPANY_CURRENCY]} isPrice />{' '}
      <Text span size="xs" c="dimmed">
        / <bdi>{unit?.unit_abbrev || list_price_unit_title}</bdi>
      </Text>
    </bdi>
  )
}

/** The name of a product, with its color. */
function ProductTitle({ record }: { record: ShownRecord<typeof tank_products> }) {
  return (
    <ProductName
      tank={{ product: record.product_name ?? null, color: record.color ?? null, port_number: 0 }}
      inherit
    />
  )
}

/** The list of products, with prices for users who may see the prices of sellers. */
const productList: ListKind = {
  // Only products that a truck must not mix have a grade.
  standard: ['product_name', 'company_id', 'list_price', 'total_active_sensors'],
  columns: {
    product_name: {
      text: 'records.tank_products.fields.product_name',
      sort: 'product_name',
      needs: ['product_name', 'color'],
      inFiles: ['product_name', 'color'],
      Cell: ProductTitle,
    },
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

/** A new product can be saved with its name alone. */
const newProduct: Resource = {
  ...tank_products,
  fields: { ...tank_products.fields, color: { ...tank_products.fields.color, default: '#475569' } },
}

export const kinds: Kinds = {
  [tank_products.name]: {
    list: productList,
    record: {
      formOf: (isNew) => (isNew ? newProduct : undefined),
      seldom: [
        ...['status', 'max_fill', 'unusable_bottom', 'degree_day_base', 'grade', 'vehicle_class'],
        ...['expansion_room', 'not_followed_by', 'not_beside', 'un_number', 'proper_shipping_name'],
        ...['hazard_class', 'packing_group', 'invoice_notice'],
      ],
      inputs: { product_name: productName },
      facts: [
        ...['company_id', 'list_price', 'list_price_unit_id'],
        ...['product_group', 'specific_gravity', 'color'],
      ],
      tabs: [{ ...overviewTab(productTanks), isFor: (may) => may('devices.read') }],
      Below: belowProduct,
      lockOf: ({ is_offered }) => (is_offered === 1 ? { why: 'tanks.offered' } : undefined),
    },
  },
  [sensor_types.name]: { record: { Below: belowSensorType } },
}
