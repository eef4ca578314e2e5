import { Anchor, Button, Group, Paper, Stack, Text, useComputedColorScheme } from '@mantine/core'
import { IconList, IconMap } from '@tabler/icons-react'
import { type Map as MapLibre, Popup } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import styles from './DeviceMap.module.css'
import { LevelBadge } from './LevelBadge.tsx'
import { rankOf } from './mapStyle.ts'
import { TankActions } from './TankActions.tsx'
import { type Selected, useDeviceMap } from './useDeviceMap.ts'
import type { DeviceQuery } from './useDevices.ts'
import { useEstimateFormat } from './useEstimateFormat.ts'
import { type DevicesOnMap, type Position, usePositions } from './usePositions.ts'

export interface DeviceMapProps {
  /** Which devices. */
  query: DeviceQuery
  shown: DevicesOnMap | undefined
  onView: (view: string) => void
  height: number | string
}

/** Devices on the map that ships with the product; the same as a list for the keyboard. */
export function DeviceMapCanvas({ query, shown, onView, height }: DeviceMapProps) {
  const { t } = useTranslation()
  const scheme = useComputedColorScheme('light')
  const container = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<Selected | null>(null)
  const [isList, setIsList] = useState(false)
  const close = useCallback(() => setSelected(null), [])
  const tiles = useEnvironment()?.map_tiles_url
  const map = useDeviceMap(container, { scheme, shown, tiles, onSelect: setSelected, onView })
  return (
    <div className={styles.frame} style={{ height }}>
      <div ref={container} className={styles.map} role="application" aria-label={t('telemetry.map.label')} />
      {map && selected && <MapPopup map={map} selected={selected} onClose={close} />}
      {isList && <DeviceList query={query} shown={shown} />}
      <Button
        className={styles.toggle}
        size="compact-sm"
        variant="default"
        aria-pressed={isList}
        leftSection={isList ? <IconMap size={14} /> : <IconList size={14} />}
        onClick={() => setIsList(!isList)}
      >
        {isList ? t('telemetry.map.as_map') : t('telemetry.map.as_list')}
      </Button>
    </div>
  )
}

function MapPopup({ map, selected, onClose }: { map: MapLibre; selected: Selected; onClose: () => void }) {
  const node = useMemo(() => document.createElement('div'), [])
  useEffect(() => {
    const popup = new Popup({ offset: 12, closeButton: false, className: styles.popup ?? '' })
      .setLngLat(selected.at)
      .setDOMContent(node)
      .addTo(map)
    popup.on('close', onClose)
    return () => {
      popup.off('close', onClose)
      popup.remove()
    }
  }, [map, node, selected, onClose])
  return createPortal(<PositionLine position={selected.position} />, node)
}

function PositionLine({ position }: { position: Position }) {
  const { quantity } = useFormat()
  const figure = useEstimateFormat(position)
  const isEstimated = position.level_source === 'estimated'
  return (
    <Stack gap={4}>
      <Anchor component={Link} to={`/devices/profile/${position.device_id}`} fw={600} size="sm">
        {position.label}
      </Anchor>
      <Group gap="xs">
        <LevelBadge
          level={position.level}
          isEstimated={isEstimated && position.level !== 'offline'}
          size="sm"
        />
        {position.percent !== null && <Text size="sm">{figure(quantity(position.percent, '%', 0))}</Text>}
      </Group>
      <TankActions device_id={position.device_id} name={position.label} />
    </Stack>
  )
}

const MOST_LISTED = 200

/** Where many are told together, the list asks for each of them. */
function DeviceList({ query, shown }: Pick<DeviceMapProps, 'query' | 'shown'>) {
  const isWhole = shown?.isWhole !== false
  const { data } = usePositions(query, !isWhole)
  return <PositionList positions={(isWhole ? shown?.positions : data) ?? NONE} />
}

const NONE: never[] = []

/** The same devices, worst first, for who uses the keyboard or a screen reader. */
function PositionList({ positions }: { positions: readonly Position[] }) {
  const { t } = useTranslation()
  const worstFirst = positions
    .toSorted((a, b) => rankOf(b.level) - rankOf(a.level) || a.label.localeCompare(b.label))
    .slice(0, MOST_LISTED)
  return (
    <Paper className={styles.list} withBorder={false}>
      <Stack component="ul" gap="sm" p="md" pt={48} m={0} className={styles.plain}>
        {worstFirst.map((position) => (
          <li key={position.device_id}>
            <PositionLine position={position} />
          </li>
        ))}
        {positions.length > MOST_LISTED && (
          <Text component="li" size="xs" c="dimmed">
            {t('telemetry.map.more', { count: positions.length - MOST_LISTED })}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
