import { ActionIcon, Group, Paper, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { listTickets, printTicket } from '#core/domains/shipments/driver/ticketCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { quantityText } from '#core/platform/quantities.ts'
import { download } from '#web/platform/api.ts'
import { useLanguage } from '#web/platform/language.tsx'
import { request } from '#web/platform/request.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { PrintPreview } from '#web/resources/print/PrintPreview.tsx'
import { downloadBlob } from '#web/ui/downloadBlob.ts'

/** The tickets that were written on a round, each as it lies on paper. */
export function Tickets({ shipment_id }: { shipment_id: number }) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { instant } = useFormat()
  const { data: tickets = [] } = useQuery({
    queryKey: [shipment_planners.name, 'tickets', shipment_id],
    queryFn: async ({ signal }) =>
      (await request<typeof listTickets>('GET', '/delivery_tickets', { query: { shipment_id }, signal }))
        .delivery_tickets,
  })
  const [shown, setShown] = useState<{ ticket_id: number; title: string; html: string }>()
  const print = useMutation({
    mutationFn: async (ticket_id: number) => ({
      ticket_id,
      ...(await request<typeof printTicket>('GET', '/delivery_tickets/:ticket_id/print', {
        params: { ticket_id },
        query: {},
      }).then((answer) => answer.print)),
    }),
    onSuccess: setShown,
  })
  const save = useMutation({
    mutationFn: async (ticket_id: number) => {
      const { blob, name } = await download(`/delivery_tickets/${ticket_id}/print?format=pdf`)
      downloadBlob(blob, name ?? 'ticket.pdf')
    },
  })
  if (tickets.length === 0) return null
  return (
    <Paper p="md" component="section" aria-labelledby="tickets">
      <Title order={2} id="tickets" mb="sm">
        {t('shipments.tickets')}
      </Title>
      {tickets.map(
        ({ ticket_id, number, product_title, gross, unit_title, at, place, corrected_by, is_void }) => {
          const title = t('messages.ticket', { number })
          return (
            <Group key={ticket_id} justify="space-between" wrap="nowrap" mb="xs">
              <div>
                <Text size="sm" fw={600}>
                  {title}
                </Text>
                <Text size="sm">
                  <bdi>{product_title}</bdi> · {quantityText(gross, unit_title, language, 1)}
                </Text>
                <Text size="xs" c="dimmed">
                  {[
                    place,
                    instant(at),
                    is_void && t('shipments.ticket_void'),
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
                onClick={() => print.mutate(ticket_id)}
              >
                <IconPrinter size={18} aria-hidden />
              </ActionIcon>
            </Group>
          )
        },
      )}
      {shown && (
        <PrintPreview
          title={shown.title}
          html={shown.html}
          onPdf={() => save.mutate(shown.ticket_id)}
          onClose={() => setShown(undefined)}
        />
      )}
    </Paper>
  )
}
