import type { ComponentType } from 'react'
import type { WidgetName } from '#core/domains/settings/widgets.ts'
import { NotificationsWidget } from '#web/domains/notifications/NotificationsWidget.tsx'
import { OrdersWidget } from '#web/domains/orders/OrdersWidget.tsx'
import { ShipmentsWidget } from '#web/domains/shipments/ShipmentsWidget.tsx'
import { BatteryHealth } from '#web/domains/telemetry/BatteryHealth.tsx'
import { DeliveriesWidget } from '#web/domains/telemetry/DeliveriesWidget.tsx'
import { FleetBar } from '#web/domains/telemetry/FleetBar.tsx'
import { FleetMap } from '#web/domains/telemetry/FleetMap.tsx'
import { OpenAlerts } from '#web/domains/telemetry/OpenAlerts.tsx'
import { TanksNeedingAttention } from '#web/domains/telemetry/TanksNeedingAttention.tsx'
import { UsageWidget } from '#web/domains/telemetry/UsageWidget.tsx'
import { WorkOrdersWidget } from '#web/domains/work_orders/WorkOrdersWidget.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'

/** What draws each part of the dashboard. */
export const WIDGET_VIEWS: Readonly<Record<WidgetName, ComponentType<WidgetProps>>> = {
  fleet_status: FleetBar,
  tanks_first: TanksNeedingAttention,
  alerts: OpenAlerts,
  map: FleetMap,
  usage: UsageWidget,
  deliveries: DeliveriesWidget,
  shipments: ShipmentsWidget,
  orders: OrdersWidget,
  work_orders: WorkOrdersWidget,
  battery_health: BatteryHealth,
  notifications: NotificationsWidget,
}
