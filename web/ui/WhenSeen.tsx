import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

/** The part of a place that must be visible: an edge at the foot of the screen is not yet looked at. */
const SEEN = 0.3

/** Content that is drawn, and its code fetched, once its place is visible; until then `waiting` takes its room. */
export function WhenSeen({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const { ref, entry } = useIntersection({ threshold: SEEN })
  const [wasSeen, setWasSeen] = useState(false)
  if (entry?.isIntersecting && !wasSeen) setWasSeen(true)
  if (wasSeen) return children
  return (
    <div ref={ref} style={{ height: '100%' }}>
      {waiting}
    </div>
  )
}
