import { useComputedColorScheme } from '@mantine/core'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useEffect, useRef } from 'react'
import { type Place, roundedTo6 } from '#web/platform/findPosition.ts'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import styles from './PositionDialog.module.css'
import { readBaseMap } from './readBaseMap.ts'
import { useDeviceMap } from './useDeviceMap.ts'

interface PositionCanvasProps {
  begin: Place | undefined
  city: string
  /** The user's position, once they have requested it. */
  here: Place | undefined
  onMoved: (place: Place) => void
}

/** Initial zoom levels: street level if a map server has streets, else far enough to show towns. */
const [STREET_ZOOM, TOWN_ZOOM] = [14, 8]
const nothing = () => {}

/** The map under the pin. It starts at the entered position, else at the town of the address if the map knows it. */
export function PositionCanvas({ begin, city, here, onMoved }: PositionCanvasProps) {
  const { t } = useTranslation()
  const container = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  const tiles = useEnvironment()?.map_tiles_url
  const zoom = tiles ? STREET_ZOOM : TOWN_ZOOM
  const latest = useRef({ begin, city, zoom, onMoved })
  Object.assign(latest.current, { zoom, onMoved })
  const map = useDeviceMap(container, {
    ...{ scheme, tiles, shown: undefined, pointed: undefined },
    ...{ onSelect: nothing, onPoint: nothing, onView: nothing, onBounds: nothing },
  })
  useEffect(() => {
    if (!map) return
    const report = () => {
      const { lng, lat } = map.getCenter().wrap()
      latest.current.onMoved({ latitude: roundedTo6(lat), longitude: roundedTo6(lng) })
    }
    const { begin: known, city: town, zoom: first } = latest.current
    const jumpTo = (center: [number, number]) => map.jumpTo({ center, zoom: first })
    if (known) jumpTo([known.longitude, known.latitude])
    else void townAt(town).then((center) => center && map.getContainer().isConnected && jumpTo(center))
    map.on('moveend', report)
    map.on('click', ({ lngLat }) => map.easeTo({ center: lngLat }))
  }, [map])
  useEffect(() => {
    if (here) map?.jumpTo({ center: [here.longitude, here.latitude], zoom: latest.current.zoom })
  }, [map, here])
  return (
    <div ref={container} className={styles.map} role="application" aria-label={t('devices.position.map')} />
  )
}

/** The largest of several towns with one name. */
async function townAt(name: string): Promise<[number, number] | undefined> {
  const query = name.trim().toLowerCase()
  if (query === '') return undefined
  const { towns } = await readBaseMap()
  const found = towns.features.find(({ properties }) => String(properties?.name).toLowerCase() === query)
  if (found?.geometry.type !== 'Point') return undefined
  const [longitude = 0, latitude = 0] = found.geometry.coordinates
  return [longitude, latitude]
}
