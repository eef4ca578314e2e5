import { Group, Paper, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { litresToUsGallons } from '#core/platform/numbers/units.ts'
import { RuleTrials } from '#web/domains/telemetry/alert/RuleTrial.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { type PortFormState, toNumber } from '../ports/usePortForm.ts'

const LEVELS = ['reorder_yellow', 'reorder_red'] as const
type LevelName = (typeof LEVELS)[number]

interface ThresholdFieldsProps {
  tank: PortFormState
  isReadOnly: boolean
}

/** The rules of a tank's levels, and the fields of their thresholds. */
const RULES = [
  ['mild', 'reorder_yellow'],
  ['urgent', 'reorder_red'],
  ['overfill', 'max_fill'],
] as const

interface OfPort {
  device_id: number
  port_number: number
}

/** The two levels, entered as percent or volume and stored as percent. For a saved port, shows when they would have opened alerts. */
export function ThresholdFields({ tank, isReadOnly, of }: ThresholdFieldsProps & { of: OfPort | null }) {
  const { t } = useTranslation()
  const [way, setWay] = useState<'percent' | 'volume'>('percent')
  const { fields, capacity, form } = tank
  const isVolume = way === 'volume' && capacity > 0
  const trials = RULES.map(([rule, name]) => ({
    rule,
    name: t(`records.alerts.choices.level.${rule}`),
    typed: typedPercent(form.values[name]),
  }))
  return (
    <Paper p="md" component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('devices.ports.levels')}</Title>
        <SegmentedControl
          size="xs"
          aria-label={t('devices.ports.levels_as')}
          value={isVolume ? 'volume' : 'percent'}
          disabled={capacity <= 0}
          onChange={(value) => setWay(value)}
          data={[
            { value: 'percent', label: '%' },
            { value: 'volume', label: t(`units.${fields.volumeUnit}`) },
          ]}
        />
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {LEVELS.map((name) => (
          <LevelInput key={`${name} ${isVolume}`} name={name} tank={tank} {...{ isVolume, isReadOnly }} />
        ))}
      </SimpleGrid>
      {of && !isReadOnly && <RuleTrials {...of} trials={trials} />}
    </Paper>
  )
}

/** A threshold for the dry run; null if it is not a percentage. */
function typedPercent(value: unknown): { limit: number } | null {
  const limit = Number(value)
  const isTyped = value !== null && value !== undefined && String(value).trim() !== ''
  return isTyped && limit >= 0 && limit <= 100 ? { limit } : null
}

interface LevelInputProps extends ThresholdFieldsProps {
  name: LevelName
  isVolume: boolean
}

function LevelInput({ name, tank, isVolume, isReadOnly }: LevelInputProps) {
  const { t } = useTranslation()
  const { form, fields, capacity } = tank
  const whole = fields.volumeUnit === 'gal' ? litresToUsGallons(capacity) : capacity
  const percent = form.values[name]
  const [text, setText] = useState(() =>
    percent == null || percent === ''
      ? ''
      : isVolume
        ? String(Number(((toNumber(percent) / 100) * whole).toFixed(2)))
        : String(percent),
  )
  const change = (next: string) => {
    setText(next)
    const share = Number(next) / whole
    const isFigure = next.trim() !== '' && Number.isFinite(share)
    form.set({ [name]: isVolume && isFigure ? (share * 100).toFixed(2) : next })
  }
  const shown = isVolume ? text : percent == null ? '' : String(percent)
  return (
    <NumberField
      label={t(`records.device_ports.fields.${name}`)}
      error={form.errors[name]}
      disabled={isReadOnly}
      value={shown}
      onChange={change}
      rightSection={
        <Text size="xs" c="dimmed" pe="xs">
          {isVolume ? t(`units.${fields.volumeUnit}`) : '%'}
        </Text>
      }
      rightSectionWidth={48}
      data-field={name}
    />
  )
}
