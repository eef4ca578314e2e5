import { Anchor, Text } from '@mantine/core'
import { lazy } from 'react'
import { Link } from 'react-router'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { COMPARTMENT_NUMBERS, type tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import type { truck_figures } from '#core/domains/shipments/trucks/truck_figures.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { useDayText } from '#web/platform/format/useDayText.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useStatusLabel } from '#web/resources/kinds/useStatusLabel.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'

const IN_LITRES = COMPARTMENT_NUMBERS.map((number) => `compartment${number}` as const)
const IN_GALLONS = COMPARTMENT_NUMBERS.map((number) => `imperial_compartment${number}` as const)
const COMPARTMENTS = ['num_of_compartments', ...IN_LITRES, ...IN_GALLONS]

const ROUND = [
  'round_id',
  'round_number',
  'round_status_id',
  'round_day',
  'round_stops',
  'round_closed_stops',
]

/** The list of trucks: where they are, who drives, and how much they hold. */
export const truckList: ListKind = {
  Actions: lazy(() => import('./onTruck/TruckLinks.tsx').then((m) => ({ default: m.TruckLinks }))),
  standard: [
    'truck_name',
    'round',
    'driver_id',
    'vehicle_class',
    'company_id',
    'num_of_compartments',
    'capacity',
  ],
  columns: {
    round: { text: 'records.truck_figures.fields.round_number', needs: ROUND, inFiles: ROUND, Cell: Round },
    capacity: {
      text: 'shipments.capacity',
      needs: COMPARTMENTS,
      inFiles: COMPARTMENTS,
      isNumeric: true,
      Cell: Capacity,
    },
  },
}

/** The round that it is on, with the stops that are closed, or else its next one with its day. */
function Round({ record }: { record: Partial<RecordOf<typeof truck_figures>> }) {
  const { t } = useTranslation()
  const { day: dayText } = useDayText()
  const statusLabel = useStatusLabel(shipment_planners)
  const { round_id, round_number, round_status_id, round_day, round_stops: count } = record
  if (round_id == null)
    return (
      <Text span size="sm" c="dimmed">
        {t('shipments.truck_round.free')}
      </Text>
    )
  const isOut = round_status_id === SHIPMENT_STATUS.in_route
  const closed = t('shipments.truck_round.closed', { closed: record.round_closed_stops, count })
  const planned = [round_day && dayText(round_day), t('shipments.driver.stops', { count })]
  return (
    <>
      {!isOut && `${t('shipments.truck_round.next')} `}
      <Anchor component={Link} to={`/shipment_planners/${round_id}`} size="sm">
        <bdi>{round_number}</bdi>
      </Anchor>{' '}
      <Text span size="xs" c={isOut ? undefined : 'dimmed'}>
        · {(isOut ? [statusLabel(round_status_id), closed] : planned).filter(Boolean).join(' · ')}
      </Text>
    </>
  )
}

/** Total size of its compartments, in the reader's unit: a response has the sizes in this unit only. */
function Capacity({ record }: { record: Partial<RecordOf<typeof tanker_trucks>> }) {
  const { units, quantity } = useFormat()
  const [names, unit] = units === 'metric' ? [IN_LITRES, 'L' as const] : [IN_GALLONS, 'gal' as const]
  const used = names.slice(0, record.num_of_compartments)
  const capacity = used.reduce((sum, name) => sum + Number(record[name] ?? 0), 0)
  return <span data-figures>{quantity(capacity, unit, 0)}</span>
}
