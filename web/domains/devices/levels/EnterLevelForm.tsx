import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ENTERED_BY_PEOPLE } from '#core/domains/telemetry/levels/levelReporters.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { fromZoned, toZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { DialogButtons } from '#web/resources/form/DialogButtons.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { Form } from '#web/ui/Form.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { useChangeLevels } from './useEnteredLevels.ts'

interface EnterLevelFormProps {
  tank: PortSummary
  device_id: number
  onDone: () => void
}

/** Asks for a level that a person has read, in percent or as a volume, and for a delivery right before. */
export function EnterLevelForm({ tank, device_id, onDone }: EnterLevelFormProps) {
  const { t } = useTranslation()
  const { timeZone, unitName } = useFormat()
  const { enter } = useChangeLevels({ device_id, device_ports_id: tank.device_ports_id })
  const [isVolume, setIsVolume] = useState(false)
  const [level, setLevel] = useState('')
  const [delivered, setDelivered] = useState('')
  const [source, setSource] = useState<(typeof ENTERED_BY_PEOPLE)[number]>('read')
  const [at, setAt] = useState(() => toZoned(new Date().toISOString(), timeZone).replace(' ', 'T'))
  const [note, setNote] = useState('')
  const [temperature, setTemperature] = useState('')
  // The room of a large propane container depends on it.
  const needsTemperature = tank.room_temperature !== null
  return (
    <Form
      onSubmit={() => {
        enter.mutate(
          {
            ...(isVolume ? { volume: Number(level) } : { percent: Number(level) }),
            ...{ source, at: fromZoned(at, timeZone), delivered: Number(delivered), note: note || null },
            temperature: temperature === '' ? null : Number(temperature),
          },
          { onSuccess: onDone },
        )
      }}
    >
      <Stack gap="sm">
        <SelectInput
          label={t('devices.enter_level.as')}
          value={isVolume ? 'volume' : 'percent'}
          onChange={(chosen) => setIsVolume(chosen === 'volume')}
          data={[
            { value: 'percent', label: t('devices.enter_level.percent') },
            {
              value: 'volume',
              label: t('devices.enter_level.volume', { unit: unitName(tank.volume_unit) }),
            },
          ]}
        />
        <NumberField
          label={t('devices.enter_level.level')}
          required
          data-autofocus
          value={level}
          onChange={setLevel}
        />
        <NumberField
          label={t('devices.enter_level.delivered', { unit: unitName(tank.volume_unit) })}
          description={t('devices.enter_level.delivered_help')}
          value={delivered}
          onChange={setDelivered}
        />
        {needsTemperature && (
          <NumberField
            label={t('devices.enter_level.temperature', { unit: tank.temperature_unit })}
            description={t('devices.enter_level.temperature_help')}
            value={temperature}
            onChange={setTemperature}
          />
        )}
        <TextInput
          type="datetime-local"
          label={t('devices.enter_level.at')}
          description={timeZone}
          required
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
        <SelectInput
          label={t('devices.enter_level.source')}
          value={source}
          onChange={(chosen) => setSource(chosen === 'called_in' ? 'called_in' : 'read')}
          data={ENTERED_BY_PEOPLE.map((value) => ({ value, label: t(`telemetry.told_by.${value}`) }))}
        />
        <TextInput
          label={t('devices.enter_level.note')}
          maxLength={255}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <DialogButtons
          onCancel={onDone}
          loading={enter.isPending}
          disabled={
            level === '' ||
            !(Number(level) >= 0) ||
            !(Number(delivered) >= 0) ||
            Number.isNaN(Number(temperature))
          }
        >
          {t('devices.enter_level.send')}
        </DialogButtons>
      </Stack>
    </Form>
  )
}
