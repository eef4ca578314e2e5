import { Group, Text } from '@mantine/core'
import {
  IconAntennaBars1,
  IconAntennaBars2,
  IconAntennaBars3,
  IconAntennaBars4,
  IconAntennaBars5,
} from '@tabler/icons-react'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'

const BARS = [
  IconAntennaBars1,
  IconAntennaBars2,
  IconAntennaBars3,
  IconAntennaBars4,
  IconAntennaBars5,
] as const
const QUALITIES = ['none', 'weak', 'fair', 'good', 'excellent'] as const
/** 3GPP TS 27.007, +CSQ: 0 is −113 dBm or less, each step 2 dB more; each of these steps adds a bar. */
const STEPS = [1, 7, 12, 18] as const

/** The signal quality of a device: as bars, and as text if long; dBm in the tooltip. */
export function SignalIndicator({ signal, isLong }: { signal: number | null; isLong?: boolean }) {
  const { t } = useTranslation()
  const { measured } = useFormat()
  if (signal === null) {
    const label = `${t('devices.signal')} · ${t('devices.not_told')}`
    return (
      <Hint label={label}>
        <Text span size="sm" role="img" aria-label={label}>
          —
        </Text>
      </Hint>
    )
  }
  const bars = STEPS.filter((step) => signal >= step).length
  const Icon = itemAt(BARS, bars)
  const strength = measured(String(-113 + 2 * signal), 'dBm')
  const quality = t(`devices.signal_quality.${itemAt(QUALITIES, bars)}`)
  const label = `${t('devices.signal')} · ${quality} · ${strength}`
  return (
    <Hint label={label}>
      <Group component="span" gap={4} wrap="nowrap" display="inline-flex">
        <Icon size={18} role="img" aria-label={label} />
        {isLong && (
          <Text span size="sm" tt="capitalize">
            {quality}
          </Text>
        )}
      </Group>
    </Hint>
  )
}
