import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Map as MapLibre, Marker } from 'maplibre-gl'
import { useEffect } from 'react'
import type { listTruckPositions, TruckOnTheRoad } from '#core/domains/shipments/driver/positionCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import styles from './Dispatch.module.css'

/** A phone reports its position every few minutes, ms. */
const POLL_MS = 60_000

/** Trucks on the road: each on the map at its last position, and as text with its age and expected arrivals. */
export function TrucksOnTheRoad({ map }: { map: MapLibre | null }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['trucks_on_the_road'],
    queryFn: () => request<typeof listTruckPositions>('GET', '/dispatch/trucks_on_the_road'),
    refetchInterval: POLL_MS,
  })
  const trucks = query.data?.trucks
  useEffect(() => {
    if (!map || !trucks) return
    const markers = trucks.flatMap((truck) => markerOf(truck) ?? [])
    for (const marker of markers) marker.addTo(map)
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [map, trucks])
  if (!trucks?.length) return null
  return (
    <Paper p="sm" component="section" aria-label={t('dispatch.on_the_road.title')}>
      <Title order={2} mb="xs">
        {t('dispatch.on_the_road.title')}
      </Title>
      <Stack gap="sm">
        {trucks.map((truck) => (
          <Truck key={truck.shipment_id} truck={truck} />
        ))}
      </Stack>
    </Paper>
  )
}

function Truck({
  truck: { truck_title, shipment_number, driver, position, stops },
}: {
  truck: TruckOnTheRoad
}) {
  const { t } = useTranslation()
  const { clock } = useTravelText()
  const now = useNow()
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>
          <bdi>{truck_title ?? shipment_number}</bdi>
        </Text>
        {driver && (
          <Text c="dimmed">
            <bdi>{driver}</bdi>
          </Text>
        )}
        {position ? (
          <RelativeTime at={position.at} />
        ) : (
          <Text c="dimmed">{t('dispatch.on_the_road.untold')}</Text>
        )}
      </Group>
      {stops.map(({ stop_id, sequence, place, time_zone, expected_arrival }) => (
        <Text key={stop_id} size="sm">
          {sequence}. <bdi>{place}</bdi>{' '}
          {expected_arrival && Date.parse(expected_arrival) > now
            ? t('dispatch.on_the_road.about', {
                time: clock(expected_arrival, time_zone),
              })
            : t('dispatch.on_the_road.unknown')}
        </Text>
      ))}
    </div>
  )
}

function markerOf({ position, truck_title, shipment_number }: TruckOnTheRoad): Marker | undefined {
  if (!position) return undefined
  const element = document.createElement('div')
  element.className = styles.truckOnMap ?? ''
  element.textContent = truck_title ?? shipment_number
  return new Marker({ element }).setLngLat([position.longitude, position.latitude])
}
