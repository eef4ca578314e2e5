import { Badge } from '@mantine/core'
import { IconAccessPoint, IconRefresh } from '@tabler/icons-react'
import { useIsLive } from '#web/platform/calls/live.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Hint } from '#web/ui/Hint.tsx'

/** Whether changes arrive live. */
export function LiveIndicator() {
  const { t } = useTranslation()
  const way = useIsLive() ? 'live' : 'polling'
  const Icon = way === 'live' ? IconAccessPoint : IconRefresh
  return (
    <Hint label={t(`telemetry.dashboard.${way}_help`)}>
      <Badge color={way === 'live' ? 'fine' : 'stale'} leftSection={<Icon size={13} aria-hidden />}>
        {t(`telemetry.dashboard.${way}`)}
      </Badge>
    </Hint>
  )
}
