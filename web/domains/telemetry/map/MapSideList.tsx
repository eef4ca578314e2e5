import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './DeviceMap.module.css'
import { PositionLine } from './PositionLine.tsx'
import type { Position } from './usePositions.ts'

/** Maximum number of devices in the list. */
export const MAX_SIDE_LIST = 100

interface MapSideListProps {
  /** The individual devices in view, the worst first. */
  positions: readonly Position[]
  /** The number of further devices in view. */
  others: number
  /** Place names by device id. */
  names?: ReadonlyMap<number, string>
  pointed: number | null
  onPoint: (device_id: number | null) => void
}

/** The devices in view next to the map: hovering one in the list highlights it on the map, and the other way round. */
export function MapSideList({ positions, others, names, pointed, onPoint }: MapSideListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>(`[data-device="${pointed}"]`)
    if (line && !line.matches(':hover, :focus-within')) line.scrollIntoView({ block: 'nearest' })
  }, [pointed])
  const more = others + Math.max(0, positions.length - MAX_SIDE_LIST)
  return (
    <ul ref={list} className={styles.side} aria-label={t('telemetry.map.side_list')}>
      {positions.slice(0, MAX_SIDE_LIST).map((position) => (
        <li
          key={position.device_id}
          data-device={position.device_id}
          data-is-pointed={position.device_id === pointed || undefined}
          className={styles.sideLine}
          onPointerEnter={() => onPoint(position.device_id)}
          onPointerLeave={() => onPoint(null)}
          onFocus={() => onPoint(position.device_id)}
          onBlur={() => onPoint(null)}
        >
          <PositionLine position={position} name={names?.get(position.device_id)} isShort />
        </li>
      ))}
      {more > 0 && (
        <Text component="li" size="xs" c="dimmed" p="xs" className={styles.plain}>
          {t('telemetry.map.zoom_for_more', { count: more })}
        </Text>
      )}
    </ul>
  )
}
