import { Box } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { OfferedWidget } from '#core/domains/dashboard/widgets.ts'
import { useDeferredCount } from '#web/ui/useDeferredCount.ts'
import styles from './Dashboard.module.css'
import { type Arrangement, useWidgetTitle } from './useArrangement.ts'
import { WidgetView } from './WidgetView.tsx'

/** Most people arrange their dashboard once, if at all. */
const ArrangeGrid = lazy(() => import('./ArrangeGrid.tsx').then((m) => ({ default: m.ArrangeGrid })))

/** The parts after these lie below the edge of the screen: their places are kept, and they come a moment later. */
const SEEN = 4

interface WidgetGridProps {
  offered: readonly OfferedWidget[]
  arrangement: Arrangement
}

/** The parts in their places: 12 columns where there is room, one below the other where there is not. */
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
  const drawn = useDeferredCount(SEEN)
  return (
    <div className={styles.grid}>
      {arrangement.shown.map(({ widget, columns, rows }, place) => {
        const found = offered.find(({ name_alias }) => name_alias === widget)
        return (
          found && (
            <Box key={widget} className={styles.cell} style={{ '--columns': columns, '--rows': rows }}>
              <div className={styles.content}>
                {place < drawn && <WidgetView widget={widget} title={title(found)} />}
              </div>
            </Box>
          )
        )
      })}
    </div>
  )
}
