import type { Actor } from '#server/platform/context.ts'

/** Whether a company buys from one within the actor's reach, and not from a seller above it. */
export function isSoldTo({ sellsTo }: Actor, company_id: number): boolean {
  return sellsTo === 'all' || sellsTo.includes(company_id)
}
