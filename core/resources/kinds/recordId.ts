import { z } from 'zod'

/** The id of a record. */
export function recordId(): z.ZodType<number> {
  return z.int().positive().max(Number.MAX_SAFE_INTEGER)
}
