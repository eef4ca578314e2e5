import { lazy } from 'react'
import type { WidgetName } from '#core/domains/dashboard/widgets.ts'
import { AlertsWidget } from '#web/domains/telemetry/widgets/AlertsWidget.tsx'
import { FleetStatusWidget } from '#web/domains/telemetry/widgets/FleetStatusWidget.tsx'
import { MapWidget } from '#web/domains/telemetry/widgets/MapWidget.tsx'
import { TanksFirstWidget } from '#web/domains/telemetry/widgets/TanksFirstWidget.tsx'

/** Only users who sell see it, and it needs the code for amounts. */
const TodayWidget = lazy(() =>
  import('#web/domains/shipments/widgets/TodayWidget.tsx').then((m) => ({ default: m.TodayWidget })),
)

/** The parts that nearly everyone sees first load with the dashboard. */
export const FIRST_WIDGETS = {
  today: TodayWidget,
  fleet_status: FleetStatusWidget,
  tanks_first: TanksFirstWidget,
  alerts: AlertsWidget,
  map: MapWidget,
}

/** The others: their views are fetched when the first of them is shown. */
export type LaterWidgetName = Exclude<WidgetName, keyof typeof FIRST_WIDGETS>

/** Whether the view of a part does not load with the dashboard. */
export const isLater = (name: WidgetName): name is LaterWidgetName => !(name in FIRST_WIDGETS)
