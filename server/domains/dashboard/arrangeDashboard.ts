import { sql } from 'kysely'
import type { PlacedWidget } from '#core/domains/dashboard/widgets.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/history/audit.ts'

/**
 * Stores the account's arrangement of its dashboard; null restores the default of its login type.
 * @throws Refusal 422 for a part that appears twice.
 */
export async function arrangeDashboard(context: Context, layout: PlacedWidget[] | null): Promise<void> {
  const { actor, db } = context
  const names = layout?.map(({ widget }) => widget) ?? []
  if (new Set(names).size < names.length) throw invalid([{ field: 'dashboard_layout', rule: 'unique_items' }])
  const { rows } = await sql<{ account_id: number; before: PlacedWidget[] | null }>`
    select account_id, dashboard_layout as before from accounts
    where user_id = ${actor.user_id} and company_id = ${actor.company_id} for update`.execute(db)
  const [account] = rows
  if (!account) throw notFound()
  await db
    .updateTable('accounts')
    .set({ dashboard_layout: layout && JSON.stringify(layout) })
    .where('account_id', '=', account.account_id)
    .execute()
  await audit(context, 'accounts', account.account_id, 'update', [
    { field: 'dashboard_layout', before: account.before, after: layout },
  ])
}
