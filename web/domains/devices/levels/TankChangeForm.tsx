import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type ReportedTankChange,
  RISE_VERDICTS,
  type RiseVerdict,
} from '#core/domains/telemetry/reportedChange.ts'
import { fromZoned, toZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { zoneName } from '#web/platform/format/zoneName.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { Form } from '#web/ui/Form.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { type OfPort, useEditTankChanges } from './useTankChanges.ts'

interface TankChangeFormProps {
  ids: OfPort
  unit: 'L' | 'gal'
  /** The rise in question; null if a delivery is added. */
  change: ReportedTankChange | null
  onDone: () => void
}

/** Asks for the cause and volume of a rise; or, for a delivery without a rise, its time and volume. */
export function TankChangeForm({ ids, unit, change, onDone }: TankChangeFormProps) {
  const { t } = useTranslation()
  const { timeZone, language, unitName } = useFormat()
  const { judge, add } = useEditTankChanges(ids)
  const [verdict, setVerdict] = useState<RiseVerdict>(change?.verdict ?? 'delivery')
  const [volume, setVolume] = useState(change ? String(Math.round(change.volume)) : '')
  const [at, setAt] = useState(() => toZoned(new Date().toISOString(), timeZone).replace(' ', 'T'))
  const [note, setNote] = useState(change?.note ?? '')
  const isDelivery = verdict === 'delivery'
  // The measured volume keeps all its decimals unless the user has typed another figure.
  const isTyped = change === null || volume !== String(Math.round(change.volume))
  const send = () => {
    const more = { note: note || null, ...(isDelivery && isTyped && { volume: Number(volume) }) }
    const done = { onSuccess: onDone }
    if (change === null) add.mutate({ ...more, volume: Number(volume), at: fromZoned(at, timeZone) }, done)
    else judge.mutate({ ...more, verdict, tank_change_id: change.tank_change_id! }, done)
  }
  return (
    <Form onSubmit={send}>
      <Stack gap="sm">
        {change && <VerdictChoice value={verdict} onChange={setVerdict} />}
        {!change && (
          <TextInput
            type="datetime-local"
            label={t('devices.changes.at')}
            description={zoneName(timeZone, language)}
            required
            value={at}
            onChange={(event) => setAt(event.currentTarget.value)}
          />
        )}
        {isDelivery && (
          <NumberField
            label={t('devices.changes.volume', { unit: unitName(unit) })}
            description={change && t('devices.changes.volume_help')}
            required
            data-autofocus={change ? undefined : true}
            value={volume}
            onChange={setVolume}
          />
        )}
        <TextInput
          label={t('devices.changes.note')}
          maxLength={255}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <DialogButtons
          onCancel={onDone}
          loading={judge.isPending || add.isPending}
          disabled={isDelivery && !(Number(volume) > 0)}
        >
          {t(change ? 'devices.changes.send' : 'devices.changes.add')}
        </DialogButtons>
      </Stack>
    </Form>
  )
}

/** Kind of a rise. */
function VerdictChoice({ value, onChange }: { value: RiseVerdict; onChange: (value: RiseVerdict) => void }) {
  const { t } = useTranslation()
  return (
    <Radio.Group label={t('devices.changes.what')} value={value} onChange={onChange}>
      <Stack gap={6} mt={4}>
        {RISE_VERDICTS.map((verdict) => (
          <Radio
            key={verdict}
            value={verdict}
            label={t(`devices.changes.verdicts.${verdict}`)}
            description={t(`devices.changes.verdicts_help.${verdict}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
