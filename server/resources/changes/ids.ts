import { Id } from '#core/platform/id.ts'
import { malformed } from '#server/platform/refusal.ts'

/** @throws Refusal 400 unless the text is the id of a record. */
export function idFrom(text: unknown): number {
  const result = Id.safeParse(text)
  if (!result.success) throw malformed()
  return result.data
}
