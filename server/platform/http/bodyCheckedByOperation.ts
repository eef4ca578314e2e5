import { z } from 'zod'
import { isObject } from '#core/platform/values.ts'

/**
 * Accepts any object: the operation itself validates it, as it knows the record.
 * @param schema the body in the API documents, created on demand.
 */
export function bodyCheckedByOperation(schema: () => z.ZodType): z.ZodType {
  const body = z.custom<object>(isObject)
  bodySchemas.set(body, schema)
  return body
}

/** The documented schema of a body that its operation validates. */
export const bodySchemas = new WeakMap<z.ZodType, () => z.ZodType>()
