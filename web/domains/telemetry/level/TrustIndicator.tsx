import { Group, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconClockExclamation } from '@tabler/icons-react'
import type { Trust } from '#core/domains/telemetry/portSummary.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'

/** Shows the problem of a value; hidden if it can be trusted. */
export function TrustIndicator({
  trust,
  isStale,
  isShort,
}: {
  trust: Trust
  isStale?: boolean
  isShort?: boolean
}) {
  const { t } = useTranslation()
  const problem = trust !== 'good' && trust !== 'none' ? trust : isStale ? 'stale' : null
  if (!problem) return null
  const Icon = problem === 'stale' ? IconClockExclamation : IconAlertCircle
  const color = problem === 'stale' ? 'dimmed' : 'mild'
  return (
    <Hint label={t(`telemetry.trust_help.${problem}`)} multiline maw={280}>
      <Group component="span" gap={4} wrap="nowrap" c={color} display="inline-flex">
        <Icon size={14} aria-hidden />
        {isShort ? (
          <VisuallyHidden>{t(`telemetry.trust.${problem}`)}</VisuallyHidden>
        ) : (
          <Text span size="xs" fw={600}>
            {t(`telemetry.trust.${problem}`)}
          </Text>
        )}
      </Group>
    </Hint>
  )
}
