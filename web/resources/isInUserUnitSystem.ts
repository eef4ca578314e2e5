import { isOfUnitSystem } from '#core/resources/isOfUnitSystem.ts'

/** Of figures that exist in both unit systems a user sees those of their own: 1 imperial, 2 metric. */
export function isInUserUnitSystem(name: string, units: 1 | 2): boolean {
  return isOfUnitSystem(name, units === 1)
}
