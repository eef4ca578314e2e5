import { usePaper } from '#web/resources/print/usePaper.tsx'

/** Shows a ticket as printed, to print or save it. `preview` may be placed anywhere. */
export function useTicketPreview() {
  const { show, ...paper } = usePaper('ticket.pdf')
  return { ...paper, show: (ticket_id: number) => show(`/delivery_tickets/${ticket_id}/print`) }
}
