import { Anchor, Button, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { endOwnCalendar, makeOwnCalendar, readOwnCalendar } from '#core/domains/access/calendarCalls.ts'
import { request } from '#web/platform/calls/request.ts'
import { copyText } from '#web/platform/copyText.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'

const ConfirmPasswordDialog = lazyPart(() =>
  import('./ConfirmPasswordDialog.tsx').then((m) => m.ConfirmPasswordDialog),
)

const KEY = ['me', 'calendar']

/** The secret address at which calendar programs read the user's deliveries and rounds: make, replace, end. */
export function OwnCalendar() {
  const { t } = useTranslation()
  const { date } = useFormat()
  const client = useQueryClient()
  const may = useMay()
  const { impersonated_by } = useUser()
  const isOffered = may('shipment_planners.read') && impersonated_by === null
  const [isMaking, setIsMaking] = useState(false)
  const [address, setAddress] = useState<string>()
  const { data, isError, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => request<typeof readOwnCalendar>('GET', '/me/calendar', { signal }),
    enabled: isOffered,
  })
  const renew = () => client.invalidateQueries({ queryKey: KEY })
  const ending = useMutation({
    mutationFn: () => request<typeof endOwnCalendar>('DELETE', '/me/calendar'),
    onSuccess: async () => {
      setAddress(undefined)
      await renew()
    },
  })
  const make = async (current_password: string) => {
    const body = { current_password }
    setAddress((await request<typeof makeOwnCalendar>('POST', '/me/calendar', { body })).address)
    setIsMaking(false)
    await renew()
  }
  if (!isOffered) return null
  const calendar = data?.calendar
  const action = t(calendar ? 'security.calendar.replace' : 'security.calendar.make')
  return (
    <Paper p="md" component="section" aria-labelledby="own-calendar">
      <Stack gap="sm" align="flex-start">
        <Title order={2} id="own-calendar">
          {t('security.calendar.title')}
        </Title>
        <Text size="sm">{t('security.calendar.why')}</Text>
        {!data && (isError ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton h={36} />)}
        {address && <NewAddress address={address} />}
        {calendar && !address && (
          <Text size="sm" c="dimmed">
            {t('security.calendar.since', { date: date(calendar.created_at) })}
          </Text>
        )}
        {data && (
          <Group gap="sm">
            <Button variant="default" onClick={() => setIsMaking(true)}>
              {action}
            </Button>
            {calendar && (
              <Button
                variant="subtle"
                color="urgent"
                loading={ending.isPending}
                onClick={() => ending.mutate()}
              >
                {t('security.calendar.end')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
      {isMaking && (
        <Suspense>
          <ConfirmPasswordDialog
            title={action}
            {...(calendar && { why: t('security.calendar.replace_why') })}
            action={action}
            onConfirm={make}
            onClose={() => setIsMaking(false)}
          />
        </Suspense>
      )}
    </Paper>
  )
}

function NewAddress({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Text size="sm" role="status">
        {t('security.calendar.once')}
      </Text>
      <Code block w="100%" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} dir="ltr">
        {address}
      </Code>
      <Group gap="sm">
        <Button variant="default" onClick={() => void copyText(address)}>
          {t('security.copy')}
        </Button>
        <Anchor size="sm" href={address.replace(/^https?:/, 'webcal:')}>
          {t('security.calendar.open')}
        </Anchor>
      </Group>
    </>
  )
}
