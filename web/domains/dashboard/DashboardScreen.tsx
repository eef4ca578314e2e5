import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAccessPoint, IconLayoutDashboard, IconLayoutGrid, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import type { listOwnWidgets } from '#core/domains/dashboard/calls.ts'
import type { OfferedWidget } from '#core/domains/dashboard/widgets.ts'
import { useFleetStatus } from '#web/domains/telemetry/device/useFleetStatus.ts'
import { useIsLive } from '#web/platform/calls/live.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { LeaveGuard } from '#web/resources/form/LeaveGuard.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Hint } from '#web/ui/Hint.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import short from '#web/ui/ShortOnPhone.module.css'
import { useArrangement } from './useArrangement.ts'
import { WidgetGrid } from './WidgetGrid.tsx'

const ArrangeTools = lazyPart(() => import('./ArrangeTools.tsx').then((m) => m.ArrangeTools))

/** The tanks that need attention, and when. Each account arranges the parts to fit its work. */
export function DashboardScreen() {
  const offered = useQuery({
    queryKey: ['dashboard_widgets', 'own'],
    queryFn: reading<typeof listOwnWidgets>('/me/dashboard_widgets'),
    select: ({ dashboard_widgets }) => dashboard_widgets,
  })
  // Deferred, so that a slow machine draws the parts in small steps.
  const widgets = useDeferredValue(offered.data)
  if (offered.isError && !offered.data) return <ErrorState error={offered.error} onRetry={offered.refetch} />
  return widgets ? <Dashboard offered={widgets} /> : <Waiting />
}

function Dashboard({ offered }: { offered: readonly OfferedWidget[] }) {
  const { t } = useTranslation()
  const { can_save } = useUser()
  const arrangement = useArrangement(offered)
  const { shown, isArranging, isChanged, isSaved, announcement } = arrangement
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <Title order={1}>{t('telemetry.dashboard.title')}</Title>
          <TankCount />
        </Group>
        <Group gap="sm">
          <LiveIndicator />
          {isArranging ? (
            <Suspense>
              <ArrangeTools arrangement={arrangement} />
            </Suspense>
          ) : (
            can_save &&
            offered.length > 0 && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconLayoutGrid size={16} aria-hidden />}
                className={short.button}
                onClick={arrangement.begin}
              >
                {t('dashboard.arrange')}
              </Button>
            )
          )}
        </Group>
      </Group>
      {isArranging && (
        <Text size="sm" c="dimmed">
          {t('dashboard.hint')}
        </Text>
      )}
      {shown.length === 0 ? (
        <EmptyState
          Icon={IconLayoutDashboard}
          title={t(offered.length === 0 ? 'dashboard.none_offered' : 'dashboard.empty')}
          help={t(offered.length === 0 ? 'dashboard.none_offered_help' : 'dashboard.empty_help')}
        >
          {can_save && offered.length > 0 && !isArranging && (
            <Button onClick={arrangement.begin}>{t('dashboard.arrange')}</Button>
          )}
        </EmptyState>
      ) : (
        <WidgetGrid offered={offered} arrangement={arrangement} />
      )}
      <div role="status" style={{ position: 'absolute', insetInlineStart: '-100vw' }}>
        {isArranging && announcement}
      </div>
      <LeaveGuard isDirty={isChanged} isSaved={isSaved} />
    </Stack>
  )
}

function TankCount() {
  const { t } = useTranslation()
  const fleet = useFleetStatus({}, useMay()('devices.read'))
  if (!fleet.data) return null
  return (
    <Text c="dimmed" size="sm">
      {t('telemetry.dashboard.tanks', { count: fleet.data.total })}
    </Text>
  )
}

/** Whether changes arrive live. */
function LiveIndicator() {
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

function Waiting() {
  const { t } = useTranslation()
  return (
    <Stack gap="md">
      <Title order={1}>{t('telemetry.dashboard.title')}</Title>
      <Skeleton h={80} radius="lg" />
      <Skeleton h={480} radius="lg" />
    </Stack>
  )
}
