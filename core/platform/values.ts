/** The values of a record, or of a part of one, by the names of their fields. */
export type Values = Readonly<Record<string, unknown>>

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
