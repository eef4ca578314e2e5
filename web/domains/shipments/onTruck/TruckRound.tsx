import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTravelText } from '#web/platform/format/useTravelText.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { StatusBadge } from '#web/resources/kinds/StatusBadge.tsx'
import { FieldValues } from '#web/resources/record/FieldValues.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'

type Calls = StandardCalls<typeof shipment_planners, ShipmentRecord>

/** Enough to find the round that is under way behind old drafts. */
const OPEN_ROUNDS = { dashboard: '1', sort: 'load_date', page_size: '20' } as const

/** The round that a truck is on, or else its next one: its day, its driver unless the truck's own, and its next stop. */
export function TruckRound({ truck_id, driver_id }: { truck_id: number; driver_id: unknown }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useRoundOf(truck_id)
  return (
    <WidgetPanel
      title={t('shipments.truck_round.title')}
      badge={data && <StatusBadge resource={shipment_planners} value={data.status_id} record={data} />}
      action={
        data && (
          <Anchor component={Link} to={`/shipment_planners/${data.shipment_id}`} size="sm">
            <bdi>{data.shipment_number}</bdi>
          </Anchor>
        )
      }
    >
      {isError && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton h={96} />}
      {data === null && <Text size="sm">{t('shipments.truck_round.none')}</Text>}
      {data && (
        <>
          <FieldValues
            resource={shipment_planners}
            names={data.delivered_by === driver_id ? ['load_date'] : ['load_date', 'delivered_by']}
            record={data}
            isLine
          />
          <NextStop stops={data.stops ?? []} />
        </>
      )}
    </WidgetPanel>
  )
}

/** The round of a truck; null without one. */
function useRoundOf(truck_id: number) {
  return useQuery({
    queryKey: [shipment_planners.name, 'of truck', truck_id],
    queryFn: async ({ signal }) => {
      const query = { ...OPEN_ROUNDS, truck_id: String(truck_id) }
      const found = await request<Calls['list']>('GET', '/shipment_planner', { query, signal })
      const open = found.shipment_planners
      const shown = open.find(({ status_id }) => status_id === SHIPMENT_STATUS.in_route) ?? open[0]
      if (!shown) return null
      const params = { shipment_id: Number(shown.shipment_id) }
      return (await request<Calls['read']>('GET', '/shipment_planner/:shipment_id', { params, signal }))
        .shipment_planner
    },
  })
}

/** The first stop that is not closed, and how many are. */
function NextStop({ stops }: { stops: NonNullable<ShipmentRecord['stops']> }) {
  const { t } = useTranslation()
  const { clock } = useTravelText()
  const next = stops.find(({ status }) => status === 'planned' || status === 'arrived')
  const closed = stops.filter(({ status }) => status === 'done' || status === 'not_delivered').length
  if (!next) return null
  const { place, company_title, planned_arrival, status, time_zone } = next
  const time =
    status === 'arrived'
      ? t('shipments.route.status.arrived')
      : planned_arrival && `${t('shipments.planned')} ${clock(planned_arrival, time_zone ?? undefined)}`
  return (
    <Group justify="space-between" align="baseline" gap="xs" mt="sm">
      <div>
        <Text size="xs" c="dimmed">
          {t('shipments.truck_round.next_stop')}
        </Text>
        <Text fw={600}>
          <bdi>{place || company_title}</bdi>
        </Text>
        {time && (
          <Text size="sm">
            <bdi>{time}</bdi>
          </Text>
        )}
      </div>
      <Text size="sm" c="dimmed">
        {t('shipments.truck_round.closed', { closed, count: stops.length })}
      </Text>
    </Group>
  )
}
