import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { printTicket } from '#core/domains/shipments/driver/ticketCalls.ts'
import { download } from '#web/platform/api.ts'
import { request } from '#web/platform/request.ts'
import { toastRefusal } from '#web/platform/toast.ts'
import { PrintPreview } from '#web/resources/print/PrintPreview.tsx'
import { downloadBlob } from '#web/ui/downloadBlob.ts'

/** Shows a ticket as printed, to print or save it. `preview` may be placed anywhere. */
export function useTicketPreview(): {
  show: (ticket_id: number) => void
  isPending: boolean
  preview: ReactNode
} {
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
    onError: toastRefusal,
  })
  const save = useMutation({
    mutationFn: async (ticket_id: number) => {
      const { blob, name } = await download(`/delivery_tickets/${ticket_id}/print?format=pdf`)
      downloadBlob(blob, name ?? 'ticket.pdf')
    },
    onError: toastRefusal,
  })
  return {
    show: (ticket_id) => print.mutate(ticket_id),
    isPending: print.isPending,
    preview: shown && (
      <PrintPreview
        title={shown.title}
        html={shown.html}
        onPdf={() => save.mutate(shown.ticket_id)}
        onClose={() => setShown(undefined)}
      />
    ),
  }
}
