import 'maplibre-gl/dist/maplibre-gl.css'
import { Button, Paper, Stack, Text, useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconList, IconMap } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LngLatBounds, type Map as MapLibre, Popup } from 'maplibre-gl'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { devices } from '#core/domains/devices/devices.ts'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { optionsOf, useOptionOf } from '#web/resources/useOptions.ts'
import type { DeviceQuery } from '../device/useDevices.ts'
import styles from './DeviceMap.module.css'
import { MapLegend } from './MapLegend.tsx'
import { MAX_SIDE_LIST, MapSideList } from './MapSideList.tsx'
import { rankOf } from './mapStyle.ts'
import { PositionLine } from './PositionLine.tsx'
import { type Selected, useDeviceMap } from './useDeviceMap.ts'
import { type DevicesOnMap, type Position, usePositions } from './usePositions.ts'

export interface DeviceMapProps {
  /** The filter of the devices. */
  query: DeviceQuery
  shown: DevicesOnMap | undefined
  onView: (view: string) => void
  height: number | string
}

/** From this width on, a map has room for a list next to it, px. */
const ROOM_FOR_LIST = 760

/** Devices on the built-in map; the same as a list for the keyboard. */
export function DeviceMapCanvas({ query, shown, onView, height }: DeviceMapProps) {
  const { t } = useTranslation()
  const scheme = useComputedColorScheme('light')
  const container = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<Selected | null>(null)
  const [isList, setIsList] = useState(false)
  const close = useCallback(() => setSelected(null), [])
  const tiles = useEnvironment()?.map_tiles_url
  const [bounds, setBounds] = useState<LngLatBounds | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const { positions, others } = useMemo(() => seenIn(shown, bounds), [shown, bounds])
  const { ref: frame, width } = useElementSize()
  const hasRoom = width >= ROOM_FOR_LIST
  const names = useDeviceNames([
    ...(hasRoom ? positions.slice(0, MAX_SIDE_LIST).map(({ device_id }) => device_id) : []),
    ...(selected ? [selected.position.device_id] : []),
  ])
  const map = useDeviceMap(container, {
    ...{ scheme, shown, tiles, onView },
    onSelect: setSelected,
    onPoint: setPointed,
    pointed: positions.find(({ device_id }) => device_id === pointed),
    onBounds: setBounds,
  })
  return (
    <div ref={frame} className={styles.frame} style={{ height }}>
      <div className={styles.top}>
        <div className={styles.ground}>
          <div
            ref={container}
            className={styles.map}
            role="application"
            aria-label={t('telemetry.map.label')}
          />
          {map && selected && <MapPopup {...{ map, selected, names }} onClose={close} />}
          {isList && !hasRoom && <DeviceList query={query} shown={shown} />}
          {!hasRoom && (
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
          )}
        </div>
        {hasRoom && <MapSideList {...{ positions, others, names, pointed }} onPoint={setPointed} />}
      </div>
      <MapLegend inView={positions.length + others} hasOwnNames={!tiles} />
    </div>
  )
}

/** The devices in view: individual ones, the worst first, and how many others. */
function seenIn(shown: DevicesOnMap | undefined, bounds: LngLatBounds | null) {
  const isSeen = ({ longitude, latitude }: { longitude: number; latitude: number }) =>
    bounds?.contains([longitude, latitude]) ?? false
  return {
    positions: worstFirst(shown?.positions.filter(isSeen) ?? NONE),
    others: shown?.clusters.filter(isSeen).reduce((sum, { count }) => sum + count, 0) ?? 0,
  }
}

function worstFirst(positions: readonly Position[]): Position[] {
  return positions.toSorted((a, b) => rankOf(b.level) - rankOf(a.level) || a.label.localeCompare(b.label))
}

interface MapPopupProps {
  map: MapLibre
  selected: Selected
  names: ReadonlyMap<number, string>
  onClose: () => void
}

function MapPopup({ map, selected, names, onClose }: MapPopupProps) {
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
  return createPortal(
    <PositionLine position={selected.position} name={names.get(selected.position.device_id)} />,
    node,
  )
}

const MAX_LISTED = 200

/** Clusters have no individual devices, so the list loads them. */
function DeviceList({ query, shown }: Pick<DeviceMapProps, 'query' | 'shown'>) {
  const isWhole = shown?.isWhole !== false
  const { data } = usePositions(query, !isWhole)
  return <PositionList positions={(isWhole ? shown?.positions : data) ?? NONE} />
}

const NONE: never[] = []

/** The same devices, the worst first, for keyboard and screen reader. */
function PositionList({ positions }: { positions: readonly Position[] }) {
  const { t } = useTranslation()
  const listed = worstFirst(positions).slice(0, MAX_LISTED)
  const names = useDeviceNames(listed.map(({ device_id }) => device_id))
  return (
    <Paper className={styles.list} withBorder={false}>
      <Stack component="ul" gap="sm" p="md" pt={48} m={0} className={styles.plain}>
        {listed.map((position) => (
          <li key={position.device_id}>
            <PositionLine position={position} name={names.get(position.device_id)} />
          </li>
        ))}
        {positions.length > MAX_LISTED && (
          <Text component="li" size="xs" c="dimmed">
            {t('telemetry.map.more', { count: positions.length - MAX_LISTED })}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

/** Place names by device id: a map has only labels, as it may show 100,000 devices. */
function useDeviceNames(ids: readonly number[]): ReadonlyMap<number, string> {
  const choiceOf = useOptionOf(devices)
  const sorted = [...new Set(ids)].sort((one, other) => one - other)
  const { data } = useQuery({
    ...optionsOf(devices, sorted.length > 0, { ids: sorted.join() }),
    select: (rows) => new Map(rows.map((row) => [Number(row.device_id), choiceOf(row).label])),
    placeholderData: keepPreviousData,
  })
  return data ?? NO_NAMES
}

const NO_NAMES: ReadonlyMap<number, string> = new Map()
