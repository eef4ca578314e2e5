import { Button, Collapse, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { listAlertNotices } from '#core/domains/notifications/channelCalls.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'

/** Who was notified of an alert, by which channel, when, and with which outcome; loaded on demand. */
export function AlertNotices({ alert_id }: { alert_id: number }) {
  const { t } = useTranslation()
  const [isShown, { toggle }] = useDisclosure()
  return (
    <Stack gap={4} align="flex-start">
      <Button size="compact-xs" variant="subtle" onClick={toggle} aria-expanded={isShown}>
        {t('alerts.notices.show')}
      </Button>
      <Collapse expanded={isShown} w="100%">
        {isShown && <Notices alert_id={alert_id} />}
      </Collapse>
    </Stack>
  )
}

function Notices({ alert_id }: { alert_id: number }) {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['alerts', 'notices', alert_id],
    queryFn: reading<typeof listAlertNotices>('/alerts/:alert_id/notices', { params: { alert_id } }),
  })
  if (isError) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton h={40} />
  const { alert_notices, others } = data
  return (
    <Stack gap={4}>
      {alert_notices.length + others === 0 && <Text size="xs">{t('alerts.notices.none')}</Text>}
      {alert_notices.map(({ name, company_title, channel, state, at, error }) => (
        <div key={`${channel} ${name} ${at}`}>
          <Text size="xs">
            <bdi>{name}</bdi> · <bdi>{company_title}</bdi>
          </Text>
          <Text size="xs" c={state === 'failed' || state === 'uncertain' ? 'urgent' : 'dimmed'}>
            {[t(`alerts.notices.channel.${channel}`), t(`alerts.notices.state.${state}`), instant(at), error]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
      ))}
      {others > 0 && (
        <Text size="xs" c="dimmed">
          {t('alerts.notices.others', { count: others })}
        </Text>
      )}
    </Stack>
  )
}
