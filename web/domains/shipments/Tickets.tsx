import { ActionIcon, Group, Paper, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { listTickets } from '#core/domains/shipments/driver/ticketCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { quantityText } from '#core/platform/numbers/quantities.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useTicketPreview } from './useTicketPreview.tsx'

/** The tickets of a round, as printed. */
export function Tickets({ shipment_id }: { shipment_id: number }) {
  const { t } = useTranslation()
  const { data: tickets = [] } = useQuery({
    queryKey: [shipment_planners.name, 'tickets', shipment_id],
    queryFn: reading<typeof listTickets>('/delivery_tickets', { query: { shipment_id } }),
    select: ({ delivery_tickets }) => delivery_tickets,
  })
  const { show, preview } = useTicketPreview()
  if (tickets.length === 0) return null
  return (
    <Paper p="md" component="section" aria-labelledby="tickets">
      <Title order={2} id="tickets" mb="sm">
        {t('shipments.tickets')}
      </Title>
      {tickets.map((ticket) => (
        <Ticket key={ticket.ticket_id} ticket={ticket} onPrint={() => show(ticket.ticket_id)} />
      ))}
      {preview}
    </Paper>
  )
}

interface TicketProps {
  ticket: ResponseOf<typeof listTickets>['delivery_tickets'][number]
  onPrint: () => void
}

function Ticket({ ticket, onPrint }: TicketProps) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { instantAt } = useFormat()
  const { number, gross, unit_title, at, time_zone, corrected_by } = ticket
  const title = t('messages.ticket', { number })
  return (
    <Group justify="space-between" wrap="nowrap" mb="xs">
      <div>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="sm">
          <bdi>{ticket.product_title}</bdi> · <bdi>{quantityText(gross, unit_title, language, 1)}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {[
            ticket.place,
            instantAt(at, time_zone),
            ticket.is_time_corrected && t('messages.time_corrected'),
            ticket.is_void && t('shipments.ticket_void'),
            corrected_by !== null && t('shipments.ticket_corrected', { number: corrected_by }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`${t('resources.print')}: ${title}`}
        onClick={onPrint}
      >
        <IconPrinter size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
