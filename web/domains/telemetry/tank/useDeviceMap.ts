import {
  type GeoJSONSource,
  type LngLat,
  LngLatBounds,
  Map as MapLibre,
  MercatorCoordinate,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { CLUSTERS, type MapScheme, mapStyle, PINS, rankOf } from './mapStyle.ts'
import { readBaseMap } from './readBaseMap.ts'
import type { DevicesOnMap, Position } from './usePositions.ts'

setWorkerUrl(workerUrl)

export interface Selected {
  position: Position
  at: [number, number]
}

interface Options {
  scheme: MapScheme
  shown: DevicesOnMap | undefined
  /** The tiles of a map server, if the settings name one. */
  tiles: string | null | undefined
  onSelect: (selected: Selected | null) => void
  /** Told what is seen, as `west,south,east,north,zoom`, in whole tiles: a small move asks for nothing. */
  onView: (view: string) => void
}

/** Keeps a map in an element: its ground in the scheme's colors, the devices on it, and what is chosen. */
export function useDeviceMap(container: RefObject<HTMLDivElement | null>, options: Options) {
  const { scheme, shown, tiles, onSelect, onView } = options
  const [map, setMap] = useState<MapLibre | null>(null)
  const select = useRef(onSelect)
  select.current = onSelect
  const view = useRef(onView)
  view.current = onView
  const present = useRef(shown)
  present.current = shown

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
    listen(made, (selected) => select.current(selected), present)
    made.on('moveend', () => view.current(viewOf(made)))
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
      if (!isGone) map.setStyle(mapStyle(scheme, { ...ground, tiles }, pinsOf(present.current)))
    })
    return () => {
      isGone = true
    }
  }, [map, scheme, tiles])

  useEffect(() => {
    void map?.getSource<GeoJSONSource>('devices')?.setData(pinsOf(shown))
  }, [map, shown])

  useFirstView(map, shown?.bounds)
  return map
}

/** Shows all devices once, when they are first there; after that the view is the user's. */
function useFirstView(map: MapLibre | null, bounds: DevicesOnMap['bounds'] | undefined): void {
  const isFitted = useRef<MapLibre | null>(null)
  useEffect(() => {
    if (!map || isFitted.current === map || !bounds) return
    isFitted.current = map
    map.fitBounds(new LngLatBounds(bounds), { padding: 48, maxZoom: 11, duration: 0 })
  }, [map, bounds])
}

/** What is seen, out to the rims of the tiles of its zoom. */
function viewOf(map: MapLibre): string {
  const zoom = Math.max(0, Math.floor(map.getZoom()))
  const tiles = 2 ** zoom
  const bounds = map.getBounds()
  const corner = (place: LngLat, round: (value: number) => number) => {
    const { x, y } = MercatorCoordinate.fromLngLat(place)
    const rim = (value: number) => Math.min(1, Math.max(0, round(value * tiles) / tiles))
    return new MercatorCoordinate(rim(x), rim(y)).toLngLat()
  }
  const first = corner(bounds.getNorthWest(), Math.floor)
  const last = corner(bounds.getSouthEast(), Math.ceil)
  const corners = [first.lng, last.lat, last.lng, first.lat]
  return [...corners.map((degrees) => degrees.toFixed(6)), zoom].join(',')
}

function pinsOf(shown: DevicesOnMap | undefined): GeoJSON.FeatureCollection {
  const pin = (one: { longitude: number; latitude: number; level: string }, more: object) => ({
    type: 'Feature' as const,
    properties: { rank: rankOf(one.level), ...more },
    geometry: { type: 'Point' as const, coordinates: [one.longitude, one.latitude] },
  })
  const { positions = [], clusters = [] } = shown ?? {}
  return {
    type: 'FeatureCollection',
    features: [
      ...positions.map((one) => pin(one, { device_id: one.device_id, count: 1 })),
      ...clusters.map((one) => pin(one, { count: one.count })),
    ],
  }
}

function listen(
  map: MapLibre,
  select: (selected: Selected | null) => void,
  shown: RefObject<DevicesOnMap | undefined>,
): void {
  map.on('click', (event) => {
    const layers = [PINS, CLUSTERS].filter((layer) => map.getLayer(layer))
    const [hit] = layers.length > 0 ? map.queryRenderedFeatures(event.point, { layers }) : []
    if (!hit) return select(null)
    const at = (hit.geometry as GeoJSON.Point).coordinates as [number, number]
    const { cluster_id, device_id } = hit.properties as { cluster_id?: number; device_id?: number }
    if (device_id === undefined) return void zoomInto(map, cluster_id, at)
    const position = shown.current?.positions.find((one) => one.device_id === device_id)
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

/** To where a cluster falls apart; what the server told together falls apart a little further in. */
async function zoomInto(map: MapLibre, cluster: number | undefined, center: [number, number]): Promise<void> {
  const source = map.getSource<GeoJSONSource>('devices')
  const zoom = cluster === undefined ? map.getZoom() + 1.6 : await source?.getClusterExpansionZoom(cluster)
  map.easeTo({ center, zoom: (zoom ?? map.getZoom()) + 0.4 })
}
