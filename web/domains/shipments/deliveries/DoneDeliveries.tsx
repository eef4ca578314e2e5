import { Anchor, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Delivery, DeliveryTicket } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import styles from './Deliveries.module.css'
import { TicketDialog } from './TicketDialog.tsx'
import { useDeliveryText } from './useDeliveryText.ts'

/** Past deliveries, the newest first, each with its tickets. */
export function DoneDeliveries({ done }: { done: readonly Delivery[] }) {
  const [shown, setShown] = useState<{ delivery: Delivery; ticket: DeliveryTicket } | null>(null)
  return (
    <>
      <ul className={styles.list}>
        {done.map((delivery) => (
          <Done key={delivery.key} delivery={delivery} onShow={(ticket) => setShown({ delivery, ticket })} />
        ))}
      </ul>
      <TicketDialog shown={shown} onClose={() => setShown(null)} />
    </>
  )
}

interface DoneProps {
  delivery: Delivery
  onShow: (ticket: DeliveryTicket) => void
}

function Done({ delivery, onShow }: DoneProps) {
  const { t } = useTranslation()
  const { instantAt } = useFormat()
  const text = useDeliveryText()
  const addressOf = useRecordAddress()
  const { status, at, time_zone, place, loads, tickets, reason, shipment_id, shipment_number } = delivery
  const isMissed = status === 'not_delivered'
  const Sign = isMissed ? IconAlertTriangle : IconCircleCheck
  const round = shipment_id === null ? undefined : addressOf('shipment_planners', shipment_id)
  return (
    <li>
      <Sign size={20} stroke={1.75} aria-hidden className={styles.sign} />
      <div className={styles.body}>
        <Text fw={600}>{at ? instantAt(at, time_zone) : t('deliveries.delivered')}</Text>
        <Text size="sm">
          <bdi>{place}</bdi>
        </Text>
        {isMissed && (
          <Text size="sm" fw={600}>
            {reason ? t(`deliveries.reasons.${reason}`) : t('deliveries.not_delivered')}
          </Text>
        )}
        {!isMissed &&
          text.loads(loads).map((line) => (
            <Text key={line} size="sm" c="dimmed">
              <bdi>{line}</bdi>
            </Text>
          ))}
        <Text size="xs" c="dimmed" component="div">
          {tickets.map((ticket) => (
            <Anchor
              key={ticket.number}
              component="button"
              type="button"
              size="xs"
              me="xs"
              onClick={() => onShow(ticket)}
            >
              {t('deliveries.ticket_number', { number: ticket.number })}
            </Anchor>
          ))}
          {round && (
            <Anchor component={Link} to={round} size="xs">
              {shipment_number}
            </Anchor>
          )}
        </Text>
      </div>
    </li>
  )
}
