import type { UnitSystem } from '#core/platform/numbers/units.ts'
import type { Field } from '../field.ts'

/** Whether a field belongs to a user's unit system, for figures stored in both systems. */
export function isOfUnitSystem(field: Field | undefined, units: UnitSystem): boolean {
  return field?.unitSystem === undefined || field.unitSystem === units
}
