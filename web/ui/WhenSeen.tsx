import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

/** Content that is drawn, and its code fetched, once its place is visible; until then `waiting` takes its place. */
export function WhenSeen({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const { ref, entry } = useIntersection()
  const [wasSeen, setWasSeen] = useState(false)
  if (entry?.isIntersecting && !wasSeen) setWasSeen(true)
  if (wasSeen) return children
  return (
    <div ref={ref} style={{ height: '100%', visibility: 'hidden' }}>
      {waiting}
    </div>
  )
}
