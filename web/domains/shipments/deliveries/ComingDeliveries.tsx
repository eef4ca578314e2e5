import { Anchor, Text } from '@mantine/core'
import { IconCalendarEvent, IconHourglass, IconTruckDelivery } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Delivery } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import styles from './Deliveries.module.css'
import { useDeliveryText } from './useDeliveryText.ts'

/** Coming deliveries, the next first: on the way, planned for a day, or ordered and waiting for a round. */
export function ComingDeliveries({ coming }: { coming: readonly Delivery[] }) {
  return (
    <ul className={styles.list}>
      {coming.map((delivery) => (
        <Coming key={delivery.key} delivery={delivery} />
      ))}
    </ul>
  )
}

function Coming({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const text = useDeliveryText()
  const addressOf = useRecordAddress()
  const { kind, on_the_way, place, loads, shipment_id, shipment_number } = delivery
  const Sign = kind === 'order' ? IconHourglass : on_the_way ? IconTruckDelivery : IconCalendarEvent
  const round = shipment_id === null ? undefined : addressOf('shipment_planners', shipment_id)
  const orders = new Map(
    [...loads, delivery].flatMap(({ document_id, document_number }) =>
      document_id === null ? [] : [[document_id, document_number]],
    ),
  )
  return (
    <li>
      <Sign size={20} stroke={1.75} aria-hidden className={styles.sign} data-near={on_the_way || undefined} />
      <div className={styles.body}>
        <Text fw={600}>{text.when(delivery)}</Text>
        <Text size="sm">
          <bdi>{place}</bdi>
        </Text>
        {text.loads(loads).map((line) => (
          <Text key={line} size="sm" c="dimmed">
            <bdi>{line}</bdi>
          </Text>
        ))}
        <Text size="xs" c="dimmed" component="div">
          {kind === 'order' && <span>{t('deliveries.waits')} </span>}
          {round && (
            <Anchor component={Link} to={round} size="xs" me="xs">
              {shipment_number}
            </Anchor>
          )}
          {[...orders].map(([id, number]) => (
            <Anchor
              key={id}
              component={Link}
              to={addressOf('transaction_documents', Number(id)) ?? ''}
              size="xs"
              me="xs"
            >
              {number}
            </Anchor>
          ))}
        </Text>
      </div>
    </li>
  )
}
