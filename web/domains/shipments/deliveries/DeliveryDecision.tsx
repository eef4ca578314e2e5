import { Button, Group, Text, Textarea } from '@mantine/core'
import { IconMessage2Check, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { DELIVERY_REASONS, delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import type {
  correctDeliveryCheck,
  explainDeliveryCheck,
} from '#core/domains/shipments/deliveryCheckCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DecisionDialog } from '#web/resources/form/DecisionDialog.tsx'
import { ChoiceSelect } from '#web/resources/form/selects/ChoiceSelect.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { useVolumeUnits } from '../loading/useVolumeUnits.ts'
import { DifferenceText } from './DifferenceText.tsx'

type Step = 'explain' | 'correct'

/** The difference between ticket and tank, to explain it or to correct the ticket. */
export function DeliveryDecision({ record }: { record: ShownRecord<typeof delivery_checks> }) {
  const { t } = useTranslation()
  const may = useMay()
  const [step, setStep] = useState<Step | null>(null)
  const canDecide = record.state === 'open' || record.state === 'explained'
  if (!may('shipment_planners.update') || !canDecide) return <DifferenceText record={record} fw={600} />
  const close = () => setStep(null)
  return (
    <Group gap="xs">
      <DifferenceText record={record} fw={600} />
      <Button leftSection={<IconMessage2Check size={18} aria-hidden />} onClick={() => setStep('explain')}>
        {t('shipments.check.explain')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => setStep('correct')}
      >
        {t('shipments.check.correct')}
      </Button>
      {step === 'explain' && <ExplainDialog record={record} onClose={close} />}
      {step === 'correct' && <CorrectDialog record={record} onClose={close} />}
    </Group>
  )
}

interface DialogProps {
  record: ShownRecord<typeof delivery_checks>
  onClose: () => void
}

function ExplainDialog({ record, onClose }: DialogProps) {
  const { t } = useTranslation()
  const decision = useReason(record)
  const params = { delivery_check_id: Number(record[delivery_checks.id]) }
  return (
    <DecisionDialog
      title={t('shipments.check.explain')}
      onClose={onClose}
      send={() =>
        request<typeof explainDeliveryCheck>('POST', '/delivery_checks/:delivery_check_id/explain', {
          params,
          body: decision.entered,
        })
      }
    >
      {() => (
        <>
          <Text size="sm">{t('shipments.check.explain_hint')}</Text>
          {decision.inputs}
        </>
      )}
    </DecisionDialog>
  )
}

function CorrectDialog({ record, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { units } = useFormat()
  const volumes = useVolumeUnits()
  const shown = units === 'imperial' ? record.rise_gallons : record.rise_liters
  const [delivered, setDelivered] = useState(String(Math.max(0, Number(shown ?? 0)).toFixed(1)))
  const decision = useReason(record)
  const params = { delivery_check_id: Number(record[delivery_checks.id]) }
  return (
    <DecisionDialog
      title={t('shipments.check.correct')}
      onClose={onClose}
      isReady={delivered.trim() !== '' && volumes.own !== undefined}
      send={() =>
        request<typeof correctDeliveryCheck>('POST', '/delivery_checks/:delivery_check_id/correct', {
          params,
          body: { ...decision.entered, delivered, unit_id: volumes.own?.id ?? null },
        })
      }
    >
      {(errorOf) => (
        <>
          <Text size="sm">{t('shipments.check.correct_hint')}</Text>
          <NumberField
            data-autofocus
            withAsterisk
            label={t('shipments.check.delivered', { unit: volumes.unit })}
            value={delivered}
            error={errorOf('delivered')}
            onChange={setDelivered}
          />
          {decision.inputs}
        </>
      )}
    </DecisionDialog>
  )
}

/** The reason and note of a decision, with their inputs. */
function useReason(record: ShownRecord<typeof delivery_checks>) {
  const { t } = useTranslation()
  const [reason, setReason] = useState(record.reason ?? 'gauge')
  const [note, setNote] = useState(String(record.note ?? ''))
  const inputs = (
    <>
      <ChoiceSelect
        label={t('records.delivery_checks.fields.reason')}
        value={reason}
        data={DELIVERY_REASONS.map((value) => ({
          value,
          label: t(`records.delivery_checks.choices.reason.${value}`),
        }))}
        onChange={setReason}
      />
      <Textarea
        label={t('records.delivery_checks.fields.note')}
        autosize
        minRows={2}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </>
  )
  return { entered: { reason, note: note.trim() || null }, inputs }
}
