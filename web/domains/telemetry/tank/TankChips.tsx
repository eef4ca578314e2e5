import { Group, Text } from '@mantine/core'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EstimateIndicator } from '../level/EstimateIndicator.tsx'
import { LevelGauge } from '../level/LevelGauge.tsx'
import { TrustIndicator } from '../level/TrustIndicator.tsx'
import { tankState } from '../level/tankState.ts'
import { useEstimateFormat } from '../level/useEstimateFormat.ts'
import { VolumeText } from '../level/VolumeText.tsx'
import glow from './ChangeHighlight.module.css'
import { ProductName } from './ProductName.tsx'
import { useChangeHighlight } from './useChangeHighlight.ts'

const MAX_TANKS = 4

interface TankChipProps {
  tank: PortSummary
  device_id: number
  uploadHours: number
}

interface TankChipsProps {
  device_id: number
  tanks: readonly PortSummary[]
  uploadHours: number
}

/** The tanks of a device side by side, for lists. */
export function TankChips({ tanks, device_id, uploadHours }: TankChipsProps) {
  const { t } = useTranslation()
  if (tanks.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        {t('devices.no_tanks')}
      </Text>
    )
  return (
    <Group gap="sm" wrap="wrap">
      {tanks.slice(0, MAX_TANKS).map((tank) => (
        <TankChip key={tank.device_ports_id} {...{ tank, device_id, uploadHours }} />
      ))}
      {tanks.length > MAX_TANKS && (
        <Text span size="xs" c="dimmed">
          {t('devices.more_tanks', { count: tanks.length - MAX_TANKS })}
        </Text>
      )}
    </Group>
  )
}

function TankChip({ tank, device_id, uploadHours }: TankChipProps) {
  const { quantity } = useFormat()
  const figure = useEstimateFormat(tank)
  const now = useNow()
  const state = tankState(tank, uploadHours, now)
  const isGlowing = useChangeHighlight(`${tank.reading_at} ${tank.percent}`)
  return (
    <Group gap={6} wrap="nowrap" className={isGlowing ? glow.glow : undefined} miw={0}>
      <LevelGauge {...state} size="xs" />
      <div style={{ minWidth: 0, maxWidth: '8rem' }}>
        <ProductName tank={tank} size="xs" c="dimmed" />
        <Group gap={4} wrap="nowrap">
          <Text span size="sm" fw={600} c={state.isStale || state.isDoubted ? 'dimmed' : undefined}>
            {tank.percent === null ? '—' : figure(quantity(tank.percent, '%', 0))}
          </Text>
          <VolumeText
            tank={tank}
            device_id={device_id}
            size="xs"
            c="dimmed"
            style={{ whiteSpace: 'nowrap' }}
          />
          <EstimateIndicator tank={tank} isShort />
          <TrustIndicator trust={tank.trust} isStale={state.isStale ?? false} isShort />
        </Group>
      </div>
    </Group>
  )
}
