import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ENTERED_BY_PEOPLE } from '#core/domains/telemetry/levels/levelReporters.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { fromZoned, toZoned } from '#web/platform/format/format.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { zoneName } from '#web/platform/format/zoneName.ts'
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
  const { timeZone, language, unitName } = useFormat()
  const { enter } = useChangeLevels({ device_id, device_ports_id: tank.device_ports_id })
  const { typed, change, isComplete, body } = useEnteredLevel()
  const unit = unitName(tank.volume_unit)
  const figure = (name: 'level' | 'delivered' | 'temperature') => ({
    label: t(`devices.enter_level.${name}`, { unit: name === 'temperature' ? tank.temperature_unit : unit }),
    value: typed[name],
    onChange: (plain: string) => change({ [name]: plain }),
  })
  return (
    <Form onSubmit={() => enter.mutate(body(), { onSuccess: onDone })}>
      <Stack gap="sm">
        <SelectInput
          label={t('devices.enter_level.as')}
          value={typed.as}
          onChange={(chosen) => change({ as: chosen === 'volume' ? 'volume' : 'percent' })}
          data={(['percent', 'volume'] as const).map((value) => ({
            value,
            label: t(`devices.enter_level.${value}`, { unit }),
          }))}
        />
        <NumberField {...figure('level')} required data-autofocus />
        <NumberField {...figure('delivered')} description={t('devices.enter_level.delivered_help')} />
        {/* The room of a large propane container depends on it. */}
        {tank.room_temperature !== null && (
          <NumberField {...figure('temperature')} description={t('devices.enter_level.temperature_help')} />
        )}
        <TextInput
          type="datetime-local"
          label={t('devices.enter_level.at')}
          description={zoneName(timeZone, language)}
          required
          value={typed.at}
          onChange={(event) => change({ at: event.currentTarget.value })}
        />
        <SelectInput
          label={t('devices.enter_level.source')}
          value={typed.source}
          onChange={(chosen) => change({ source: chosen === 'called_in' ? 'called_in' : 'read' })}
          data={ENTERED_BY_PEOPLE.map((value) => ({ value, label: t(`telemetry.told_by.${value}`) }))}
        />
        <TextInput
          label={t('devices.enter_level.note')}
          maxLength={255}
          value={typed.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <DialogButtons onCancel={onDone} loading={enter.isPending} disabled={!isComplete}>
          {t('devices.enter_level.send')}
        </DialogButtons>
      </Stack>
    </Form>
  )
}

interface Typed {
  as: 'percent' | 'volume'
  level: string
  delivered: string
  temperature: string
  at: string
  source: (typeof ENTERED_BY_PEOPLE)[number]
  note: string
}

/** A level as typed and as sent. */
function useEnteredLevel() {
  const { timeZone } = useFormat()
  const [typed, setTyped] = useState<Typed>(() => ({
    as: 'percent',
    level: '',
    delivered: '',
    temperature: '',
    source: 'read',
    note: '',
    at: toZoned(new Date().toISOString(), timeZone).replace(' ', 'T'),
  }))
  const { as, level, delivered, temperature, at, source, note } = typed
  return {
    typed,
    change: (changes: Partial<Typed>) => setTyped((before) => ({ ...before, ...changes })),
    isComplete:
      level !== '' && Number(level) >= 0 && Number(delivered) >= 0 && !Number.isNaN(Number(temperature)),
    body: () => ({
      ...(as === 'volume' ? { volume: Number(level) } : { percent: Number(level) }),
      ...{ source, at: fromZoned(at, timeZone), delivered: Number(delivered), note: note || null },
      temperature: temperature === '' ? null : Number(temperature),
    }),
  }
}
