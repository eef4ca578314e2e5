import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { listInvitations } from '#core/domains/access/invitationCalls.ts'
import { people } from '#core/domains/people/people.ts'
import { reading } from '#web/platform/calls/request.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { useMayInvite } from './InvitePerson.tsx'
import { INVITATIONS } from './useSendInvitation.ts'

/** Who is invited and has not signed in yet, above the users; their page sends an invitation again or withdraws it. */
export function PendingInvitations() {
  const { t } = useTranslation()
  const addressOf = useRecordAddress()
  const mayInvite = useMayInvite()
  const { data = [] } = useQuery({
    queryKey: [...INVITATIONS, 'all'],
    queryFn: reading<typeof listInvitations>('/invitations'),
    select: ({ invitations }) => invitations,
  })
  if (data.length === 0 && !mayInvite) return null
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('security.invite.pending_none')}
      </Text>
    )
  return (
    <Text size="sm">
      {t('security.invite.pending', { count: data.length })}{' '}
      {data.map(({ people_id, name, login_type_id }, index) => (
        <Fragment key={people_id}>
          {index > 0 && ' · '}
          <Anchor component={Link} to={`${addressOf(people.name, people_id)}?tab=access`} inherit>
            <bdi>{name}</bdi>
          </Anchor>{' '}
          ({t(`login_types.${login_type_id}`)})
        </Fragment>
      ))}
    </Text>
  )
}
