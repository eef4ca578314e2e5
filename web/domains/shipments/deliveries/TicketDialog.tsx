import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { Delivery, DeliveryTicket } from '#core/domains/shipments/deliveries/deliveryCalls.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useTicketPreview } from '../useTicketPreview.tsx'
import styles from './Deliveries.module.css'
import { useDeliveryText } from './useDeliveryText.ts'

interface TicketDialogProps {
  shown: { delivery: Delivery; ticket: DeliveryTicket } | null
  onClose: () => void
}

/** A delivery ticket for its receiver. */
export function TicketDialog({ shown, onClose }: TicketDialogProps) {
  const { t } = useTranslation()
  const paper = useTicketPreview()
  return (
    <>
      <Dialog
        opened={shown !== null}
        onClose={onClose}
        title={shown && t('deliveries.ticket_number', { number: shown.ticket.number })}
      >
        {shown && (
          <>
            <Facts {...shown} />
            <Button
              fullWidth
              mt="md"
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              loading={paper.isPending}
              onClick={() => paper.show(shown.ticket.ticket_id)}
            >
              {t('deliveries.print')}
            </Button>
          </>
        )}
      </Dialog>
      {paper.preview}
    </>
  )
}

function Facts({ delivery, ticket }: NonNullable<TicketDialogProps['shown']>) {
  const { t } = useTranslation()
  const { instantAt, number, quantity, measured } = useFormat()
  const text = useDeliveryText()
  const { at, product_title, liters, net_liters, meter_start, meter_end, unit_title } = ticket
  const levels = [ticket.level_before, ticket.level_after]
  const level = (percent: number | null) => (percent === null ? '—' : quantity(percent, '%', 0))
  const facts = [
    ['at', instantAt(at, delivery.time_zone)],
    ['place', delivery.place],
    ['product', product_title],
    ['volume', text.volume(liters)],
    ['net', net_liters !== null && text.volume(net_liters)],
    [
      'meter',
      meter_start !== null &&
        meter_end !== null &&
        `${number(meter_start, 1)} → ${measured(number(meter_end, 1), unit_title)}`,
    ],
    ['levels', levels.some((percent) => percent !== null) && levels.map(level).join(' → ')],
    ['signed', delivery.signed_by],
  ] as const
  return (
    <dl className={styles.ticket}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{t(`deliveries.ticket.${name}`)}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
