import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { signShipment } from '#core/domains/shipments/calls.ts'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { request } from '#web/platform/calls/request.ts'
import { findPosition } from '#web/platform/findPosition.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { messageOf } from '#web/ui/StepDialog.tsx'
import { SignaturePad, type SignatureSource } from './SignaturePad.tsx'

const NAME = { 'data-autofocus': true, withAsterisk: true, maxLength: 100, autoComplete: 'off' } as const

/** Who received a shipment: name and signature, with the time and, if known, the position. */
export function SignDialog({ record, onClose }: { record: ShipmentRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [hasPlace, setHasPlace] = useState(false)
  const [wasTried, setWasTried] = useState(false)
  const [isDrawn, setIsDrawn] = useState(false)
  const source = useRef<SignatureSource>(null)
  const sign = useSign(record, onClose)
  const errorOf = (field: string, isMissing: boolean) =>
    messageOf(sign.error, field) ?? (wasTried && isMissing ? t('rules.required') : undefined)
  const submit = () => {
    setWasTried(true)
    const signature = isDrawn ? source.current?.read() : undefined
    if (name.trim() && signature) sign.mutate({ name, signature, hasPlace })
  }
  return (
    <Dialog size="lg" onClose={onClose} title={t('shipments.sign')}>
      <Form noValidate aria-label={t('shipments.sign')} onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('shipments.sign_hint')}
          </Text>
          <TextInput
            {...NAME}
            label={t('shipments.receiver')}
            value={name}
            error={errorOf('name', name.trim() === '')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <SignaturePad
            ref={source}
            name={name}
            error={errorOf('signature', !isDrawn)}
            onChange={setIsDrawn}
          />
          <Switch
            label={t('shipments.with_place')}
            checked={hasPlace}
            onChange={(event) => setHasPlace(event.currentTarget.checked)}
          />
          <DialogButtons onCancel={onClose} loading={sign.isPending}>
            {t('shipments.sign')}
          </DialogButtons>
        </Stack>
      </Form>
    </Dialog>
  )
}

function useSign(record: ShipmentRecord, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ hasPlace, ...input }: { name: string; signature: string; hasPlace: boolean }) =>
      request<typeof signShipment>('POST', '/shipment_planner/:shipment_id/sign', {
        params: { shipment_id: Number(record.shipment_id) },
        body: {
          ...input,
          name: input.name.trim(),
          signed_at: new Date().toISOString(),
          ...(hasPlace && (await findPosition())),
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['shipment_planners'] })
      onDone()
    },
  })
}
