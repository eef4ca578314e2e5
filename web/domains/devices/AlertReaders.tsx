import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { listAlertReaders } from '#core/domains/notifications/calls.ts'
import { request } from '#web/platform/request.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { WidgetPanel } from '#web/ui/WidgetPanel.tsx'

/** Who hears of the alerts of a device and how; each name leads to where that is set. */
export function AlertReaders({ device_id }: { device_id: number }) {
  const { t } = useTranslation()
  const { data, isError, error, refetch } = useQuery({
    // Below the people: whoever changes how somebody is reached changes who hears of it.
    queryKey: ['people', 'alert_readers', device_id],
    queryFn: ({ signal }) =>
      request<typeof listAlertReaders>('GET', '/devices/:device_id/alert_readers', {
        params: { device_id },
        signal,
      }),
  })
  return (
    <WidgetPanel title={t('devices.readers.title')}>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton h={64} />}
      {data && (
        <Stack gap={6}>
          {data.alert_readers.length + data.others === 0 && (
            <Text size="sm" c="urgent">
              {t('devices.readers.nobody')}
            </Text>
          )}
          {data.alert_readers.map(({ people_id, name, company_title, by_mail, hears_of_batteries }) => (
            <div key={people_id}>
              <Anchor component={Link} to={`/people/profile/${people_id}`} size="sm" fw={600}>
                <bdi>{name}</bdi>
              </Anchor>
              <Text size="sm" c="dimmed">
                <bdi>{company_title}</bdi> ·{' '}
                {[
                  t(by_mail ? 'devices.readers.by_mail' : 'devices.readers.in_product'),
                  hears_of_batteries && t('devices.readers.batteries'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
          ))}
          {data.others > 0 && (
            <Text size="sm" c="dimmed">
              {t('devices.readers.others', { count: data.others })}
            </Text>
          )}
        </Stack>
      )}
    </WidgetPanel>
  )
}
