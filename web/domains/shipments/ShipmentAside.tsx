import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { Overrule, ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DocumentTimeline } from '#web/resources/record/DocumentTimeline.tsx'
import { useVolumeUnits } from './loading/useVolumeUnits.ts'
import { StopOrder } from './route/StopOrder.tsx'
import styles from './ShipmentLoads.module.css'
import { Tickets } from './Tickets.tsx'

/** The stops of a shipment in order, its receivers, its orders, and its results. */
export function ShipmentAside({ record }: { record: ShipmentRecord }) {
  return (
    <Stack gap="md">
      <StopOrder record={record} />
      {record.signed_at != null && <Receipt record={record} />}
      <Tickets shipment_id={Number(record[shipment_planners.id])} />
      <Overrules all={record.overrules ?? []} />
      <DocumentTimeline resource={shipment_planners} record={record} />
    </Stack>
  )
}

/** Overruled limits with their reasons: they stay with the shipment. */
function Overrules({ all }: { all: readonly Overrule[] }) {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const volumes = useVolumeUnits()
  if (all.length === 0) return null
  const volumeText = (litres: number | null) => volumes.text(litres ?? 0)
  return (
    <Paper p="md" component="section" aria-labelledby="overrules">
      <Title order={2} id="overrules" mb="sm">
        {t('shipments.overrules')}
      </Title>
      {all.map((item) => (
        <div key={`${item.stage} ${item.rule} ${item.shipment_detail_id}`}>
          <Text size="sm" fw={600}>
            {t(`shipments.overruled.${item.rule}`, {
              found: volumeText(item.quantity_liters),
              limit: volumeText(item.limit_liters),
            })}
          </Text>
          <Text size="xs" c="dimmed">
            {t('shipments.overruled_by', { reason: item.reason, by: item.by ?? '–', at: instant(item.at) })}
          </Text>
        </div>
      ))}
    </Paper>
  )
}

function Receipt({ record }: { record: ShipmentRecord }) {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const name = String(record.signed_by)
  const place = record.signed_place
  return (
    <Paper p="md" component="section" aria-labelledby="receipt">
      <Title order={2} id="receipt" mb="sm">
        {t('shipments.received')}
      </Title>
      <img
        className={styles.signature}
        src={String(record.signature)}
        alt={t('shipments.signature_of', { name })}
      />
      <Text size="sm" fw={600} mt="xs">
        <bdi>{name}</bdi>
      </Text>
      <Text size="xs" c="dimmed">
        {instant(String(record.signed_at))}
      </Text>
      {place && (
        <Anchor
          size="xs"
          target="_blank"
          rel="noreferrer"
          href={`https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=16/${place.latitude}/${place.longitude}`}
        >
          {t('shipments.place', place)}
        </Anchor>
      )}
    </Paper>
  )
}
