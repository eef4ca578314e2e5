import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { WIDGET_NAMES, type WidgetName } from '#core/domains/dashboard/widgets.ts'
import { loadAllTexts } from '#web/platform/language.tsx'
import type { WidgetProps } from '#web/ui/WidgetPanel.tsx'
import { FIRST_WIDGETS, isLater } from './firstWidgets.ts'
import { LATER_WIDGETS } from './laterWidgets.ts'

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

/** One part of the dashboard, filling its place. */
export function WidgetView({ widget, title }: { widget: WidgetName; title: string }) {
  const View = VIEWS[widget]
  return <Suspense fallback={<Skeleton h="100%" radius="lg" />}>{View && <View title={title} />}</Suspense>
}
