import { Autocomplete } from '@mantine/core'
import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { USUAL_PRODUCTS } from '#core/domains/tanks/usualProducts.ts'
import { volumeCode } from '#core/platform/numbers/units.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'

type Props = FieldInputProps<typeof tank_products>

/** The name of a product. For a new product, a common liquid fills in its known facts: gravity, papers, color, unit of its price. */
export function ProductNameInput(props: Props) {
  return props.form.isNew ? <NewName {...props} /> : <RecordInput {...props} resource={tank_products} />
}

function NewName({ name, form, isReadOnly }: Props) {
  const { t } = useTranslation()
  const { units: system } = useFormat()
  const { data: units = [] } = useOptionRows<{ id: number; code: string | null }>(units_of_measure)
  const shared = {
    label: t(`records.tank_products.fields.${name}`),
    error: form.errors.product_name,
    disabled: isReadOnly,
    withAsterisk: true,
    maxLength: 65,
    'data-field': name,
    value: String(form.values.product_name ?? ''),
  }
  const unit = units.find(({ code }) => code === volumeCode(system))
  return (
    <Autocomplete
      {...shared}
      data={Object.keys(USUAL_PRODUCTS)}
      onChange={(product_name) => form.set({ product_name })}
      onOptionSubmit={(product_name) =>
        form.set({
          product_name,
          ...USUAL_PRODUCTS[product_name],
          ...(!form.values.list_price_unit_id && unit && { list_price_unit_id: unit.id }),
        })
      }
    />
  )
}
