import { sql } from 'kysely'
import { dashboard_widgets } from '#core/domains/dashboard/dashboard_widgets.ts'
import {
  isWidgetName,
  type OfferedWidget,
  type PlacedWidget,
  WIDGETS,
} from '#core/domains/dashboard/widgets.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/refusal.ts'
import { audit } from '#server/resources/audit.ts'
import { rowsOf } from '#server/resources/rows.ts'
import { mayRead } from '#server/resources/visible.ts'

interface WidgetRow {
  name: string
  name_alias: string | null
  column_span: number
  permission: string | null
}

/** The parts that the actor may have on his dashboard: active, with its permission, and of what he may read. */
export async function listOwnWidgets(context: Context): Promise<OfferedWidget[]> {
  const { actor } = context
  const rows = await rowsOf(context, dashboard_widgets)
    .select(['name', 'name_alias', 'column_span', 'permission'])
    .where('active', '=', 1)
    .orderBy('widget_id')
    .execute()
  const offered = new Map<string, OfferedWidget>()
  for (const { name, name_alias, column_span, permission } of rows as WidgetRow[]) {
    if (!isWidgetName(name_alias) || offered.has(name_alias)) continue
    if (permission && !actor.permissions.has(permission)) continue
    const { of } = WIDGETS[name_alias]
    if (!of || mayRead(actor, of)) offered.set(name_alias, { name_alias, name, column_span })
  }
  return [...offered.values()]
}

/**
 * Keeps how the account arranged its dashboard; null goes back to what its login type begins with.
 * @throws Refusal 422 for a part that stands twice.
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
  await sql`update accounts set dashboard_layout = ${layout && JSON.stringify(layout)}
    where account_id = ${account.account_id}`.execute(db)
  await audit(context, 'accounts', account.account_id, 'update', [
    { field: 'dashboard_layout', before: account.before, after: layout },
  ])
}
