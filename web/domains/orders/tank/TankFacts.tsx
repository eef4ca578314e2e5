import { Group, Paper, Stack, Text } from '@mantine/core'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { useDevice } from '#web/domains/telemetry/device/useDevice.ts'
import { LevelBadge } from '#web/domains/telemetry/level/LevelBadge.tsx'
import { LevelBar } from '#web/domains/telemetry/level/LevelBar.tsx'
import { roomText } from '#web/domains/telemetry/level/roomText.ts'
import { useEstimateFormat } from '#web/domains/telemetry/level/useEstimateFormat.ts'
import { useForecast } from '#web/domains/telemetry/level/useForecast.ts'
import { VolumeText } from '#web/domains/telemetry/level/VolumeText.tsx'
import { NextDelivery } from '#web/domains/telemetry/tank/NextDelivery.tsx'
import { ProductDot } from '#web/domains/telemetry/tank/ProductDot.tsx'
import { useTankName } from '#web/domains/telemetry/tank/useTankName.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { isForTank, type Line } from './tankLines.ts'

interface TankFactsProps {
  device_id: unknown
  lines: readonly Line[]
}

/** Facts for a new order: level, room, forecast and next delivery of its tank; of all tanks of its device until a line names one. */
export function TankFacts({ device_id, lines }: TankFactsProps) {
  const { t } = useTranslation()
  const mayRead = useMay()('devices.read')
  const { data: device } = useDevice(device_id && mayRead ? Number(device_id) : undefined)
  if (!device || device.ports.length === 0) return null
  const named = device.ports.filter((tank) => isNamed(tank, lines))
  return (
    <Paper component="section" aria-label={t('orders.tank')} px="md" py="sm">
      <Stack gap="xs">
        {(named.length > 0 ? named : device.ports).map((tank) => (
          <Tank key={tank.device_ports_id} {...{ tank, device }} />
        ))}
      </Stack>
    </Paper>
  )
}

function isNamed({ device_ports_id, product_id }: PortSummary, lines: readonly Line[]): boolean {
  return lines.some((line) =>
    isForTank(line)
      ? isForTank(line, device_ports_id)
      : product_id !== null && line.product_id === product_id,
  )
}

function Tank({ tank, device }: { tank: PortSummary; device: DeviceRow }) {
  const { t } = useTranslation()
  const room = roomText(tank, useFormat(), t)
  const figure = useEstimateFormat(tank)
  const forecast = useForecast()
  const { label, public_id, device_id, upload_interval } = device
  const name = useTankName()({ ...tank, label, public_id })
  return (
    <Group gap="lg" style={{ rowGap: 4 }}>
      <Group gap={6} wrap="nowrap" miw={0}>
        <ProductDot color={tank.color} />
        <Text size="sm" fw={600} lineClamp={2} dir="auto">
          {name}
        </Text>
      </Group>
      <LevelBar tank={tank} uploadHours={upload_interval} />
      <LevelBadge level={tank.level} size="sm" />
      <VolumeText tank={tank} device_id={device_id} size="sm" />
      {room && (
        <Text size="sm" fw={600}>
          {t('telemetry.room', { room: figure(room) })}
        </Text>
      )}
      <Text size="sm">{forecast(tank, true)}</Text>
      <NextDelivery of={{ device_ports_id: tank.device_ports_id }} isLong />
    </Group>
  )
}
