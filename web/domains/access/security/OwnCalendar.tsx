import { Anchor, Button, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { endOwnCalendar, makeOwnCalendar, readOwnCalendar } from '#core/domains/access/calendarCalls.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { copyText } from '#web/platform/copyText.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'

const ConfirmPasswordDialog = lazyPart(() =>
  import('./ConfirmPasswordDialog.tsx').then((m) => m.ConfirmPasswordDialog),
)

const KEY = ['me', 'calendar']

/** The secret address at which calendar programs read the user's deliveries and rounds: make, replace, end. */
export function OwnCalendar() {
  const may = useMay()
  const { impersonated_by } = useUser()
  return may('shipment_planners.read') && impersonated_by === null ? <Calendar /> : null
}

function Calendar() {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { stored, address, ending, make } = useOwnCalendar()
  const { data, isError, error, refetch } = stored
  const calendar = data?.calendar
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
          <CalendarActions
            isStored={calendar != null}
            isEnding={ending.isPending}
            onMake={make}
            onEnd={() => ending.mutate()}
          />
        )}
      </Stack>
    </Paper>
  )
}

/** The calendar of the user; `address` is shown once, after it was created. */
function useOwnCalendar() {
  const client = useQueryClient()
  const [address, setAddress] = useState<string>()
  const stored = useQuery({
    queryKey: KEY,
    queryFn: reading<typeof readOwnCalendar>('/me/calendar'),
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
    await renew()
  }
  return { stored, address, ending, make }
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

interface CalendarActionsProps {
  isStored: boolean
  isEnding: boolean
  onMake: (password: string) => Promise<void>
  onEnd: () => void
}

function CalendarActions({ isStored, isEnding, onMake, onEnd }: CalendarActionsProps) {
  const { t } = useTranslation()
  const [isMaking, setIsMaking] = useState(false)
  const close = () => setIsMaking(false)
  const action = t(isStored ? 'security.calendar.replace' : 'security.calendar.make')
  return (
    <Group gap="sm">
      <Button variant="default" onClick={() => setIsMaking(true)}>
        {action}
      </Button>
      {isStored && (
        <Button variant="subtle" color="urgent" loading={isEnding} onClick={onEnd}>
          {t('security.calendar.end')}
        </Button>
      )}
      {isMaking && (
        <Suspense>
          <ConfirmPasswordDialog
            title={action}
            {...(isStored && { why: t('security.calendar.replace_why') })}
            action={action}
            onConfirm={(password) => onMake(password).then(close)}
            onClose={close}
          />
        </Suspense>
      )}
    </Group>
  )
}
