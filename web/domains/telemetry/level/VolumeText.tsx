import { Text, type TextProps } from '@mantine/core'
import { useState } from 'react'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { useEstimateFormat } from './useEstimateFormat.ts'
import { useVolumeMargin } from './useVolumeMargin.ts'

interface VolumeTextProps extends TextProps {
  tank: PortSummary
  device_id: number
}

/** The volume in a tank; a tooltip shows its margin, which is loaded on demand. An estimate has its range instead. */
export function VolumeText({ tank, device_id, ...text }: VolumeTextProps) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const figure = useEstimateFormat(tank)
  const [isOpen, setIsOpen] = useState(false)
  const isMeasured = tank.level_source === 'measured'
  const margin = useVolumeMargin(device_id, tank.port_number, tank.reading_at, isOpen && isMeasured)
  if (tank.volume === null) return null
  const show = () => setIsOpen(true)
  return (
    <Hint label={margin && t('telemetry.volume_margin', { margin })} multiline maw={280}>
      <Text span {...text} onPointerEnter={show}>
        {figure(quantity(tank.volume, tank.volume_unit, 0))}
      </Text>
    </Hint>
  )
}
