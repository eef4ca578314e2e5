import type { ComponentType } from 'react'
import { NotificationsWidget } from '#web/domains/notifications/widgets/NotificationsWidget.tsx'
import { OrdersWidget } from '#web/domains/orders/widgets/OrdersWidget.tsx'
import { ShipmentsWidget } from '#web/domains/shipments/widgets/ShipmentsWidget.tsx'
import { TodayWidget } from '#web/domains/shipments/widgets/TodayWidget.tsx'
import { BatteryHealthWidget } from '#web/domains/telemetry/widgets/BatteryHealthWidget.tsx'
import { DeliveriesWidget } from '#web/domains/telemetry/widgets/DeliveriesWidget.tsx'
import { UsageWidget } from '#web/domains/telemetry/widgets/UsageWidget.tsx'
import { WorkOrdersWidget } from '#web/domains/work_orders/widgets/WorkOrdersWidget.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'
import type { LaterWidgetName } from './firstWidgets.ts'

/** The views that do not load with the dashboard: fetched together when the first of them is shown. */
export const LATER_WIDGETS: Readonly<Record<LaterWidgetName, ComponentType<WidgetProps>>> = {
  today: TodayWidget,
  usage: UsageWidget,
  deliveries: DeliveriesWidget,
  shipments: ShipmentsWidget,
  orders: OrdersWidget,
  work_orders: WorkOrdersWidget,
  battery_health: BatteryHealthWidget,
  notifications: NotificationsWidget,
}
