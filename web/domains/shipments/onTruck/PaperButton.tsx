import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OnTruck } from '#core/domains/shipments/onTruck/onTruckAnswer.ts'
import type { printShippingPaper } from '#core/domains/shipments/onTruck/onTruckCalls.ts'
import { download } from '#web/platform/api.ts'
import { request } from '#web/platform/request.ts'
import { PrintPreview } from '#web/resources/print/PrintPreview.tsx'
import { downloadBlob } from '#web/ui/downloadBlob.ts'

/** The shipping paper of the dangerous goods on a round, to print or save as a PDF. */
export function PaperButton({ shipment: { shipment_id } }: { shipment: NonNullable<OnTruck['shipment']> }) {
  const { t } = useTranslation()
  const print = useMutation({
    mutationFn: async () =>
      (
        await request<typeof printShippingPaper>('GET', '/shipment_planner/:shipment_id/shipping_paper', {
          params: { shipment_id },
          query: {},
        })
      ).print,
  })
  const save = useMutation({
    mutationFn: async () => {
      const { blob, name } = await download(`/shipment_planner/${shipment_id}/shipping_paper?format=pdf`)
      downloadBlob(blob, name ?? 'shipping-paper.pdf')
    },
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={18} aria-hidden />}
        loading={print.isPending}
        onClick={() => print.mutate()}
      >
        {t('shipments.on_truck.paper')}
      </Button>
      {print.data && (
        <PrintPreview
          title={print.data.title}
          html={print.data.html}
          onPdf={() => save.mutate()}
          onClose={() => print.reset()}
        />
      )}
    </>
  )
}
