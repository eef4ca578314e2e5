import { Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '#core/domains/access/signIn/sessionCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

type OwnSession = ResponseOf<typeof listOwnSessions>['active_sessions'][number]

const KEY = ['me', 'active_sessions']

/** The user's sessions, each of which they can end. */
export function CurrentUserSessions() {
  const { t } = useTranslation()
  const { sessions, end } = useOwnSessions()
  const { data, isError, error, refetch } = sessions
  return (
    <Paper p="md" component="section" aria-labelledby="own-sessions">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="own-sessions">
          {t('security.sessions.title')}
        </Title>
        {data && data.length > 1 && (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate('others')}>
            {t('security.sessions.end_others')}
          </Button>
        )}
      </Group>
      {!data && (isError ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton h={120} />)}
      <Stack gap="sm">
        {data?.map((session) => (
          <SessionRow
            key={session.session_id}
            session={session}
            onEnd={() => end.mutate(session.session_id)}
          />
        ))}
      </Stack>
    </Paper>
  )
}

function useOwnSessions() {
  const client = useQueryClient()
  const sessions = useQuery({
    queryKey: KEY,
    queryFn: reading<typeof listOwnSessions>('/me/active_sessions'),
    select: ({ active_sessions }) => active_sessions,
  })
  const end = useMutation({
    mutationFn: (session_id: number | 'others') =>
      session_id === 'others'
        ? request<typeof endOtherSessions>('DELETE', '/me/active_sessions')
        : request<typeof endOwnSession>('DELETE', '/me/active_sessions/:session_id', {
            params: { session_id },
          }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  return { sessions, end }
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useTranslation()
  const { address, place, way, last_used_at, is_current } = session
  const device = session.device ?? t('security.sessions.unknown_device')
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={0} miw={0}>
        <Group gap="xs">
          <Text fw={600}>{device}</Text>
          {is_current === 1 && <Badge color="fine">{t('security.sessions.current')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
          {t(`records.active_sessions.choices.way.${way}`)}
          {address && ` · ${t('security.sessions.from', { address })}`}
          {place && ` · ${place}`} · {t('security.sessions.used')} <RelativeTime at={last_used_at} />
        </Text>
      </Stack>
      {is_current !== 1 && (
        <Button
          variant="subtle"
          color="urgent"
          aria-label={t('security.sessions.end', { device })}
          onClick={onEnd}
        >
          {t('security.sessions.end_short')}
        </Button>
      )}
    </Group>
  )
}
