import { Group, Text } from '@mantine/core'
import { IconCalculator } from '@tabler/icons-react'
import type { PortSummary } from '#core/domains/telemetry/portSummary.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'

/** Marks a level as an estimate; a tooltip shows its basis and age. Hidden for measured levels. */
export function EstimateIndicator({ tank, isShort }: { tank: PortSummary; isShort?: boolean }) {
  const { t } = useTranslation()
  const { quantity, age, dayAge } = useFormat()
  const now = useNow()
  if (tank.level_source !== 'estimated') return null
  const percent = (value: number | null | undefined) => (value == null ? '—' : quantity(value, '%', 0))
  const texts = [
    t(tank.delivery ? 'telemetry.estimate.help_delivery' : 'telemetry.estimate.help', {
      brought: tank.delivery && quantity(tank.delivery.volume, tank.volume_unit, 0),
      measured: percent(tank.measured_percent),
      age: age(new Date(now - (tank.level_age ?? 0) * 1000).toISOString(), now),
    }),
    tank.dry_at
      ? t('telemetry.estimate.dry', { age: dayAge(tank.dry_at, now) })
      : tank.percent_range &&
        t('telemetry.estimate.range', {
          low: percent(tank.percent_range[0]),
          high: percent(tank.percent_range[1]),
        }),
  ]
  const help = texts.filter(Boolean).join(' ')
  const { delivery } = tank
  const word = [
    t('telemetry.estimate.word'),
    delivery &&
      t('telemetry.estimate.after_delivery', { number: delivery.number, age: age(delivery.at, now) }),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <Hint label={help} multiline maw={280}>
      <Group
        component="span"
        gap={4}
        wrap="nowrap"
        display="inline-flex"
        role="img"
        aria-label={`${word}. ${help}`}
      >
        <IconCalculator size={14} aria-hidden />
        {!isShort && (
          <Text span size="xs" fw={600}>
            {word}
          </Text>
        )}
      </Group>
    </Hint>
  )
}
