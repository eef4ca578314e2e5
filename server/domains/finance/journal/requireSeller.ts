import { type RawBuilder, sql } from 'kysely'
import type { Actor, Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/refusal.ts'

/**
 * Whether an actor sees the accounts of a seller, named by a column: staff see all, users who act for distributors their own companies'. An
 * account limited to some devices sees none, because money does not belong to devices.
 */
export function journalSeenBy({ companies, limits }: Actor, column: string): RawBuilder<boolean> {
  if (limits.devices) return sql<boolean>`false`
  return companies === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${companies})`
}

/** @throws Refusal 404 for a seller whose accounts the actor does not see */
export async function requireSeller({ db, actor }: Context, seller_id: number): Promise<void> {
  const { rows } = await sql`select from companies c where c.company_id = ${seller_id}
    and ${journalSeenBy(actor, 'c.company_id')}`.execute(db)
  if (rows.length === 0) throw notFound('seller_id')
}
