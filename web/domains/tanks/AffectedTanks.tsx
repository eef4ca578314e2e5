import { Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { sensor_types } from '#core/domains/devices/sensor_types.ts'
import type { SharedBasis } from '#core/domains/tanks/levelBasis.ts'
import type { readRecomputationsOf, recomputeTanks } from '#core/domains/telemetry/recomputation.ts'
import { RecomputeFrom } from '#web/domains/telemetry/chart/RecomputeFrom.tsx'
import { reading, request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

/**
 * How many tanks use a tank type, sensor type or product: a change of it changes their levels. If it was wrong before,
 * recomputes their histories from a day on, and shows the progress.
 */
export function AffectedTanks({ kind, id }: { kind: SharedBasis; id: number }) {
  const { t } = useTranslation()
  const may = useMay()
  const { data } = useTanks(kind, id, may('devices.read'))
  const recompute = useRecompute(kind, id)
  if (!data) return null
  const { tanks, open, progress } = data
  return (
    <Paper p="md" component="section" aria-label={t('tanks.with_it.title')}>
      <Title order={2} mb={4}>
        {t('tanks.with_it.title')}
      </Title>
      <Stack gap="sm">
        <Text size="sm">
          {tanks === 0 ? t('tanks.with_it.none') : t('tanks.with_it.count', { count: tanks })}
        </Text>
        {tanks > 0 && may('devices.update') && (
          <>
            <Text size="sm" c="dimmed">
              {t('tanks.with_it.why')}
            </Text>
            <RecomputeFrom
              isDisabled={open >= tanks}
              isLoading={recompute.isPending}
              onBegin={(from) => recompute.mutate(from)}
            />
          </>
        )}
        <div aria-live="polite">{open > 0 && <Recomputing count={open} percent={progress ?? 0} />}</div>
      </Stack>
    </Paper>
  )
}

/** Below a sensor type: the tanks that use it. */
export function SensorTypeDetails({ record }: { record: ShownRecord<typeof sensor_types> }) {
  return <AffectedTanks kind="sensor_types" id={Number(record.sensor_type_id)} />
}

function Recomputing({ count, percent }: { count: number; percent: number }) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm">{t('tanks.with_it.open', { count, percent })}</Text>
      <Progress mt="xs" value={percent} aria-label={t('tanks.recompute.progress', { percent })} />
    </>
  )
}

const keyOf = (kind: SharedBasis, id: number) => ['recomputations', kind, id]

/** Polled while a recomputation is running. */
function useTanks(kind: SharedBasis, id: number, mayRead: boolean) {
  return useQuery({
    queryKey: keyOf(kind, id),
    queryFn: reading<ReturnType<typeof readRecomputationsOf>>(`/${kind}/:id/recomputations`, {
      params: { id },
    }),
    select: ({ recomputations }) => recomputations,
    enabled: mayRead,
    refetchInterval: ({ state }) => (state.data?.recomputations.open ? 2000 : false),
  })
}

function useRecompute(kind: SharedBasis, id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (from: string) =>
      request<ReturnType<typeof recomputeTanks>>('POST', `/${kind}/:id/recompute`, {
        params: { id },
        body: { from },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(kind, id) }),
  })
}
