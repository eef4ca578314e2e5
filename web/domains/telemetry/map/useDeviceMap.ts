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
import { MAP_STATES } from '#core/domains/telemetry/fleetStates.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { drawImagesOnDemand } from './mapImages.ts'
import { CLUSTERS, countKey, HIGHLIGHT, type MapScheme, mapStyle, PINS, rankOf } from './mapStyle.ts'
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
  /** The tile addresses of a map server, if the settings name one. */
  tiles: string | null | undefined
  onSelect: (selected: Selected | null) => void
  /** Called with the hovered device. */
  onPoint: (device_id: number | null) => void
  /** The device hovered in the list. */
  pointed: Position | undefined
  /** Called with the view as `west,south,east,north,zoom`, in whole tiles: a small move requests nothing. */
  onView: (view: string) => void
  /** Called with the exact bounds of the view. */
  onBounds: (bounds: LngLatBounds) => void
}

/** A map in an element: the base map in the scheme's colors, the devices, and the selection. */
export function useDeviceMap(container: RefObject<HTMLDivElement | null>, options: Options) {
  const { scheme, shown, tiles, pointed } = options
  const [map, setMap] = useState<MapLibre | null>(null)
  const latest = useRef(options)
  latest.current = options
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
    drawImagesOnDemand(made)
    listen(made, latest, present)
    made.on('moveend', () => {
      latest.current.onView(viewOf(made))
      latest.current.onBounds(made.getBounds())
    })
    latest.current.onBounds(made.getBounds())
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

  useEffect(() => {
    const at = pointed && [pointed.longitude, pointed.latitude]
    void map?.getSource<GeoJSONSource>(HIGHLIGHT)?.setData({
      type: 'FeatureCollection',
      features: at ? [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: at } }] : [],
    })
  }, [map, pointed])

  useFirstView(map, shown?.bounds)
  return map
}

/** Fits all devices once, when they have loaded; after that the view is the user's. */
function useFirstView(map: MapLibre | null, bounds: DevicesOnMap['bounds'] | undefined): void {
  const isFitted = useRef<MapLibre | null>(null)
  useEffect(() => {
    if (!map || isFitted.current === map || !bounds) return
    isFitted.current = map
    map.fitBounds(new LngLatBounds(bounds), { padding: 48, maxZoom: 11, duration: 0 })
  }, [map, bounds])
}

/** The view, extended to whole tiles of its zoom. */
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

/** For each state: the counts of a single device in it. */
const alone = MAP_STATES.map((_, rank) => MAP_STATES.map((_, other) => (other === rank ? 1 : 0)))

function pinsOf(shown: DevicesOnMap | undefined): GeoJSON.FeatureCollection {
  const pin = (one: { longitude: number; latitude: number }, counts: readonly number[], more: object) => ({
    type: 'Feature' as const,
    properties: { ...Object.fromEntries(counts.map((count, rank) => [countKey(rank), count])), ...more },
    geometry: { type: 'Point' as const, coordinates: [one.longitude, one.latitude] },
  })
  const { positions = [], clusters = [] } = shown ?? {}
  return {
    type: 'FeatureCollection',
    features: [
      ...positions.map(({ device_id, ...one }) => {
        const rank = rankOf(one.level)
        return pin(one, itemAt(alone, rank), { rank, device_id, count: 1 })
      }),
      ...clusters.map((cluster) => pin(cluster, cluster.counts, { count: cluster.count })),
    ],
  }
}

function listen(
  map: MapLibre,
  latest: RefObject<Pick<Options, 'onSelect' | 'onPoint'>>,
  shown: RefObject<DevicesOnMap | undefined>,
): void {
  map.on('click', (event) => {
    const layers = [PINS, CLUSTERS].filter((layer) => map.getLayer(layer))
    const [hit] = layers.length > 0 ? map.queryRenderedFeatures(event.point, { layers }) : []
    if (hit?.geometry.type !== 'Point') return latest.current.onSelect(null)
    const [longitude = 0, latitude = 0] = hit.geometry.coordinates
    const at: [number, number] = [longitude, latitude]
    const { cluster_id, device_id }: { cluster_id?: number; device_id?: number } = hit.properties
    if (device_id === undefined) return void zoomInto(map, cluster_id, at)
    const position = shown.current?.positions.find((item) => item.device_id === device_id)
    latest.current.onSelect(position ? { position, at } : null)
  })
  map.on('mousemove', PINS, ({ features }) => {
    const { device_id }: { device_id?: number } = features?.[0]?.properties ?? {}
    latest.current.onPoint(device_id ?? null)
  })
  map.on('mouseleave', PINS, () => latest.current.onPoint(null))
  for (const layer of [PINS, CLUSTERS]) {
    map.on('mouseenter', layer, () => {
      map.getCanvas().style.cursor = 'pointer'
    })
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = ''
    })
  }
}

/** Zooms to where a cluster splits; a cluster of the server splits a little further in. */
async function zoomInto(map: MapLibre, cluster: number | undefined, center: [number, number]): Promise<void> {
  const source = map.getSource<GeoJSONSource>('devices')
  const zoom = cluster === undefined ? map.getZoom() + 1.6 : await source?.getClusterExpansionZoom(cluster)
  map.easeTo({ center, zoom: (zoom ?? map.getZoom()) + 0.4 })
}
