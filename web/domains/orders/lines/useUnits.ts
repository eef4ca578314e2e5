import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import type { Measure } from '#core/platform/numbers/measures.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useOptionRows } from '#web/resources/useOptions.ts'

interface UnitRow {
  id: number
  label: string
  unit_abbrev: string
  measure: Measure
  factor: string | null
  code: string | null
}

/** The units of quantities, and quantities formatted with their unit. */
export function useUnits() {
  const { language, apart } = useFormat()
  const { data = [] } = useOptionRows<UnitRow>(units_of_measure)
  const signOf = (unit_id: unknown) => data.find(({ id }) => id === Number(unit_id))?.unit_abbrev ?? ''
  return {
    units: data.filter(({ measure }) => measure !== 'system'),
    signOf,
    /** Litres of a quantity in a unit of volume; 0 for other units and for an incomplete number. */
    litresOf: (quantity: unknown, unit_id: unknown) => {
      const unit = data.find(({ id, measure }) => id === Number(unit_id) && measure === 'volume')
      return Number(quantity) * Number(unit?.factor ?? 0) || 0
    },
    quantity: (quantity: string, unit_id: unknown) =>
      apart(quantityText(quantity, signOf(unit_id), language)),
  }
}
