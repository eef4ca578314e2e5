import type { WidgetName } from '#core/domains/settings/widgets.ts'
import { FleetBar } from '#web/domains/telemetry/FleetBar.tsx'
import { FleetMap } from '#web/domains/telemetry/FleetMap.tsx'
import { OpenAlerts } from '#web/domains/telemetry/OpenAlerts.tsx'
import { TanksNeedingAttention } from '#web/domains/telemetry/TanksNeedingAttention.tsx'

/** What nearly everybody sees first comes with the dashboard. */
export const FIRST_WIDGETS = {
  fleet_status: FleetBar,
  tanks_first: TanksNeedingAttention,
  alerts: OpenAlerts,
  map: FleetMap,
}

/** The others: their views are fetched when the first of them is shown. */
export type LaterWidgetName = Exclude<WidgetName, keyof typeof FIRST_WIDGETS>

/** Tells whether the view of a part does not come with the dashboard. */
export const isLater = (name: WidgetName): name is LaterWidgetName => !(name in FIRST_WIDGETS)
