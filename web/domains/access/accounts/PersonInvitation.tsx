import { Button, Group, Paper, Skeleton } from '@mantine/core'
import { IconMailForward, IconUserOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { readSentInvitation, withdrawInvitation } from '#core/domains/access/invitationCalls.ts'
import type { people } from '#core/domains/people/people.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { reading, request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { InvitationSent } from './InvitationSent.tsx'
import { InviteButton } from './InviteButton.tsx'
import { INVITATIONS, invitationKey, useSendInvitation } from './useSendInvitation.ts'

interface PersonInvitationProps {
  record: ShownRecord<typeof people>
}

/** For a person who cannot sign in yet: the pending invitation, to send again or withdraw, or a button to invite. */
export function PersonInvitation({ record }: PersonInvitationProps) {
  const people_id = Number(record.people_id)
  const { data, isError, error, refetch } = useQuery({
    queryKey: invitationKey(people_id),
    queryFn: reading<typeof readSentInvitation>('/people/:people_id/invite', { params: { people_id } }),
    select: ({ invite }) => invite,
  })
  if (isError && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton h={200} />
  return data ? <Invitation people_id={people_id} invitation={data} /> : <NotInvited record={record} />
}

function NotInvited({ record }: PersonInvitationProps) {
  const { t } = useTranslation()
  return (
    <Paper>
      <EmptyState
        Icon={IconUserOff}
        title={t('security.person_access.none')}
        help={t('security.person_access.none_why')}
      >
        <InviteButton record={record} />
      </EmptyState>
    </Paper>
  )
}

interface InvitationProps {
  people_id: number
  invitation: NonNullable<ResponseOf<typeof readSentInvitation>['invite']>
}

function Invitation({ people_id, invitation: { login_type_id, expires_at } }: InvitationProps) {
  const { t } = useTranslation()
  const { instant } = useFormat()
  const may = useMay()
  const { may_give = [] } = useUser()
  const again = useSendInvitation(people_id)
  const withdraw = useWithdraw(people_id)
  const mayAnswer = may('users.create') && may_give.includes(login_type_id)
  return (
    <Paper>
      <EmptyState
        Icon={IconMailForward}
        title={t('security.invite.waiting', { role: t(`login_types.${login_type_id}`) })}
        help={t('security.invite.until', { at: instant(expires_at) })}
      >
        {mayAnswer && (
          <Group gap="sm" justify="center">
            <Button loading={again.isPending} onClick={() => again.mutate(login_type_id)}>
              {t('security.invite.again')}
            </Button>
            <Button
              variant="default"
              color="urgent"
              loading={withdraw.isPending}
              onClick={() => withdraw.mutate()}
            >
              {t('security.invite.withdraw')}
            </Button>
          </Group>
        )}
      </EmptyState>
      {again.data && <SentAgain invite={again.data} onClose={again.reset} />}
    </Paper>
  )
}

function SentAgain(sent: ComponentProps<typeof InvitationSent>) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={sent.onClose} title={t('security.invite.again')}>
      <InvitationSent {...sent} />
    </Dialog>
  )
}

function useWithdraw(people_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<typeof withdrawInvitation>('DELETE', '/people/:people_id/invite', { params: { people_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: INVITATIONS }),
  })
}
