import { Anchor, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconBatteryOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { BatteryHealth as Health } from '#core/domains/telemetry/fleetFigures.ts'
import { BatteryIndicator } from '#web/domains/telemetry/device/BatteryIndicator.tsx'
import { deviceName } from '#web/domains/telemetry/device/deviceName.ts'
import { useBatteryHealth } from '#web/domains/telemetry/device/useFleetFigures.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel, type WidgetProps } from '#web/ui/WidgetPanel.tsx'
import styles from './Fleet.module.css'

const LINK = { fw: 600, underline: 'hover', c: 'inherit' } as const

/** The distribution of battery levels, and the weakest devices. */
export function BatteryHealthWidget({ title }: WidgetProps) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useBatteryHealth()
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <WidgetPanel title={title} isScrolledByKeys>
      {!data && <Skeleton h={220} />}
      {data?.weakest.length === 0 && (
        <EmptyState Icon={IconBatteryOff} title={t('telemetry.dashboard.no_batteries')} />
      )}
      {data && data.weakest.length > 0 && (
        <>
          <Ranges health={data} />
          <Title order={3} mt="sm" mb={4}>
            {t('telemetry.dashboard.weakest')}
          </Title>
          <ul className={styles.list}>
            {data.weakest.map((device) => (
              <Weak key={device.device_id} device={device} />
            ))}
          </ul>
        </>
      )}
    </WidgetPanel>
  )
}

function Weak({ device }: { device: Health['weakest'][number] }) {
  // Users know their own company.
  const { company } = useUser()
  return (
    <li className={styles.plainRow}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" truncate dir="auto">
          <Anchor component={Link} to={`/devices/profile/${device.device_id}`} {...LINK}>
            {deviceName(device)}
          </Anchor>{' '}
          <Text span size="xs" c="dimmed">
            {device.company !== company && device.company}
          </Text>
        </Text>
        <BatteryIndicator percent={device.battery} voltage={device.battery_voltage} />
      </Group>
    </li>
  )
}

function Ranges({ health: { ranges, unknown } }: { health: Health }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const largest = Math.max(1, unknown, ...ranges.map(({ count }) => count))
  const rows = [
    ...ranges.toReversed().map(({ from, to, count }) => ({
      name: t('telemetry.dashboard.battery_range', { from, to }),
      count,
      color: from === 0 ? 'mild' : 'fine',
    })),
    ...(unknown > 0 ? [{ name: t('telemetry.dashboard.not_told'), count: unknown, color: 'stale' }] : []),
  ]
  return (
    <ul className={styles.list} aria-label={t('telemetry.dashboard.batteries')}>
      {rows.map(({ name, count, color }) => (
        <li key={name} className={styles.range}>
          <Text size="sm">{name}</Text>
          <span className={styles.track} aria-hidden>
            <span
              style={{
                inlineSize: `${(count / largest) * 100}%`,
                background: `var(--mantine-color-${color}-filled)`,
              }}
            />
          </span>
          <Text size="sm" ta="end" aria-label={t('telemetry.dashboard.devices', { count })}>
            {number(count)}
          </Text>
        </li>
      ))}
    </ul>
  )
}
