import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './DeviceMap.module.css'
import { PositionLine } from './PositionLine.tsx'
import type { Position } from './usePositions.ts'

/** So many of them stand in the list. */
export const MOST_LISTED = 100

interface MapSideListProps {
  /** The devices that are seen one by one, the worst first. */
  positions: readonly Position[]
  /** So many more are seen. */
  others: number
  /** What people call them, by their ids. */
  names?: ReadonlyMap<number, string>
  pointed: number | null
  onPoint: (device_id: number | null) => void
}

/** The devices in view beside the map: pointing at one in the list shows it on the map, and the other way round. */
export function MapSideList({ positions, others, names, pointed, onPoint }: MapSideListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>(`[data-device="${pointed}"]`)
    if (line && !line.matches(':hover, :focus-within')) line.scrollIntoView({ block: 'nearest' })
  }, [pointed])
  const more = others + Math.max(0, positions.length - MOST_LISTED)
  return (
    <ul ref={list} className={styles.side} aria-label={t('telemetry.map.side_list')}>
      {positions.slice(0, MOST_LISTED).map((position) => (
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
