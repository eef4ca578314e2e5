import { Modal, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stopsOf } from '#core/domains/shipments/stops.ts'
import { CallRefused, call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/useFormat.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import styles from './ShipmentLoads.module.css'

interface FinalizeDialogProps {
  record: AnyRecord
  onClose: () => void
  onDone: () => void
}

/** What was really delivered, stop by stop; it begins with what was loaded. */
export function FinalizeDialog({ record, onClose, onDone }: FinalizeDialogProps) {
  const { t } = useTranslation()
  const loads = record['details'] as readonly AnyRecord[]
  const [delivered, setDelivered] = useState<Readonly<Record<number, string>>>(() =>
    Object.fromEntries(loads.map((load) => [idOf(load), String(Number(load['quantity_ordered']))])),
  )
  const finalize = useFinalize(record, delivered, onDone)
  const refused = finalize.error instanceof CallRefused ? (finalize.error.answer.errors ?? []) : []
  const errorOf = (load: AnyRecord) => {
    const index = loads.indexOf(load)
    return refused.find(({ field }) => field === `details.${index}.quantity_delivered`)?.message
  }
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('shipments.finalize')}
      closeButtonProps={{ 'aria-label': t('resources.close') }}
    >
      <form
        noValidate
        aria-label={t('shipments.finalize')}
        onSubmit={(event) => {
          event.preventDefault()
          finalize.mutate()
        }}
      >
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {t('shipments.finalize_hint')}
          </Text>
          {loads.length === 0 && <Text size="sm">{t('shipments.nothing_loaded')}</Text>}
          {stopsOf(loads).map(({ key, company, place, loads: some }, index) => (
            <section key={key} aria-labelledby={`stop-${index}`}>
              <Title order={3} size="h5" id={`stop-${index}`}>
                {t('shipments.stop', { number: index + 1 })} <bdi>{company}</bdi>
              </Title>
              <Text size="xs" c="dimmed" mb="xs">
                {place}
              </Text>
              <Stack gap="xs">
                {some.map((load) => (
                  <Delivery
                    key={idOf(load)}
                    load={load}
                    value={delivered[idOf(load)] ?? ''}
                    error={errorOf(load)}
                    onChange={(value) => setDelivered((before) => ({ ...before, [idOf(load)]: value }))}
                  />
                ))}
              </Stack>
            </section>
          ))}
          <DialogButtons onCancel={onClose} loading={finalize.isPending}>
            {t('shipments.finalize')}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

interface DeliveryProps {
  load: AnyRecord
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Delivery({ load, value, error, onChange }: DeliveryProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const litres = (amount: number) => `${number(amount, 0)} ${t('units.L')}`
  const loaded = Number(load['quantity_ordered'])
  const difference = value.trim() === '' ? Number.NaN : Number(value) - loaded
  const isOff = Number.isFinite(difference) && difference !== 0
  return (
    <div className={styles.delivery}>
      <div className={styles.what}>
        <Text size="sm" fw={600}>
          <bdi>{String(load['product_title'] ?? '')}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {[
            load['compartment'] == null ? null : t('shipments.compartment', { number: load['compartment'] }),
            t('shipments.loaded', { litres: litres(loaded) }),
            load['document_number'] as string | null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <TextInput
        label={t('shipments.delivered_of', { product: load['product_title'] })}
        inputMode="decimal"
        rightSection={<Text size="xs">{t('units.L')}</Text>}
        value={value}
        error={error}
        description={
          isOff
            ? t(difference < 0 ? 'shipments.less' : 'shipments.more', {
                litres: litres(Math.abs(difference)),
              })
            : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

function idOf(load: AnyRecord): number {
  return Number(load['shipment_detail_id'])
}

function useFinalize(record: AnyRecord, delivered: Readonly<Record<number, string>>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call('POST', `/shipment_planner/${record['shipment_id']}/finalize`, {
        details: Object.entries(delivered).map(([id, quantity]) => ({
          shipment_detail_id: Number(id),
          quantity_delivered: quantity.trim(),
        })),
      }),
    onSuccess: async () => {
      await Promise.all(
        ['shipment_planners', 'transaction_documents'].map((name) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      )
      onDone()
    },
  })
}
