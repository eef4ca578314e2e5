import { Anchor, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import { wholeRoom } from '#core/domains/tanks/room.ts'
import type { PlacedPort } from '#core/domains/telemetry/portSummary.ts'
import { volumeCode } from '#core/platform/numbers/units.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { toast, toastRefusal } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { useOptionRows } from '#web/resources/useOptions.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { useDeliveryText } from '../deliveries/useDeliveryText.ts'

interface RequestFillProps {
  tank: PlacedPort
  /** The owner's name for it. */
  name: string
  /** The address of the full order form, for several products or a purchase order. */
  form: string
  onClose: () => void
}

/** Requests a fill of one tank from the supplier, with quantity and preferred day. Both are optional. */
export function RequestFill({ tank, name, form, onClose }: RequestFillProps) {
  const { t } = useTranslation()
  const { unitName } = useFormat()
  const { room, typed, change, canSend, order, errorOf } = useRequest(tank, onClose)
  return (
    <Dialog onClose={onClose} title={t('telemetry.fill.order_of', { name })}>
      <Form onSubmit={order.mutate}>
        <Stack gap="sm">
          <NumberField
            label={t('home.request.quantity', { unit: unitName(tank.volume_unit) })}
            description={room > 0 ? t('home.request.room') : undefined}
            required
            value={typed.quantity}
            onChange={(quantity) => change({ quantity })}
            error={errorOf('quantity', 'product_id', 'unit_id')}
          />
          <TextInput
            type="date"
            label={t('home.request.day')}
            description={t('home.request.day_help')}
            value={typed.wished_date}
            onChange={({ currentTarget }) => change({ wished_date: currentTarget.value })}
            error={errorOf('wished_date')}
          />
          <Textarea
            label={t('home.request.note')}
            autosize
            maxLength={1000}
            value={typed.comments}
            onChange={({ currentTarget }) => change({ comments: currentTarget.value })}
            error={errorOf('comments', 'device_id')}
          />
          <Anchor component={Link} to={form} size="sm">
            {t('home.request.whole_form')}
          </Anchor>
          <DialogButtons onCancel={onClose} loading={order.isPending} disabled={!canSend}>
            {t('home.request.send')}
          </DialogButtons>
        </Stack>
      </Form>
    </Dialog>
  )
}

interface Requested {
  quantity: string
  wished_date: string
  comments: string
}

/** The request for a tank, and its submission. */
function useRequest(tank: PlacedPort, onSent: () => void) {
  const { units: system } = useFormat()
  const { data: units = [] } = useOptionRows<{ id: number; code: string | null }>(units_of_measure)
  const room = wholeRoom(tank.room, system)
  const [typed, setTyped] = useState<Requested>({
    ...{ quantity: room > 0 ? String(room) : '', wished_date: '', comments: '' },
  })
  const { quantity, wished_date, comments } = typed
  const unit_id = units.find(({ code }) => code === volumeCode(system))?.id
  const onSuccess = useSentToast(tank, typed)
  const order = useMutation({
    mutationFn: () =>
      request<StandardCalls<typeof transaction_documents>['create']>('POST', '/transaction_documents', {
        body: {
          device_id: tank.device_id,
          ...(wished_date && { wished_date }),
          ...(comments.trim() && { comments: comments.trim() }),
          details: [
            { ordered_port_id: tank.device_ports_id, product_id: tank.product_id, quantity, unit_id },
          ],
        } as never,
      }),
    meta: { isQuiet: true },
    onError: toastRefusal,
    onSuccess: () => {
      onSuccess()
      onSent()
    },
  })
  const errors = order.error instanceof CallRefused ? (order.error.body.errors ?? []) : []
  return {
    ...{ room, typed, order, canSend: units.length > 0 },
    change: (some: Partial<Requested>) => setTyped((before) => ({ ...before, ...some })),
    errorOf: (...names: string[]) =>
      errors.find(({ field }) => names.some((name) => field === name || field.endsWith(`.${name}`)))?.message,
  }
}

/** Reports a sent request, and lists it. */
function useSentToast(tank: PlacedPort, { quantity, wished_date }: Requested) {
  const { t } = useTranslation()
  const { quantity: figure } = useFormat()
  const client = useQueryClient()
  const text = useDeliveryText()
  return () => {
    const volume = figure(Number(quantity), tank.volume_unit, 0)
    toast(
      wished_date
        ? t('deliveries.requested_for', { volume, day: text.day(wished_date) })
        : t('deliveries.requested', { volume }),
      'success',
    )
    for (const kind of ['shipment_planners', 'transaction_documents'])
      void client.invalidateQueries({ queryKey: [kind] })
  }
}
