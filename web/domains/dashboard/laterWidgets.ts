import type { ComponentType } from 'react'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'
import type { LaterWidgetName } from './firstWidgets.ts'

/** The views that do not load with the dashboard: each is fetched when it is first visible. */
export const LATER_WIDGETS: Readonly<Record<LaterWidgetName, () => Promise<ComponentType<WidgetProps>>>> = {
  usage: () => import('#web/domains/telemetry/widgets/UsageWidget.tsx').then((m) => m.UsageWidget),
  deliveries: () =>
    import('#web/domains/telemetry/widgets/DeliveriesWidget.tsx').then((m) => m.DeliveriesWidget),
  shipments: () =>
    import('#web/domains/shipments/widgets/ShipmentsWidget.tsx').then((m) => m.ShipmentsWidget),
  orders: () => import('#web/domains/orders/widgets/OrdersWidget.tsx').then((m) => m.OrdersWidget),
  work_orders: () =>
    import('#web/domains/work_orders/widgets/WorkOrdersWidget.tsx').then((m) => m.WorkOrdersWidget),
  battery_health: () =>
    import('#web/domains/telemetry/widgets/BatteryHealthWidget.tsx').then((m) => m.BatteryHealthWidget),
  notifications: () =>
    import('#web/domains/notifications/widgets/NotificationsWidget.tsx').then((m) => m.NotificationsWidget),
}
