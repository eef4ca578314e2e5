import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { OnTruck } from '#core/domains/shipments/onTruck/onTruckAnswer.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { usePaper } from '#web/resources/print/usePaper.tsx'

/** The shipping paper of the dangerous goods on a round, to print or save as a PDF. */
export function PaperButton({ shipment: { shipment_id } }: { shipment: NonNullable<OnTruck['shipment']> }) {
  const { t } = useTranslation()
  const { show, isPending, preview } = usePaper('shipping-paper.pdf')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={18} aria-hidden />}
        loading={isPending}
        onClick={() => show(`/shipment_planner/${shipment_id}/shipping_paper`)}
      >
        {t('shipments.on_truck.paper')}
      </Button>
      {preview}
    </>
  )
}
