import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, memo, Suspense } from 'react'
import { WIDGET_NAMES, type WidgetName } from '#core/domains/dashboard/widgets.ts'
import { loadAllTexts } from '#web/platform/language.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'
import { FIRST_WIDGETS, isLater, type LaterWidgetName } from './firstWidgets.ts'

/** The views that do not load with the dashboard: each is fetched when it is first visible. */
const LATER_WIDGETS: Readonly<Record<LaterWidgetName, () => Promise<ComponentType<WidgetProps>>>> = {
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

const VIEWS: Readonly<Partial<Record<WidgetName, ComponentType<WidgetProps>>>> = {
  ...FIRST_WIDGETS,
  ...Object.fromEntries(
    WIDGET_NAMES.filter(isLater).map((name) => [
      name,
      lazy(async () => {
        const [view] = await Promise.all([LATER_WIDGETS[name](), loadAllTexts()])
        return { default: view }
      }),
    ]),
  ),
}

/** In a single column a part has the height of its content; its place is reserved while its code loads. */
const HEIGHTS_IN_ONE_COLUMN: Partial<Record<WidgetName, object>> = {
  today: { base: 174, sm: 80, md: '100%' },
}

/** One part of the dashboard, filling its place. Does not render again when others appear. */
export const WidgetView = memo(function WidgetView({ widget, title }: { widget: WidgetName; title: string }) {
  const View = VIEWS[widget]
  return (
    <Suspense fallback={<Skeleton h={HEIGHTS_IN_ONE_COLUMN[widget] ?? '100%'} radius="lg" />}>
      {View && <View title={title} />}
    </Suspense>
  )
})
