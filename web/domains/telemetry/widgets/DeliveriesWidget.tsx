import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { readDeliveries } from '#core/domains/telemetry/calls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { useDeliveries } from '#web/domains/telemetry/device/useFleetFigures.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { WidgetPanel, type WidgetProps } from '#web/ui/WidgetPanel.tsx'
import styles from './Fleet.module.css'

type Deliveries = ResponseOf<typeof readDeliveries>

/** Recent rises in tanks, as measured: a round or ticket need not exist. */
export function DeliveriesWidget({ title }: WidgetProps) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const { data, isError, error, refetch } = useDeliveries()
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <WidgetPanel title={title} isFlush>
      {!data && <Skeleton h={200} m="sm" w="auto" />}
      {data?.times === 0 && (
        <EmptyState
          Icon={IconTruckDelivery}
          title={t('telemetry.dashboard.no_deliveries')}
          help={t('telemetry.dashboard.no_deliveries_help')}
        />
      )}
      {data && data.times > 0 && (
        <>
          <Text size="sm" c="dimmed" px="sm" pb={6}>
            {t('telemetry.dashboard.came_in', {
              count: data.times,
              amount: quantity(data.total, data.unit, 0),
            })}
          </Text>
          <ul className={styles.list}>
            {data.deliveries.map((one) => (
              <DeliveryRow
                key={`${one.tank_change_id} ${one.device_id} ${one.at}`}
                delivery={one}
                unit={data.unit}
              />
            ))}
          </ul>
        </>
      )}
    </WidgetPanel>
  )
}

interface DeliveryRowProps {
  delivery: Deliveries['deliveries'][number]
  unit: Deliveries['unit']
}

function DeliveryRow({ delivery, unit }: DeliveryRowProps) {
  const { quantity } = useFormat()
  const { device_id, at, volume, product, company } = delivery
  return (
    <li className={styles.row}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Anchor
          component={Link}
          to={`/devices/profile/${device_id}`}
          size="sm"
          fw={600}
          underline="hover"
          c="inherit"
          truncate
          dir="auto"
          title={deviceName(delivery)}
        >
          {deviceName(delivery)}
        </Anchor>
        <Text size="sm" style={{ flex: 'none' }}>
          {quantity(volume, unit, 0)}
        </Text>
      </Group>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="xs" c="dimmed" truncate dir="auto">
          {[product, company].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed" component="div" style={{ flex: 'none' }}>
          <RelativeTime at={at} />
        </Text>
      </Group>
    </li>
  )
}
