import { Button, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { recordCleaning } from '#core/domains/shipments/onTruck/onTruckCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { checksDeliveries } from '#core/platform/loginTypes.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface CleanButtonProps {
  /** Its number on the page. */
  number: number
  truck_id: number
  /** Which compartment of the vehicle it is. */
  place: number
}

/** Records that a compartment was cleaned, after a confirmation: it cannot be undone. */
export function CleanButton({ number, truck_id, place }: CleanButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id } = useUser()
  const client = useQueryClient()
  const clean = useMutation({
    mutationFn: () =>
      request<typeof recordCleaning>('POST', '/tanker_trucks/:truck_id/cleanings', {
        params: { truck_id },
        body: { compartment: place },
      }),
    onSuccess: () =>
      Promise.all(
        [shipment_planners, tanker_trucks].map(({ name }) => client.invalidateQueries({ queryKey: [name] })),
      ),
  })
  if (!checksDeliveries(login_type_id) || !may('shipment_planners.update')) return null
  const ask = () =>
    modals.openConfirmModal({
      title: t('shipments.on_truck.clean_of', { number }),
      children: <Text size="sm">{t('shipments.on_truck.clean_question', { number })}</Text>,
      labels: { confirm: t('shipments.on_truck.clean'), cancel: t('resources.cancel') },
      onConfirm: () => clean.mutate(),
    })
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('shipments.on_truck.clean_of', { number })}
      loading={clean.isPending}
      onClick={ask}
    >
      {t('shipments.on_truck.clean')}
    </Button>
  )
}
