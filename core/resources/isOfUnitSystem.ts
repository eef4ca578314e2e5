import type { UnitSystem } from '#core/platform/units.ts'
import type { Field } from './field.ts'

/** Of what a record tells in both unit systems a person reads and writes what is of their own. */
export function isOfUnitSystem(field: Field | undefined, units: UnitSystem): boolean {
  return field?.unitSystem === undefined || field.unitSystem === units
}
