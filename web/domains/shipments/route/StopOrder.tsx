import { arrayMove } from '@dnd-kit/sortable'
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconRoute } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { readRoute } from '#core/domains/dispatch/calls.ts'
import { DISPATCH_LOGIN_TYPES } from '#core/domains/dispatch/dispatchLoginTypes.ts'
import type { arrangeStops, proposeRoute } from '#core/domains/shipments/calls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { StopOfShipment } from '#core/domains/shipments/shipmentStops.ts'
import { shownArrival } from '#core/domains/shipments/shownArrival.ts'
import type { ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { toastRefusal, toastResponse } from '#web/platform/toast.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SortableList } from '#web/resources/list/SortableList.tsx'
import { DrivenText, RouteIssues } from './DrivenText.tsx'

type Order = SentTo<typeof arrangeStops>['body']['stops']
type Proposed = ResponseOf<typeof proposeRoute>['route']

/** Statuses in which stops can be reordered. */
const OPEN: readonly unknown[] = [SHIPMENT_STATUS.draft, SHIPMENT_STATUS.in_route]

/** The stops of a round in order with their arrivals: sorted by hand, or as proposed. */
export function StopOrder({ record }: { record: ShipmentRecord }) {
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id } = useUser()
  const stops = record.stops ?? []
  const isOpen = OPEN.includes(record.status_id)
  const isPlanner = may('shipment_planners.read') && DISPATCH_LOGIN_TYPES.includes(login_type_id)
  if (!isPlanner || stops.length === 0) return null
  return (
    <Paper p="md" component="section" aria-labelledby="stop-order">
      <Title order={2} id="stop-order" mb="sm">
        {t('shipments.route.title')}
      </Title>
      <Stops
        // A manual order is discarded when the round gets other stops.
        key={stops.map(({ stop_id }) => stop_id).join()}
        stops={stops}
        shipment_id={Number(record[shipment_planners.id])}
        isOpen={isOpen}
        ends={record}
        mayChange={isOpen && may('shipment_planners.update')}
      />
    </Paper>
  )
}

interface StopsProps {
  stops: readonly StopOfShipment[]
  shipment_id: number
  isOpen: boolean
  ends: Pick<ShipmentRecord, 'left_at' | 'delivered_at'>
  mayChange: boolean
}

function Stops({ stops, shipment_id, isOpen, ends, mayChange }: StopsProps) {
  const hasLeft = ends.left_at != null
  const order = useOrder(stops, shipment_id, isOpen || hasLeft)
  const { now, moved, proposed, ids, isBusy } = order
  const isAsStored = !moved && !proposed
  const time = useNow()
  const isOnTheRoad = hasLeft && ends.delivered_at == null
  const arrivals = proposed ? proposed.after.stops : moved ? [] : (now?.stops ?? stops)
  const shown = ids.flatMap((id) => stops.find(({ stop_id }) => stop_id === id) ?? [])
  const nameOf = (id: number | null) => nameOfStop(stops.find(({ stop_id }) => stop_id === id))
  return (
    <Stack gap="sm">
      {order.isLoading && <Skeleton h={20} />}
      {isAsStored && now && <DrivenText driven={now} ends={ends} />}
      {proposed && <Comparison proposed={proposed} isSame={order.isSame} />}
      <RouteIssues
        issues={(proposed?.after ?? (moved || !isOpen ? undefined : now))?.issues ?? []}
        nameOf={nameOf}
      />
      <SortableList
        items={shown.map((stop, index) => {
          const isStop = ({ stop_id }: { stop_id: number }) => stop_id === stop.stop_id
          const planned = arrivals.find(isStop)?.planned_arrival ?? null
          const expected = isAsStored ? stop.expected_arrival : null
          const arrival = arrivalOf(stop, { planned, expected }, isOnTheRoad ? time : null)
          const time_zone = now?.stops.find(isStop)?.time_zone ?? stop.time_zone
          return {
            id: stop.stop_id,
            title: nameOfStop(stop),
            isFixed: !mayChange || stop.status !== 'planned' || shown.length < 2 || isBusy,
            content: <StopText number={index + 1} stop={{ ...stop, time_zone }} {...{ arrival, hasLeft }} />,
          }
        })}
        onMove={order.move}
      />
      {mayChange && shown.length > 1 && <OrderButtons order={order} />}
    </Stack>
  )
}

interface EstimatedArrivals {
  planned: string | null
  expected: string | null
}

/** When a stop was done or reached, else when it is expected to be. */
function arrivalOf(
  { arrived_at, done_at }: StopOfShipment,
  { planned, expected }: EstimatedArrivals,
  now: number | null,
) {
  return shownArrival({ arrived_at: done_at ?? arrived_at, expected_arrival: expected }, planned, now)
}

