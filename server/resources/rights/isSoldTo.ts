import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/platform/context.ts'

/** Whether a company buys from one within the actor's reach, and not from a seller above it. */
export function isSoldTo({ sellsTo }: Actor, company_id: number): boolean {
  return sellsTo === 'all' || sellsTo.includes(company_id)
}

/** Like `isSoldTo`, in SQL; `column` holds the company. Undefined for users who sell to everyone within their reach. */
export function isSoldToSql({ sellsTo }: Actor, column: string): RawBuilder<boolean> | undefined {
  return sellsTo === 'all' ? undefined : sql<boolean>`${sql.ref(column)} = any(${sellsTo})`
}
