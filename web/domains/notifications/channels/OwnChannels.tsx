import { Anchor, Button, Group, Paper, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { readOwnChannels, testOwnChannel } from '#core/domains/notifications/channelCalls.ts'
import type { Channel } from '#core/domains/notifications/channels.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { endPush, findRegistration, isPushOn, startPush } from './pushInBrowser.ts'

type Channels = ResponseOf<typeof readOwnChannels>['channels']

const QUERY_KEY = ['people', 'own_channels']

/** The user's addresses by channel, each with a test, and the switch for pushes to this browser. */
export function OwnChannels() {
  const { t } = useTranslation()
  const isInPerson = !useUser().impersonated_by
  const { data, isError, error, refetch } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: reading<typeof readOwnChannels>('/me/channels'),
    select: ({ channels }) => channels,
  })
  if (!isInPerson) return null
  return (
    <Paper p="md" component="section" aria-labelledby="own-channels">
      <Title order={2} id="own-channels" mb="sm">
        {t('notifications.channels.title')}
      </Title>
      {isError && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton h={160} />}
      {data && <ChannelRows channels={data} />}
    </Paper>
  )
}

function ChannelRows({ channels }: { channels: Channels }) {
  const { t } = useTranslation()
  const { email, sms, browsers, is_mail_ready, is_sms_ready, push_key } = channels
  const withState = (text: string, isReady: boolean) =>
    isReady ? text : `${text} (${t('notifications.channels.not_set_up')})`
  return (
    <Stack gap="md">
      <ChannelRow
        channel="email"
        to="/users/my_profile?tab=emails"
        isMissing={!email}
        isReady={is_mail_ready && !!email}
      >
        {withState(email ?? t('notifications.channels.no_address'), is_mail_ready)}
      </ChannelRow>
      <ChannelRow
        channel="sms"
        to="/users/my_profile?tab=phones"
        isMissing={!sms}
        isReady={is_sms_ready && !!sms}
      >
        {withState(sms ?? t('notifications.channels.no_phone'), is_sms_ready)}
      </ChannelRow>
      <ChannelRow channel="push" isReady={browsers > 0}>
        {browsers === 0
          ? t('notifications.channels.no_browser')
          : t('notifications.channels.browsers', { count: browsers })}
      </ChannelRow>
      <PushSwitch push_key={push_key} />
    </Stack>
  )
}

interface ChannelRowProps {
  channel: Channel
  children: string
  /** Whether a test can be sent. */
  isReady: boolean
  isMissing?: boolean
  /** Where a missing address is added. */
  to?: string
}

const testChannel = (channel: Channel) =>
  request<typeof testOwnChannel>('POST', '/me/channels/:channel/test', { params: { channel } })

function ChannelRow({ channel, children, isReady, isMissing, to }: ChannelRowProps) {
  const { t } = useTranslation()
  const test = useMutation({ mutationFn: () => testChannel(channel) })
  const name = t(`records.people.choices.notification_method.${channel}`)
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            <bdi>{children}</bdi>{' '}
            {isMissing && to && (
              <Anchor component={Link} to={to} size="sm">
                {t('notifications.channels.add')}
              </Anchor>
            )}
          </Text>
        </div>
        <Button
          variant="default"
          size="sm"
          disabled={!isReady}
          loading={test.isPending}
          aria-label={t('notifications.channels.test_of', { channel: name })}
          onClick={() => test.mutate()}
        >
          {t('notifications.channels.test')}
        </Button>
      </Group>
      {test.data?.test.error && (
        <Text size="sm" c="urgent" role="alert">
          {test.data.test.error}
        </Text>
      )}
    </div>
  )
}

/** The browser asks for its permission only when this is switched on. */
function PushSwitch({ push_key }: { push_key: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data: here } = useQuery({
    queryKey: [...QUERY_KEY, 'here'],
    queryFn: async () => ({ isPossible: (await findRegistration()) !== undefined, isOn: await isPushOn() }),
  })
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? startPush(push_key) : endPush()),
    onSettled: () => client.invalidateQueries({ queryKey: QUERY_KEY }),
  })
  const isBlocked = 'Notification' in window && Notification.permission === 'denied'
  return (
    <div>
      <Switch
        label={t('notifications.channels.push')}
        description={t(
          here && !here.isPossible
            ? 'notifications.channels.push_unsupported'
            : 'notifications.channels.only_browser',
        )}
        checked={here?.isOn ?? false}
        disabled={!here?.isPossible || change.isPending}
        onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
      />
      {(isBlocked || change.error) && (
        <Text size="sm" c="urgent" role="alert" mt={4}>
          {isBlocked
            ? t('notifications.channels.push_blocked')
            : t('notifications.channels.push_failed', { error: String(change.error?.message) })}
        </Text>
      )}
    </div>
  )
}
