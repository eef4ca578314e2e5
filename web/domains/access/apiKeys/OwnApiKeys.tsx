import { Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { listOwnApiKeys, revokeOwnApiKey } from '#core/domains/access/apiKeyCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { useRevoke } from './useRevoke.tsx'

const NewApiKey = lazyPart(() => import('./NewApiKey.tsx').then((m) => m.NewApiKey))

type ApiKey = ResponseOf<typeof listOwnApiKeys>['api_keys'][number]

const KEY = ['me', 'api_keys']

/** The user's API keys in the current company: make and revoke. Revoked ones are in the history only. */
export function OwnApiKeys() {
  const { t } = useTranslation()
  const [isNew, setIsNew] = useState(false)
  const { active, isError, error, refetch, renew } = useActiveKeys()
  const close = () => {
    setIsNew(false)
    void renew()
  }
  return (
    <Paper p="md" component="section" aria-labelledby="own-api-keys">
      <Group justify="space-between" mb="sm">
        <Stack gap={0}>
          <Title order={2} id="own-api-keys">
            {t('records.api_keys.label')}
          </Title>
          <Text size="sm">{t('security.api_keys.why')}</Text>
        </Stack>
        <Button variant="default" onClick={() => setIsNew(true)}>
          {t('security.api_keys.new')}
        </Button>
      </Group>
      {!active && (isError ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton h={60} />)}
      <Stack gap="sm">
        {active?.map((key) => (
          <ApiKeyRow key={key.api_key_id} apiKey={key} onRevoked={renew} />
        ))}
        {active?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('security.api_keys.none')}
          </Text>
        )}
      </Stack>
      {isNew && (
        <Suspense>
          <NewApiKey onClose={close} />
        </Suspense>
      )}
    </Paper>
  )
}

function useActiveKeys() {
  const client = useQueryClient()
  const { data, isError, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: reading<typeof listOwnApiKeys>('/me/api_keys'),
    select: ({ api_keys }) => api_keys,
  })
  const active = data?.filter(({ status }) => status === 'active')
  return { active, isError, error, refetch, renew: () => client.invalidateQueries({ queryKey: KEY }) }
}

function ApiKeyRow({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => Promise<void> }) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { api_key_id, name, key_start, expires_at, last_used_at, writes } = apiKey
  const isExpired = Date.parse(expires_at) <= Date.now()
  const { isRevoking, ask } = useRevoke(
    () =>
      request<typeof revokeOwnApiKey>('DELETE', '/me/api_keys/:api_key_id', {
        params: { api_key_id: Number(api_key_id) },
      }),
    onRevoked,
  )
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={0} miw={0}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {isExpired && <Badge color="gray">{t('security.api_keys.expired')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
          <Text span ff="monospace" inherit dir="ltr">
            {key_start}…
          </Text>
          {` · ${t(writes?.length ? 'security.api_keys.changes' : 'security.api_keys.only_reads')}`}
          {` · ${t('security.api_keys.until', { date: date(expires_at) })}`} · {t('security.sessions.used')}{' '}
          <RelativeTime at={last_used_at} />
        </Text>
      </Stack>
      <Button
        variant="subtle"
        color="urgent"
        loading={isRevoking}
        aria-label={t('security.api_keys.revoke_named', { name })}
        onClick={ask}
      >
        {t('security.api_keys.revoke')}
      </Button>
    </Group>
  )
}
