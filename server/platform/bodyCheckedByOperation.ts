import { z } from 'zod'

/**
 * The operation itself checks the body, with what it knows of the record; here it only has to be an object.
 * @param schema what the documents show of it: made when they are asked for.
 */
export function bodyCheckedByOperation(schema: () => z.ZodType): z.ZodType {
  const body = z.custom<object>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  )
  bodySchemas.set(body, schema)
  return body
}

/** What the documents show of a body that its operation checks. */
export const bodySchemas = new WeakMap<z.ZodType, () => z.ZodType>()
