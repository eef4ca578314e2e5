import { Skeleton, Stack, Text } from '@mantine/core'
import { leftByProduct } from '#core/domains/shipments/onTruck/leftByProduct.ts'
import type { OnTruck } from '#core/domains/shipments/onTruck/onTruckResponse.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { isStopDone } from '#core/domains/shipments/shipmentStops.ts'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useVolumeUnits } from '../loading/useVolumeUnits.ts'
import { useShipmentOnTruck } from '../onTruck/useOnTruck.ts'

const FINISHED: readonly unknown[] = [SHIPMENT_STATUS.delivered, SHIPMENT_STATUS.finalized]

/** Whether a round has made its last delivery. */
export function isFinished({ status_id }: Pick<ShipmentRecord, 'status_id'>): boolean {
  return FINISHED.includes(status_id)
}

/** The result of a finished round: the delivered volume, its stops, its end, and what stays on board. */
export function RoundResult({ record }: { record: ShipmentRecord }) {
  const { t } = useTranslation()
  const { instant, instantAt } = useFormat()
  const volumes = useVolumeUnits()
  const { data: onTruck, isLoading } = useShipmentOnTruck(Number(record.shipment_id))
  const { details = [], stops = [], delivered_at } = record
  const compartments = onTruck?.compartments ?? []
  const ofLoads = details.some(({ delivered_liters }) => delivered_liters != null)
  const delivered = ofLoads
    ? details.reduce((sum, { delivered_liters }) => sum + Number(delivered_liters ?? 0), 0)
    : compartments.reduce((sum, { delivered_liters }) => sum + delivered_liters, 0)
  const done = stops.filter(isStopDone).length
  // Like the times of its stops: by the clock of the last place.
  const zone = stops.at(-1)?.time_zone
  return (
    <Stack gap={2} component="section" aria-label={t('shipments.result.title')}>
      <Text fw={650} size="lg" data-figures>
        {[
          t('shipments.result.delivered', { volume: volumes.text(delivered, 0) }),
          t('shipments.driver.done_of', { done, count: stops.length }),
        ].join(' · ')}
      </Text>
      {delivered_at != null && (
        <Text size="sm">
          {t('shipments.result.finished', {
            at: zone ? instantAt(String(delivered_at), zone) : instant(String(delivered_at)),
          })}
        </Text>
      )}
      {isLoading && <Skeleton h={20} maw={360} />}
      {onTruck && compartments.length > 0 && <Left compartments={compartments} />}
    </Stack>
  )
}

/** Content that stays on board, by product; unknown volumes are not guessed. */
function Left({ compartments }: Pick<OnTruck, 'compartments'>) {
  const { t } = useTranslation()
  const volumes = useVolumeUnits()
  const left = leftByProduct(compartments, volumes.size / 2)
  if (left === null) return <Text size="sm">{t('shipments.result.unknown')}</Text>
  const list = left.map(({ product_title, liters }) => `${volumes.text(liters, 0)} ${product_title}`)
  return (
    <Text size="sm" data-figures>
      {list.length === 0
        ? t('shipments.result.nothing_left')
        : t('shipments.result.left', { list: list.join(' · ') })}
    </Text>
  )
}
