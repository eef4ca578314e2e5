import { dashboard_widgets } from '#core/domains/dashboard/dashboard_widgets.ts'
import { isWidgetName, type OfferedWidget, WIDGETS } from '#core/domains/dashboard/widgets.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import type { Context } from '#server/platform/context.ts'
import { mayRead } from '#server/resources/rights/visible.ts'
import { rowsOf } from '#server/resources/rows.ts'

interface WidgetRow {
  name: string
  name_alias: string | null
  column_span: number
  permission: string | null
}

/**
 * The parts that the actor may have on their dashboard: active, with its permission, for their login type, and of kinds that they may read.
 */
export async function listOwnWidgets(context: Context): Promise<OfferedWidget[]> {
  const { actor } = context
  const rows = await rowsOf(context, dashboard_widgets)
    .select(['name', 'name_alias', 'column_span', 'permission'])
    .where('active', '=', 1)
    .orderBy('widget_id')
    .$castTo<WidgetRow>()
    .execute()
  const offered = new Map<string, OfferedWidget>()
  for (const { name, name_alias, column_span, permission } of rows) {
    if (!isWidgetName(name_alias) || offered.has(name_alias)) continue
    if (permission && !actor.permissions.has(permission)) continue
    const { of, loginTypes } = WIDGETS[name_alias]
    if (loginTypes && !loginTypes.includes(actor.loginType)) continue
    if (!of || mayRead(actor, resourceOf(of))) offered.set(name_alias, { name_alias, name, column_span })
  }
  return [...offered.values()]
}
