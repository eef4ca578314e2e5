import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { DriverDay, resolveDriverEvent } from '#core/domains/shipments/driver/driverCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { DriverDayOnPhone } from './useDriverDay.ts'

type OpenEvent = DriverDay['open_events'][number]

/** Driver's events that do not count: a person resolves them. */
export function OpenEvents({ phone }: { phone: DriverDayOnPhone }) {
  const { t } = useTranslation()
  const open = phone.day?.open_events ?? []
  const resolve = useResolving(phone)
  const sendAgain = () => resolve.mutate({ how: 'again', events: open })
  if (open.length === 0) return null
  return (
    <Alert
      color="urgent"
      variant="outline"
      mb="md"
      icon={<IconAlertTriangle />}
      title={t('shipments.driver.open_events', { count: open.length })}
    >
      <Stack gap="sm">
        <Text>{t('shipments.driver.open_events_why')}</Text>
        {open.map((event) => (
          <div key={event.event_id}>
            <EventText event={event} />
            <Button
              variant="subtle"
              color="gray"
              size="md"
              loading={resolve.isPending}
              onClick={() => resolve.mutate({ how: 'aside', events: [event] })}
            >
              {t('shipments.driver.aside')}
            </Button>
          </div>
        ))}
        <Group>
          <Button size="md" variant="default" loading={resolve.isPending} onClick={sendAgain}>
            {t('shipments.driver.again')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function EventText({ event }: { event: OpenEvent }) {
  const { t } = useTranslation()
  return (
    <>
      <Text fw={600}>
        {event.shipment_number} · {t(`shipments.driver.kinds.${event.kind}`)} · <RelativeTime at={event.at} />
        {event.is_time_corrected && ` · ${t('messages.time_corrected')}`}
      </Text>
      <Text>{event.said}</Text>
    </>
  )
}

/** Sends events again, or puts them aside. */
function useResolving(phone: DriverDayOnPhone) {
  return useMutation({
    mutationFn: async ({ how, events }: { how: 'again' | 'aside'; events: readonly OpenEvent[] }) => {
      // In order: a later one may depend on an earlier one.
      for (const { event_id } of events) {
        await request<typeof resolveDriverEvent>('POST', '/driver/events/:event_id/resolve', {
          params: { event_id },
          body: { how },
        })
      }
    },
    onSettled: () => phone.sendNow(),
  })
}
