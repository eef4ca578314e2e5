import { Text } from '@mantine/core'
import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import type { tank_products } from '#core/domains/tanks/tank_products.ts'
import { COMPANY_CURRENCY } from '#core/resources/fields/currencyKey.ts'
import { MoneyText } from '#web/resources/kinds/MoneyText.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'

/** The list price of a product, with its unit. */
export function ProductPrice({ record }: { record: ShownRecord<typeof tank_products> }) {
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
