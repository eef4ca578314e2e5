import { Box, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { shipment_figures } from '#core/domains/shipments/shipment_figures.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { openList } from '#web/resources/list/openList.ts'
import cards from '#web/resources/list/RecordCards.module.css'

interface OfShipment {
  record: Partial<RecordOf<typeof shipment_figures> & RecordOf<typeof shipment_planners>>
}

const STOPS = ['stop_count', 'closed_stop_count']
const PLACES = ['stop_companies', 'stop_places']
const VOLUMES = ['planned_litres', 'delivered_litres', 'planned_gallons', 'delivered_gallons']

/** The list of shipments: stops and volume come first. */
export const shipmentList: ListKind = {
  ...openList,
  columns: {
    stops: {
      text: 'records.shipment_figures.fields.stop_count',
      needs: STOPS,
      inFiles: STOPS,
      isNumeric: true,
      Cell: Stops,
    },
    places: {
      text: 'records.shipment_figures.fields.stop_companies',
      needs: PLACES,
      inFiles: PLACES,
      Cell: Places,
    },
    volume: { text: 'shipments.volume', needs: VOLUMES, inFiles: VOLUMES, isNumeric: true, Cell: Volume },
  },
  standard: [
    ...['shipment_number', 'status_id', 'deliver_date', 'places', 'delivered_by', 'truck_id'],
    ...['stops', 'volume', 'left_at', 'delivered_at'],
  ],
  Card: ShipmentCard,
  cardNeeds: [
    ...['shipment_number', 'status_id', 'deliver_date', 'delivered_by', 'truck_id'],
    ...[...STOPS, ...PLACES, ...VOLUMES],
  ],
}

/** A shipment as a card: where it goes, who drives, and how much. */
function ShipmentCard({ record, address }: OfShipment & { address: string }) {
  const { t } = useTranslation()
  const word = (name: string) => <FieldText resource={shipment_planners} name={name} record={record} />
  const known = (['deliver_date', 'delivered_by', 'truck_id'] as const).filter((name) => record[name] != null)
  return (
    <Stack gap={2}>
      <Group justify="space-between" wrap="nowrap">
        <Text component={Link} to={address} data-is-whole fw={600}>
          {record.shipment_number}
        </Text>
        {word('status_id')}
      </Group>
      <Places record={record} />
      <div className={cards.line}>
        <Text size="xs" c="dimmed" component="div" className={cards.rest}>
          {known.map((name) => (
            <span key={name}>{word(name)}</span>
          ))}
        </Text>
        <Box style={{ flex: 'none' }}>
          {record.stop_count! > 1 && (
            <Text size="xs" c="dimmed" ta="end">
              {t('shipments.driver.stops', { count: record.stop_count })}
            </Text>
          )}
          <Volume record={record} />
        </Box>
      </div>
    </Stack>
  )
}

/** The customers of a shipment, and the places of its stops in their order. */
function Places({ record: { stop_companies, stop_places } }: OfShipment) {
  if (!stop_places) return null
  return (
    <Box maw={240}>
      <Text size="sm" truncate dir="auto" title={stop_companies ?? undefined}>
        {stop_companies}
      </Text>
      <Text size="xs" c="dimmed" truncate dir="auto" title={stop_places}>
        {stop_places}
      </Text>
    </Box>
  )
}

/** The number of a shipment's stops, and of the closed ones while it is under way. */
function Stops({ record: { stop_count, closed_stop_count } }: OfShipment) {
  const { t } = useTranslation()
  if (!stop_count) return null
  const closed = closed_stop_count ?? 0
  const isUnderWay = closed > 0 && closed < stop_count
  return (
    <Text span size="sm" data-figures>
      {isUnderWay ? t('shipments.closed_of', { closed, count: stop_count }) : stop_count}
    </Text>
  )
}

/** The delivered volume if known, else the planned one. */
function Volume({ record }: OfShipment) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const unit = record.planned_gallons === undefined ? 'L' : 'gal'
  const planned = record.planned_gallons ?? record.planned_litres
  const delivered = record.delivered_gallons ?? record.delivered_litres
  const shown = delivered ?? planned
  if (shown == null) return null
  return (
    <>
      <Text span size="sm" data-figures>
        {quantity(Number(shown), unit, 0)}
      </Text>
      {delivered == null && (
        <Text span size="xs" c="dimmed">
          {' '}
          {t('shipments.planned')}
        </Text>
      )}
    </>
  )
}
