import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconDroplet } from '@tabler/icons-react'
import type { ProductUsage } from '#core/domains/telemetry/fleetFigures.ts'
import { BulletChart } from '#web/domains/telemetry/chart/BulletChart.tsx'
import { useUsage } from '#web/domains/telemetry/device/useFleetFigures.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel, type WidgetProps } from '#web/ui/WidgetPanel.tsx'

/** Usage, stock and days left of each product. */
export function UsageWidget({ title }: WidgetProps) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useUsage()
  if (isError && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <WidgetPanel title={title} isScrolledByKeys>
      {!data && <Skeleton h={260} />}
      {data?.usage.length === 0 && (
        <EmptyState
          Icon={IconDroplet}
          title={t('telemetry.dashboard.nothing_used')}
          help={t('telemetry.dashboard.nothing_used_help')}
        />
      )}
      <Stack gap="xs">
        {data?.usage.map((item) => (
          <OfProduct key={item.product ?? ''} usage={item} />
        ))}
      </Stack>
    </WidgetPanel>
  )
}

function OfProduct({ usage }: { usage: ProductUsage }) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const { product, tanks, estimated, use_per_day, days_left, user_symbol } = usage
  const name = product ?? t('telemetry.dashboard.no_product')
  const texts = [
    use_per_day !== null &&
      t('telemetry.dashboard.per_day', { amount: quantity(use_per_day, user_symbol, 0) }),
    days_left !== null && t('telemetry.dashboard.lasts', { count: Math.round(days_left) }),
    t('telemetry.dashboard.tanks', { count: tanks }),
    estimated > 0 && t('telemetry.dashboard.estimated', { count: estimated }),
  ].filter(Boolean)
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600} size="sm" truncate dir="auto">
          {name}
        </Text>
        <Text size="sm" style={{ flex: 'none' }}>
          {quantity(usage.user_fill_volume, user_symbol, 0)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {texts.join(' · ')}
      </Text>
      <BulletChart what={name} {...usage} />
    </div>
  )
}