/** The order of stops: current, moved by hand, or proposed. */
function useOrder(stops: readonly StopOfShipment[], shipment_id: number, hasTimes: boolean) {
  const [moved, setMoved] = useState<readonly number[] | null>(null)
  const [proposed, setProposed] = useState<Proposed | null>(null)
  const { data: now, isLoading } = useQuery({
    queryKey: [shipment_planners.name, 'route', shipment_id],
    queryFn: reading<typeof readRoute>('/dispatch/rounds/:shipment_id/route', { params: { shipment_id } }),
    select: ({ route }) => route.now,
    enabled: hasTimes,
  })
  const reset = () => {
    setMoved(null)
    setProposed(null)
  }
  const { save, propose } = useRouteWork(shipment_id, reset, setProposed)
  const storedOrder = stops.map(({ stop_id }) => stop_id)
  const ids = proposed?.after.stops.map(({ stop_id }) => stop_id) ?? moved ?? storedOrder
  return {
    ...{ now, isLoading, moved, proposed, ids, reset, save, propose },
    isSame: proposed !== null && String(ids) === String(storedOrder),
    isBusy: save.isPending || propose.isPending,
    move: (from: number, to: number) => {
      setProposed(null)
      setMoved(arrayMove([...ids], from, to))
    },
  }
}

/** A proposed route next to the current one. */
function Comparison({ proposed, isSame }: { proposed: Proposed; isSame: boolean }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {isSame ? (
        <Text size="sm">{t('shipments.route.best')}</Text>
      ) : (
        <>
          <DrivenText label={t('shipments.route.before')} driven={proposed.before} />
          <DrivenText label={t('shipments.route.after')} driven={proposed.after} isStrong />
        </>
      )}
    </div>
  )
}

function OrderButtons({ order }: { order: ReturnType<typeof useOrder> }) {
  const { t } = useTranslation()
  const { moved, proposed, ids, isSame, reset, save, propose } = order
  const isChanged = moved !== null || proposed !== null
  return (
    <Group justify="flex-end" gap="xs">
      {isChanged ? (
        <Button size="xs" variant="default" onClick={reset}>
          {t(isSame ? 'ui.close' : 'resources.cancel')}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRoute size={16} aria-hidden />}
          loading={propose.isPending}
          onClick={() => propose.mutate()}
        >
          {t('shipments.route.propose')}
        </Button>
      )}
      {isChanged && !isSame && (
        <Button
          size="xs"
          loading={save.isPending}
          onClick={() => save.mutate(proposed?.after.stops ?? ids.map((stop_id) => ({ stop_id })))}
        >
          {t(proposed ? 'shipments.route.take' : 'shipments.route.save')}
        </Button>
      )}
    </Group>
  )
}

function useRouteWork(shipment_id: number, onSaved: () => void, onProposed: (route: Proposed) => void) {
  const client = useQueryClient()
  const params = { shipment_id }
  const save = useMutation({
    mutationFn: (stops: Order) =>
      request<typeof arrangeStops>('PUT', '/shipment_planner/:shipment_id/stops', {
        params,
        body: { stops },
      }),
    onSuccess: async (response) => {
      await client.invalidateQueries({ queryKey: [shipment_planners.name] })
      onSaved()
      toastResponse(response)
    },
    onError: toastRefusal,
  })
  const propose = useMutation({
    mutationFn: () =>
      request<typeof proposeRoute>('POST', '/shipment_planner/:shipment_id/propose_route', {
        params,
        body: {},
      }),
    onSuccess: ({ route }) => onProposed(route),
    onError: toastRefusal,
  })
  return { save, propose }
}

function nameOfStop(stop: StopOfShipment | undefined): string {
  return stop?.place || stop?.company_title || '–'
}

interface StopTextProps {
  number: number
  stop: StopOfShipment
  arrival: ReturnType<typeof shownArrival>
  hasLeft: boolean
}

function StopText({ number, stop, arrival: shown, hasLeft }: StopTextProps) {
  const { arrival, hasArrived, isOnlyPlanned, isOnTheWay } = shown
  const { t } = useTranslation()
  const { clock } = useTravelText()
  const { status, company_title, place } = stop
  const details = [
    place && company_title,
    status !== 'planned' ? t(`shipments.route.status.${status}`) : isOnTheWay && t('deliveries.on_the_way'),
  ]
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between" flex={1} miw={0}>
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} truncate dir="auto" title={nameOfStop(stop)}>
          {number}. {nameOfStop(stop)}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2} dir="auto">
          {details.filter(Boolean).join(' · ')}
        </Text>
        {(stop.mailed_to ?? []).map(({ address, is_on_record }) => (
          <Text key={address} size="xs" c="dimmed" truncate dir="auto" title={address}>
            {t(is_on_record ? 'shipments.driver.mailed' : 'shipments.route.mailed_elsewhere', { address })}
          </Text>
        ))}
      </div>
      {arrival && (
        <Text size="sm" data-figures style={{ flex: 'none' }}>
          {hasArrived && <IconCheck size={14} aria-label={t('shipments.route.status.arrived')} />}{' '}
          {hasLeft && isOnlyPlanned && `${t('shipments.planned')} `}
          <time dateTime={arrival}>{clock(arrival, stop.time_zone ?? undefined)}</time>
        </Text>
      )}
    </Group>
  )
}
