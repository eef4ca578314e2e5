import { Group, Stack, Text } from '@mantine/core'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { EstimateIndicator } from '../level/EstimateIndicator.tsx'
import { roomText } from '../level/roomText.ts'
import { TrustIndicator } from '../level/TrustIndicator.tsx'
import { levelMeasuredAt, tankState } from '../level/tankState.ts'
import { useEstimateFormat } from '../level/useEstimateFormat.ts'

interface TankFigureProps {
  tank: PortSummary
  uploadHours: number
  size?: 'sm' | 'lg'
  /** Hides the level of a retired device. */
  isRetired?: boolean
}

const SMALL = { size: 'xs', c: 'dimmed' } as const

/** The content of a tank: volume and percent, its room, and its age. */
export function TankContents({ tank, uploadHours, size = 'sm', isRetired = false }: TankFigureProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const room = roomText(tank, format, t)
  const figure = useEstimateFormat(tank)
  const now = useNow()
  const why = useRoomReason(tank)
  const { isStale, isDoubted } = tankState(tank, uploadHours, now)
  const color = isStale || isDoubted ? 'dimmed' : undefined
  if (tank.volume === null && tank.percent === null)
    return <Text c="dimmed">{t(isRetired ? 'telemetry.gauge.retired' : 'telemetry.gauge.no_reading')}</Text>
  return (
    <Stack gap={2} data-figures>
      <Group gap="xs" align="baseline" wrap="nowrap">
        <Text fw={650} fz={size === 'lg' ? 'h1' : 'lg'} c={color} lh={1.2}>
          {tank.percent === null ? '—' : figure(format.quantity(tank.percent, '%', 0))}
        </Text>
        <Text c={color} fz={size === 'lg' ? 'lg' : 'sm'} style={{ whiteSpace: 'nowrap' }}>
          {tank.volume !== null && figure(format.quantity(tank.volume, tank.volume_unit, 0))}
        </Text>
      </Group>
      {room !== null && (
        <Hint label={why} multiline maw={280}>
          <Text size="xs" c="dimmed" tabIndex={why === '' ? undefined : 0}>
            {t('telemetry.room', { room: figure(room) })}
          </Text>
        </Hint>
      )}
      <Group gap="xs" wrap="wrap">
        <RelativeTime at={levelMeasuredAt(tank, now)} {...SMALL} />
        {tank.told_by !== 'sensor' && <Text {...SMALL}>{t(`telemetry.told_by.${tank.told_by}`)}</Text>}
        <EstimateIndicator tank={tank} />
        <TrustIndicator trust={tank.trust} isStale={isStale ?? false} />
      </Group>
    </Stack>
  )
}

/** Why the room of a large propane container is valid for one temperature only; empty for others. */
function useRoomReason({ room_temperature, temperature, temperature_unit, max_fill }: PortSummary): string {
  const { t } = useTranslation()
  const { quantity, number } = useFormat()
  if (room_temperature === null) return ''
  return [
    t('devices.room_why', {
      temperature: quantity(room_temperature, temperature_unit, 0),
      limit: number(max_fill, 1),
    }),
    temperature === null && t('devices.room_unknown'),
  ]
    .filter(Boolean)
    .join(' ')
}
