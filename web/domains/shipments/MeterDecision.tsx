import { Button, Text, Textarea, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { closeMeterFinding } from '#core/domains/shipments/deliveryCheckCalls.ts'
import { meter_findings } from '#core/domains/shipments/meter_findings.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DecisionDialog } from '#web/resources/form/DecisionDialog.tsx'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/** Closes a meter finding once the meter was proved or set. */
export function MeterDecision({ record }: { record: ShownRecord<typeof meter_findings> }) {
  const { t } = useTranslation()
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  const [proved_on, setProvedOn] = useState('')
  const [note, setNote] = useState('')
  if (!may('shipment_planners.update') || record.state !== 'open') return null
  return (
    <>
      <Button
        leftSection={<IconCheck size={18} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setIsOpen(true)}
      >
        {t('shipments.meter.close')}
      </Button>
      {isOpen && (
        <DecisionDialog
          title={t('shipments.meter.close')}
          isReady={proved_on !== ''}
          onClose={() => setIsOpen(false)}
          send={() =>
            request<typeof closeMeterFinding>('POST', '/meter_findings/:meter_finding_id/close', {
              params: { meter_finding_id: Number(record[meter_findings.id]) },
              body: { proved_on, note: note.trim() || null },
            })
          }
        >
          {(errorOf) => (
            <>
              <Text size="sm">{t('shipments.meter.close_hint')}</Text>
              <TextInput
                data-autofocus
                withAsterisk
                type="date"
                label={t('records.meter_findings.fields.proved_on')}
                value={proved_on}
                error={errorOf('proved_on')}
                onChange={(event) => setProvedOn(event.currentTarget.value)}
              />
              <Textarea
                label={t('records.meter_findings.fields.note')}
                autosize
                minRows={2}
                maxLength={1000}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            </>
          )}
        </DecisionDialog>
      )}
    </>
  )
}
