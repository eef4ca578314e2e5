import { Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { readHealth } from '#core/domains/settings/health/calls.ts'
import type { JudgedPart } from '#core/domains/settings/health/judgeHealth.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

const POLL_MS = 15_000
const COLORS = { failing: 'urgent', warning: 'mild', ok: 'fine', off: 'gray' } as const

/** The health of the system: problems first, with their remedies. */
export function HealthScreen() {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['system_health'],
    queryFn: reading<typeof readHealth>('/system_health'),
    select: ({ system_health }) => system_health,
    refetchInterval: POLL_MS,
  })
  const isBackedUp = data?.some(({ part, state }) => ['backup', 'archive'].includes(part) && state !== 'off')
  const count = data?.filter(({ state }) => state === 'failing' || state === 'warning').length ?? 0
  return (
    <Stack gap="md" maw="var(--ullage-page)">
      <div>
        <Title order={1}>{t('screens.configuration/health')}</Title>
        {data && (
          <Text role="status">
            {count > 0
              ? t('settings.health.attention', { count })
              : t(isBackedUp ? 'settings.health.fine' : 'settings.health.without_backup')}
          </Text>
        )}
      </div>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={400} />}
      {data && (
        <Paper component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.map((part) => (
            <PartLine key={part.part} {...part} />
          ))}
        </Paper>
      )}
    </Stack>
  )
}

function PartLine({ part, state, unit, value }: JudgedPart) {
  const { t, i18n } = useTranslation()
  const needsAttention = state === 'failing' || state === 'warning'
  return (
    <Stack component="li" gap={0} px="md" py={6}>
      <Group justify="space-between" gap="xs">
        <Text fw={500}>{t(`settings.health.parts.${part}`)}</Text>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {value === null ? '' : figureOf(value, unit, i18n.language)}
          </Text>
          <Badge color={COLORS[state]}>{t(`settings.health.states.${state}`)}</Badge>
        </Group>
      </Group>
      <Text size="sm" c={needsAttention ? undefined : 'dimmed'}>
        {t(`settings.health.${state === 'off' || needsAttention ? 'what_to_do' : 'about'}.${part}`)}
      </Text>
    </Stack>
  )
}

const STEPS = [
  ['day', 172_800, 86_400],
  ['hour', 7_200, 3_600],
  ['minute', 120, 60],
  ['second', 0, 1],
] as const

/** A figure with its unit; a time in the largest unit of which it has at least two. */
function figureOf(value: number, unit: JudgedPart['unit'], language: string): string {
  if (unit === 'share') return new Intl.NumberFormat(language, { style: 'percent' }).format(value)
  if (unit === 'count') return new Intl.NumberFormat(language).format(value)
  const [name, , size] = STEPS.find(([, from]) => value >= from) ?? STEPS[3]
  const format = new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit: name, unitDisplay: 'long', maximumFractionDigits: 0 },
  })
  return format.format(Math.floor(value / size))
}
