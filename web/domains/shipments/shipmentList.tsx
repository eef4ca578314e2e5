import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { shipment_figures } from '#core/domains/shipments/shipment_figures.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { openList } from '#web/resources/list/openList.ts'

interface OfShipment {
  record: Partial<RecordOf<typeof shipment_figures>>
}

const STOPS = ['stop_count', 'closed_stop_count']
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
    volume: { text: 'shipments.volume', needs: VOLUMES, inFiles: VOLUMES, isNumeric: true, Cell: Volume },
  },
  standard: [
    ...['shipment_number', 'status_id', 'deliver_date', 'delivered_by', 'truck_id'],
    ...['stops', 'volume', 'left_at', 'delivered_at'],
  ],
}

/** The number of a shipment's stops, and of the closed ones while it is under way. */
function Stops({ record: { stop_count, closed_stop_count } }: OfShipment) {
  const { t } = useTranslation()
  if (!stop_count) return null
  const isUnderWay = closed_stop_count! > 0 && closed_stop_count! < stop_count
  return (
    <Text span size="sm" data-figures>
      {isUnderWay ? t('shipments.closed_of', { closed: closed_stop_count, count: stop_count }) : stop_count}
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
