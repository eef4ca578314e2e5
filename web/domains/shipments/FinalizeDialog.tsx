import { Alert, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { finalizeShipment } from '#core/domains/shipments/calls.ts'
import { type Stop, stopsOf } from '#core/domains/shipments/stops.ts'
import type { LoadRecord, ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { messageOf } from '#web/ui/StepDialog.tsx'
import { useVolumeUnits, type VolumeUnits } from './loading/useVolumeUnits.ts'
import { loadName } from './loads.ts'
import { type CompartmentEnd, CompartmentEnds, EMPTY_END, endBody } from './onTruck/CompartmentEnds.tsx'
import { useShipmentOnTruck } from './onTruck/useOnTruck.ts'
import styles from './ShipmentLoads.module.css'

interface FinalizeDialogProps {
  record: ShipmentRecord
  onClose: () => void
  onDone: () => void
}

/** The delivered quantities, stop by stop; the loaded ones are the defaults. */
export function FinalizeDialog({ record, onClose, onDone }: FinalizeDialogProps) {
  const { t } = useTranslation()
  const form = useFinalizing(record, onDone)
  const { loads, finalize } = form
  return (
    <Dialog size="lg" onClose={onClose} title={t('shipments.finalize')}>
      <Form noValidate aria-label={t('shipments.finalize')} onSubmit={finalize.mutate}>
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {t('shipments.finalize_hint')}
          </Text>
          {loads.length === 0 && <Text size="sm">{t('shipments.nothing_loaded')}</Text>}
          {stopsOf(loads).map((stop, index) => (
            <StopDeliveries key={stop.key} {...{ stop, index, form }} />
          ))}
          <Ends form={form} />
          <Reason form={form} />
          <DialogButtons onCancel={onClose} loading={finalize.isPending}>
            {t('shipments.finalize')}
          </DialogButtons>
        </Stack>
      </Form>
    </Dialog>
  )
}

type Finalizing = ReturnType<typeof useFinalizing>

function Reason({ form: { reason, setReason, finalize } }: { form: Finalizing }) {
  const { t } = useTranslation()
  const error = messageOf(finalize.error, 'overrule_reason')
  if (!error && !reason) return null
  return (
    <TextInput
      label={t('shipments.reason')}
      description={t('shipments.reason_hint')}
      maxLength={255}
      value={reason}
      error={error}
      onChange={(event) => setReason(event.currentTarget.value)}
    />
  )
}

/** Input about a finished round, and its submission. */
function useFinalizing(record: ShipmentRecord, onDone: () => void) {
  const volumes = useVolumeUnits()
  // Quantities without input were delivered as loaded.
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [reason, setReason] = useState('')
  const { data: onTruck } = useShipmentOnTruck(Number(record.shipment_id))
  const [ends, setEnds] = useState<Readonly<Record<number, CompartmentEnd>>>({})
  const places = (onTruck?.compartments ?? []).filter(
    ({ carried_liters, loaded_liters, planned_liters }) =>
      carried_liters > 0 || loaded_liters !== null || planned_liters > 0,
  )
  const compartments = places.map(({ compartment }) => ({
    compartment,
    ...(ends[compartment] ?? EMPTY_END),
  }))
  const finalize = useFinalize(record, { typed, reason, compartments, unit_id: volumes.own?.id }, onDone)
  return {
    ...{ volumes, typed, reason, setReason, places, ends, finalize },
    loads: record.details ?? [],
    refused: finalize.error instanceof CallRefused ? (finalize.error.body.errors ?? []) : [],
    type: (load: LoadRecord, value: string) => setTyped((before) => ({ ...before, [idOf(load)]: value })),
    end: (compartment: number, end: CompartmentEnd) =>
      setEnds((before) => ({ ...before, [compartment]: end })),
  }
}

interface StopDeliveriesProps {
  stop: Stop<LoadRecord>
  index: number
  form: Finalizing
}

function StopDeliveries({ stop, index, form }: StopDeliveriesProps) {
  const { t } = useTranslation()
  const { loads, volumes, typed, refused } = form
  const errorOf = (load: LoadRecord) => {
    const own = refused.filter(({ field }) => field.startsWith(`details.${loads.indexOf(load)}.`))
    return own.length === 0 ? undefined : own.map(({ message }) => message).join('; ')
  }
  return (
    <section aria-labelledby={`stop-${index}`}>
      <Title order={3} size="h5" id={`stop-${index}`}>
        <span dir="auto">
          {t('shipments.stop', { number: index + 1 })} <bdi>{stop.company}</bdi>
        </span>
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {stop.place}
      </Text>
      <Stack gap="xs">
        {stop.loads.map((load) => (
          <Delivery
            key={idOf(load)}
            load={load}
            volumes={volumes}
            value={typed[idOf(load)] ?? deliveredOf(load, volumes)}
            error={errorOf(load)}
            onChange={(value) => form.type(load, value)}
          />
        ))}
      </Stack>
    </section>
  )
}

/** Content still on the truck; errors about it are shown also if there are no inputs for it. */
function Ends({ form }: { form: Finalizing }) {
  const { places, volumes, loads, typed, ends, refused } = form
  const errors = refused.filter(({ field }) => field.startsWith('compartments.'))
  if (places.length === 0)
    return errors.length === 0 ? null : (
      <Alert color="urgent">{errors.map(({ message }) => message).join('; ')}</Alert>
    )
  return (
    <CompartmentEnds
      compartments={places}
      volumes={volumes}
      deliveredOf={(compartment) =>
        loads
          .filter((load) => load.compartment === compartment)
          .reduce((sum, load) => sum + litresOf(load, typed[idOf(load)], volumes), 0)
      }
      ends={ends}
      errorOf={(index, name) =>
        errors.find(({ field }) => field === `compartments.${index}.${name}`)?.message
      }
      onChange={form.end}
    />
  )
}

interface DeliveryProps {
  load: LoadRecord
  volumes: VolumeUnits
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Delivery({ load, volumes, value, error, onChange }: DeliveryProps) {
  const { t } = useTranslation()
  const loaded = volumes.shown(load.quantity, load.unit_id)
  const difference = value.trim() === '' ? Number.NaN : Number(value) - Number(loaded)
  const isOff = Number.isFinite(difference) && difference !== 0
  return (
    <div className={styles.delivery}>
      <div className={styles.what}>
        <Text size="sm" fw={600}>
          <bdi>{loadName(load)}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {[
            load.compartment == null ? null : t('shipments.compartment', { number: load.compartment }),
            t('shipments.loaded', { quantity: volumes.text(Number(load.quantity_liters)) }),
            load.document_number,
            load.public_id,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <NumberField
        label={t('shipments.delivered_of', { product: load.product_title })}
        rightSection={<Text size="xs">{volumes.unit}</Text>}
        value={value}
        error={error}
        description={
          isOff
            ? t(difference < 0 ? 'shipments.less' : 'shipments.more', {
                quantity: volumes.text(Math.abs(difference) * volumes.size),
              })
            : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={onChange}
      />
    </div>
  )
}

function idOf(load: LoadRecord): number {
  return Number(load.shipment_detail_id)
}

/** The delivered quantity of a load by its tickets, else the loaded one. */
function shownQuantity(load: LoadRecord): { delivered: string; unit_id: number } {
  const { delivered, delivered_unit_id, quantity, unit_id } = load
  return delivered == null || delivered_unit_id == null
    ? { delivered: quantity ?? '', unit_id: Number(unit_id) }
    : { delivered, unit_id: delivered_unit_id }
}

/** Delivered litres of a load by the form. */
function litresOf(load: LoadRecord, typed: string | undefined, volumes: VolumeUnits): number {
  if (typed !== undefined) return (Number(typed) || 0) * volumes.size
  const { delivered, unit_id } = shownQuantity(load)
  return volumes.litresOf({ quantity: delivered, unit_id })
}

function deliveredOf(load: LoadRecord, volumes: VolumeUnits): string {
  const { delivered, unit_id } = shownQuantity(load)
  return volumes.shown(delivered, unit_id)
}

interface FinalizeInput {
  typed: Readonly<Record<number, string>>
  reason: string
  compartments: readonly (CompartmentEnd & { compartment: number })[]
  unit_id: number | undefined
}

function useFinalize(
  record: ShipmentRecord,
  { typed, reason, compartments, unit_id }: FinalizeInput,
  onDone: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<typeof finalizeShipment>('POST', '/shipment_planner/:shipment_id/finalize', {
        params: { shipment_id: Number(record.shipment_id) },
        body: {
          details: (record.details ?? []).map((load) => {
            const entered = typed[idOf(load)]
            return entered === undefined
              ? { shipment_detail_id: idOf(load), ...shownQuantity(load) }
              : { shipment_detail_id: idOf(load), delivered: entered.trim(), unit_id }
          }),
          ...(reason.trim() && { overrule_reason: reason.trim() }),
          ...(unit_id !== undefined && {
            compartments: compartments.map(({ compartment, ...end }) => ({
              ...{ compartment, unit_id, ...endBody(end) },
            })),
          }),
        },
      }),
    onSuccess: async () => {
      await Promise.all(
        ['shipment_planners', 'transaction_documents', 'tanker_trucks'].map((name) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      )
      onDone()
    },
  })
}
