import type { ComponentType } from 'react'
import type { WidgetName } from '#core/domains/settings/widgets.ts'
import { FleetBar } from '#web/domains/telemetry/FleetBar.tsx'
import { FleetMap } from '#web/domains/telemetry/FleetMap.tsx'
import { OpenAlerts } from '#web/domains/telemetry/OpenAlerts.tsx'
import { TanksFirst } from '#web/domains/telemetry/TanksFirst.tsx'
import type { WidgetProps } from '#web/resources/WidgetPanel.tsx'

/** What draws each part of the dashboard. */
export const WIDGET_VIEWS: Readonly<Record<WidgetName, ComponentType<WidgetProps>>> = {
  fleet_status: FleetBar,
  tanks_first: TanksFirst,
  alerts: OpenAlerts,
  map: FleetMap,
}
