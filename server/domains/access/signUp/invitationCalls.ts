import * as calls from '#core/domains/access/invitationCalls.ts'
import { type Handlers, handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { assignableRoles } from '../users/requireHigherRank.ts'
import {
  acceptInvitation,
  inviteUser,
  readInvitation,
  readSentInvitation,
  withdrawInvitation,
} from './inviteUser.ts'

const handlers = {
  readSentInvitation: {
    summary: 'The invitation of a person that waits to be accepted',
    run: async (context, { params }) => ({ invite: await readSentInvitation(context, params.people_id) }),
  },
  withdrawInvitation: {
    summary: 'Take back an invitation: its link leads nowhere from then on',
    run: async (context, { params }) => {
      await withdrawInvitation(context, params.people_id)
      return { message: 'messages.invitation_withdrawn', type: 'success' }
    },
  },
  listInvitationRoles: {
    summary: 'The login types that you can invite people with, and what they may do',
    run: async (context) => ({ roles: await assignableRoles(context) }),
  },
  readInvitation: {
    summary: 'Whom an invitation is for',
    transaction: true,
    run: async (context, { params }) => {
      const invited = await readInvitation(context, params.token)
      const { first_name, last_name, company, username, phone_number } = invited
      return { invite: { first_name, last_name, company, username, phone_number } }
    },
  },
  acceptInvitation: {
    summary: 'Accept an invitation with a user name and a password',
    run: async (context, { params, body }) => ({
      user: await acceptInvitation(context, params.token, body),
      message: 'messages.account_created',
      type: 'success',
    }),
  },
} satisfies Partial<Handlers<typeof calls>>

/** The calls by which a person becomes a user. */
export function invitationCalls({ publicUrl }: { publicUrl: string }): Call[] {
  return handleAll('access', calls, {
    invite: {
      answersSecret: true,
      summary: 'Invite a person to sign in: the link is mailed, and answered once',
      run: async (context, { params, body }) => {
        const { path, ...invite } = await inviteUser(context, params.people_id, body.login_type_id)
        return {
          invite: { ...invite, link: `${publicUrl}${path}` },
          message: 'messages.invited',
          type: 'success',
        }
      },
    },
    ...handlers,
  })
}
