import { Text } from '@mantine/core'
import type { tank_products } from '#core/domains/tanks/tank_products.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { useUnits } from '#web/domains/orders/lines/useUnits.ts'
import { MoneyText } from '#web/resources/kinds/MoneyText.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** The list price of a product, with its unit. */
export function ProductPrice({ record }: { record: ShownRecord<typeof tank_products> }) {
  const { list_price, list_price_unit_id, list_price_unit_title } = record
  const { signOf } = useUnits()
  if (list_price == null) return null
  return (
    <bdi dir="ltr">
      <MoneyText amount={list_price} currency_id={record[COMPANY_CURRENCY]} isPrice />{' '}
      <Text span size="xs" c="dimmed">
        / <bdi>{signOf(list_price_unit_id) || list_price_unit_title}</bdi>
      </Text>
    </bdi>
  )
}
