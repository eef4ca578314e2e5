import type { Field } from './field.ts'

/** Tells of a field whether it holds figures: they stand below each other by their places, and are never broken. */
export function isNumeric(field: Field | undefined): boolean {
  if (field?.kind === 'integer') return !field.country
  return field?.kind === 'decimal' || field?.kind === 'money'
}
