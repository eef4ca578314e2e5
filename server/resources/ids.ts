import { z } from 'zod'
import { malformed } from '#server/platform/refusal.ts'

/** The id of a record in an address: digits, within what a JSON number can hold. */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** @throws Refusal 400 unless the text is the id of a record. */
export function idFrom(text: unknown): number {
  const result = Id.safeParse(text)
  if (!result.success) throw malformed()
  return result.data
}
