import {
  type GeoJSONSource,
  LngLatBounds,
  Map as MapLibre,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { CLUSTERS, type MapScheme, mapStyle, PINS, rankOf } from './mapStyle.ts'
import { readBaseMap } from './readBaseMap.ts'
import type { Position } from './usePositions.ts'

setWorkerUrl(workerUrl)

export interface Selected {
  position: Position
  at: [number, number]
}

interface Options {
  scheme: MapScheme
  positions: readonly Position[]
  /** The tiles of a map server, if the settings name one. */
  tiles: string | null | undefined
  onSelect: (selected: Selected | null) => void
}

/** Keeps a map in an element: its ground in the scheme's colors, the devices on it, and what is chosen. */
export function useDeviceMap(container: RefObject<HTMLDivElement | null>, options: Options) {
  const { scheme, positions, tiles, onSelect } = options
  const [map, setMap] = useState<MapLibre | null>(null)
  const select = useRef(onSelect)
  select.current = onSelect
  const shown = useRef(positions)
  shown.current = positions

  useEffect(() => {
    if (!container.current) return
    const made = new MapLibre({
      container: container.current,
      style: { version: 8, sources: {}, layers: [] },
      center: [-96, 39],
      zoom: 2.6,
      attributionControl: false,
      maxZoom: 17,
      fadeDuration: 0,
      pitchWithRotate: false,
      dragRotate: false,
      cooperativeGestures: false,
    })
    made.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    listen(made, (selected) => select.current(selected), shown)
    setMap(made)
    return () => {
      setMap(null)
      made.remove()
    }
  }, [container])

  useEffect(() => {
    if (!map) return
    let isGone = false
    void readBaseMap().then((ground) => {
      if (!isGone) map.setStyle(mapStyle(scheme, { ...ground, tiles }, pinsOf(shown.current)))
    })
    return () => {
      isGone = true
    }
  }, [map, scheme, tiles])

  useEffect(() => {
    void map?.getSource<GeoJSONSource>('devices')?.setData(pinsOf(positions))
  }, [map, positions])

  useFirstView(map, positions)
  return map
}

/** Shows all devices once, when they are first there; after that the view is the user's. */
function useFirstView(map: MapLibre | null, positions: readonly Position[]): void {
  const isFitted = useRef<MapLibre | null>(null)
  useEffect(() => {
    if (!map || isFitted.current === map || positions.length === 0) return
    isFitted.current = map
    const bounds = new LngLatBounds()
    for (const { longitude, latitude } of positions) bounds.extend([longitude, latitude])
    map.fitBounds(bounds, { padding: 48, maxZoom: 11, duration: 0 })
  }, [map, positions])
}

function pinsOf(positions: readonly Position[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: positions.map(({ device_id, longitude, latitude, level }) => ({
      type: 'Feature',
      properties: { device_id, rank: rankOf(level) },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  }
}

function listen(
  map: MapLibre,
  select: (selected: Selected | null) => void,
  shown: RefObject<readonly Position[]>,
): void {
  map.on('click', (event) => {
    const layers = [PINS, CLUSTERS].filter((layer) => map.getLayer(layer))
    const [hit] = layers.length > 0 ? map.queryRenderedFeatures(event.point, { layers }) : []
    if (!hit) return select(null)
    const at = (hit.geometry as GeoJSON.Point).coordinates as [number, number]
    const { cluster_id, device_id } = hit.properties as { cluster_id?: number; device_id?: number }
    if (cluster_id !== undefined) return void zoomInto(map, cluster_id, at)
    const position = shown.current.find((one) => one.device_id === device_id)
    select(position ? { position, at } : null)
  })
  for (const layer of [PINS, CLUSTERS]) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer'
    })
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = ''
    })
  }
}

async function zoomInto(map: MapLibre, cluster: number, center: [number, number]): Promise<void> {
  const zoom = await map.getSource<GeoJSONSource>('devices')?.getClusterExpansionZoom(cluster)
  map.easeTo({ center, zoom: (zoom ?? map.getZoom()) + 0.4 })
}
