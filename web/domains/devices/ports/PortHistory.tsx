import { Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { RecomputeFrom } from '#web/domains/telemetry/chart/RecomputeFrom.tsx'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecomputations, useRecompute } from '../levels/useRecomputations.ts'

/** For a tank whose size was entered wrongly: recomputes its history from a day on, and shows the progress. */
export function PortHistory({ device_id, device_ports_id }: { device_id: number; device_ports_id: number }) {
  const { t } = useTranslation()
  const mayChange = useMay()('devices.update')
  const { data: [newest] = [] } = useRecomputations(device_id, device_ports_id)
  const recompute = useRecompute(device_id, device_ports_id)
  const isOpen = newest?.status === 'queued' || newest?.status === 'running'
  if (!mayChange && !newest) return null
  return (
    <Paper p="md" component="section">
      <Title order={2} mb={4}>
        {t('devices.recompute.title')}
      </Title>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('devices.recompute.why')}
        </Text>
        {mayChange && (
          <RecomputeFrom
            isDisabled={isOpen}
            isLoading={recompute.isPending}
            onBegin={(from) => recompute.mutate(from)}
          />
        )}
        {newest && <Recomputation newest={newest} isOpen={isOpen} />}
      </Stack>
    </Paper>
  )
}

type Newest = NonNullable<ReturnType<typeof useRecomputations>['data']>[number]

function Recomputation({ newest, isOpen }: { newest: Newest; isOpen: boolean }) {
  const { t } = useTranslation()
  const { date, instant } = useFormat()
  return (
    <div aria-live="polite">
      <Text size="sm">
        {t(`devices.recompute.status.${newest.status}`, {
          from: date(newest.from_day),
          by: newest.requested_by ?? t('resources.nobody'),
          at: instant(newest.finished_at ?? newest.requested_at),
          count: newest.readings,
        })}
      </Text>
      {isOpen && (
        <Progress
          mt="xs"
          value={newest.progress}
          aria-label={t('tanks.recompute.progress', { percent: newest.progress })}
        />
      )}
    </div>
  )
}
