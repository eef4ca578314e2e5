import { Text, useComputedColorScheme } from '@mantine/core'
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useEffect, useMemo, useRef } from 'react'
import { NEED_RANKS, type NeedRank } from '#core/domains/dispatch/judgeNeed.ts'
import { useDeviceMap } from '#web/domains/telemetry/map/useDeviceMap.ts'
import type { DevicesOnMap, Position } from '#web/domains/telemetry/map/usePositions.ts'
import { brandPalettes } from '#web/platform/palettes.ts'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Need, Round } from './boardTypes.ts'
import styles from './Dispatch.module.css'
import { linesOf } from './roundLines.ts'
import { TrucksOnTheRoad } from './TrucksOnTheRoad.tsx'
import { useRoundWays } from './useRoundWays.ts'

interface BoardMapProps {
  needs: readonly Need[]
  rounds: readonly Round[]
  /** The device whose row is hovered. */
  pointed: number | null
}

/** The map style of a need: that of a level of the same urgency. */
const MAP_STATE: Record<NeedRank, string> = { must: 'urgent', should: 'mild', could: 'fine' }
const LINES = 'rounds'
const nothing = () => {}

/** Needs by urgency, and the rounds of the day from stop to stop, along roads if known. */
export function BoardMap({ needs, rounds, pointed }: BoardMapProps) {
  const { t } = useTranslation()
  const container = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  const tiles = useEnvironment()?.map_tiles_url
  const shown = useMemo(() => positionsOf(needs), [needs])
  const ways = useRoundWays(rounds)
  const lines = useMemo(() => linesOf(rounds, ways), [rounds, ways])
  const map = useDeviceMap(container, {
    ...{ scheme, shown, tiles },
    onSelect: nothing,
    onPoint: nothing,
    onView: nothing,
    onBounds: nothing,
    pointed: shown?.positions.find(({ device_id }) => device_id === pointed),
  })
  useRoundLines(map, lines)
  return (
    <>
      <div className={styles.mapFrame}>
        <div ref={container} className={styles.map} role="application" aria-label={t('dispatch.map')} />
        <Text size="xs" className={styles.legend}>
          {NEED_RANKS.map((rank) => (
            <span key={rank} className={styles.legendEntry} data-rank={rank}>
              {t(`dispatch.rank.${rank}`)}
            </span>
          ))}
          <span className={styles.legendEntry} data-rank="round">
            {t('dispatch.map_round')}
          </span>
        </Text>
      </div>
      <TrucksOnTheRoad map={map} />
    </>
  )
}

function positionsOf(needs: readonly Need[]): DevicesOnMap | undefined {
  const positions = new Map<number, Position>()
  // Needs are sorted by urgency: of several at one device the first is shown.
  for (const { device_id, latitude, longitude, rank, percent, place, level_source } of needs.toReversed()) {
    if (device_id === null || latitude === null || longitude === null) continue
    positions.set(device_id, {
      device_id,
      latitude,
      longitude,
      percent,
      level: MAP_STATE[rank],
      label: place ?? '',
      level_source,
      measuredAt: null,
    })
  }
  const all = [...positions.values()]
  const of = (pick: (one: Position) => number) => all.map(pick)
  if (all.length === 0) return undefined
  return {
    positions: all,
    clusters: [],
    total: all.length,
    bounds: [
      Math.min(...of(({ longitude }) => longitude)),
      Math.min(...of(({ latitude }) => latitude)),
      Math.max(...of(({ longitude }) => longitude)),
      Math.max(...of(({ latitude }) => latitude)),
    ],
    isWhole: true,
  }
}

/** Draws the rounds, again after each change of the base map. */
function useRoundLines(map: MapLibre | null, lines: GeoJSON.FeatureCollection): void {
  const latest = useRef(lines)
  latest.current = lines
  useEffect(() => {
    if (!map) return
    const draw = () => {
      if (map.getSource(LINES) || !map.getSource('devices')) return
      drawRounds(map, latest.current)
    }
    map.on('styledata', draw)
    draw()
    return () => {
      map.off('styledata', draw)
    }
  }, [map])
  useEffect(() => {
    void map?.getSource<GeoJSONSource>(LINES)?.setData(lines)
  }, [map, lines])
}

/** Adds the source and the layers of the rounds to a map. */
function drawRounds(map: MapLibre, data: GeoJSON.FeatureCollection) {
  const color = brandPalettes.default[6]
  map.addSource(LINES, { type: 'geojson', data })
  map.addLayer({
    id: `${LINES}-line`,
    type: 'line',
    source: LINES,
    filter: ['==', ['geometry-type'], 'LineString'],
    paint: { 'line-color': color, 'line-width': 2.5, 'line-opacity': 0.75 },
  })
  map.addLayer({
    id: `${LINES}-stop`,
    type: 'circle',
    source: LINES,
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-color': color,
      'circle-radius': 9,
      'circle-stroke-color': '#fff',
      'circle-stroke-width': 1.5,
    },
  })
  map.addLayer({
    id: `${LINES}-number`,
    type: 'symbol',
    source: LINES,
    filter: ['==', ['geometry-type'], 'Point'],
    layout: {
      'text-field': ['get', 'number'],
      'text-size': 11,
      'text-font': ['Inter Variable'],
      'text-allow-overlap': true,
    },
    paint: { 'text-color': '#fff' },
  })
}
