import { Group, Paper, Stack, Text } from '@mantine/core'
import { wholeRoom } from '#core/domains/tanks/room.ts'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { groupBy } from '#core/platform/lists/groupBy.ts'
import { volumeIn, volumeUnit } from '#core/platform/numbers/units.ts'
import type { DeviceRow } from '#web/domains/telemetry/device/DeviceRow.ts'
import { useDevice } from '#web/domains/telemetry/device/useDevice.ts'
import { LevelBadge } from '#web/domains/telemetry/level/LevelBadge.tsx'
import { LevelBar } from '#web/domains/telemetry/level/LevelBar.tsx'
import { roomText } from '#web/domains/telemetry/level/roomText.ts'
import { useEstimateFormat } from '#web/domains/telemetry/level/useEstimateFormat.ts'
import { useForecast } from '#web/domains/telemetry/level/useForecast.ts'
import { VolumeText } from '#web/domains/telemetry/level/VolumeText.tsx'
import { DeliveryDetails } from '#web/domains/telemetry/tank/DeliveryDetails.tsx'
import { NextDelivery } from '#web/domains/telemetry/tank/NextDelivery.tsx'
import { ProductDot } from '#web/domains/telemetry/tank/ProductDot.tsx'
import { useTankName } from '#web/domains/telemetry/tank/useTankName.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useUnits } from '../lines/useUnits.ts'
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
  const tanks = named.length > 0 ? named : device.ports
  return (
    <Paper component="section" aria-label={t('orders.tank')} px="md" py="sm">
      <Stack gap="xs">
        {tanks.map((tank) => (
          <Tank key={tank.device_ports_id} {...{ tank, device }} />
        ))}
        {[...groupBy(tanks, ({ product_id }) => product_id)].map(([product_id, some]) => (
          <OverRoom
            key={product_id}
            tanks={some}
            lines={lines.filter((line) => line.product_id === product_id)}
          />
        ))}
      </Stack>
    </Paper>
  )
}

/** Notes that the tanks of a product cannot take the ordered quantity today; the order may be meant for later. */
function OverRoom({ tanks, lines }: { tanks: readonly PortSummary[]; lines: readonly Line[] }) {
  const { t } = useTranslation()
  const { units: system, quantity } = useFormat()
  const { litresOf } = useUnits()
  const ordered = volumeIn(
    system,
    lines.reduce((sum, line) => sum + litresOf(line.quantity, line.unit_id), 0),
  )
  const room = tanks.reduce((sum, one) => sum + wholeRoom(one.room ?? 0, system), 0)
  // Rooms are rounded down to whole units: less than one more may still fit.
  if (tanks.some((one) => one.room === null) || ordered < room + 1) return null
  const unit = volumeUnit(system)
  return (
    <Text size="sm" c="urgent" role="status">
      {t('orders.over_room', { ordered: quantity(ordered, unit, 0), room: quantity(room, unit, 0) })}
    </Text>
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
      <Text size="sm">{forecast(tank)}</Text>
      <NextDelivery of={{ device_ports_id: tank.device_ports_id }} Details={DeliveryDetails} />
    </Group>
  )
}
