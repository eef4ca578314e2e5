import { Group, Text } from '@mantine/core'
import { IconBattery1, IconBattery2, IconBattery3, IconBattery4, IconBatteryOff } from '@tabler/icons-react'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useEnvironment } from '#web/platform/useEnvironment.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'

/** Below this percentage a battery is low, until the settings have loaded. */
const LOW = 20
const STEPS = [IconBattery1, IconBattery2, IconBattery3, IconBattery4] as const

interface BatteryMarkProps {
  percent: string | number | null
  voltage?: number | null
}

/** The battery of a device; only its volts if their meaning is not configured. */
export function BatteryIndicator({ percent, voltage }: BatteryMarkProps) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const low = useEnvironment()?.battery_low ?? LOW
  const left = percent === null ? null : Number(percent)
  const Icon = left === null ? IconBatteryOff : itemAt(STEPS, Math.min(3, Math.floor(left / 25)))
  const isLow = left !== null && left < low
  const label = [
    t('devices.battery'),
    left === null ? voltage == null && t('devices.not_told') : quantity(left, '%', 0),
    voltage != null && quantity(voltage, 'V', 2),
    isLow && t('telemetry.level.battery_low'),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <Hint label={label}>
      <Group component="span" gap={4} wrap="nowrap" display="inline-flex" c={isLow ? 'mild' : undefined}>
        <Icon size={18} role="img" aria-label={label} />
        <Text span size="sm" fw={isLow ? 600 : undefined}>
          {left !== null ? quantity(left, '%', 0) : voltage != null ? quantity(voltage, 'V', 2) : '—'}
        </Text>
      </Group>
    </Hint>
  )
}
