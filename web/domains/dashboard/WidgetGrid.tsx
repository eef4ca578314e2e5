import { Box, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { OfferedWidget } from '#core/domains/dashboard/widgets.ts'
import { useDeferredCount } from '#web/ui/useDeferredCount.ts'
import { WhenSeen } from '#web/ui/WhenSeen.tsx'
import styles from './Dashboard.module.css'
import { type Arrangement, useWidgetTitle } from './useArrangement.ts'
import { WidgetView } from './WidgetView.tsx'

/** Fetched on demand: most users arrange their dashboard once, if at all. */
const ArrangeGrid = lazy(() => import('./ArrangeGrid.tsx').then((m) => ({ default: m.ArrangeGrid })))

/** Parts after these are below the fold: their places are reserved, and they are drawn when they are visible. */
const ABOVE_FOLD = 4

interface WidgetGridProps {
  offered: readonly OfferedWidget[]
  arrangement: Arrangement
}

/** The parts of the dashboard: 12 columns, or stacked on narrow screens. */
export function WidgetGrid(props: WidgetGridProps) {
  if (!props.arrangement.isArranging) return <StillGrid {...props} />
  return (
    <Suspense fallback={<StillGrid {...props} />}>
      <ArrangeGrid {...props} />
    </Suspense>
  )
}

function StillGrid({ offered, arrangement }: WidgetGridProps) {
  const title = useWidgetTitle()
  const drawn = useDeferredCount(ABOVE_FOLD, arrangement.shown.length)
  return (
    <div className={styles.grid}>
      {arrangement.shown.map(({ widget, columns, rows }, place) => {
        const found = offered.find(({ name_alias }) => name_alias === widget)
        return (
          found && (
            <Box key={widget} className={styles.cell} style={{ '--columns': columns, '--rows': rows }}>
              <div className={styles.content}>
                {place < ABOVE_FOLD ? (
                  <WidgetView widget={widget} title={title(found)} />
                ) : (
                  place < drawn && (
                    <WhenSeen waiting={<Skeleton h="100%" radius="lg" />}>
                      <WidgetView widget={widget} title={title(found)} />
                    </WhenSeen>
                  )
                )}
              </div>
            </Box>
          )
        )
      })}
    </div>
  )
}
