import * as calls from '#core/domains/access/invitationCalls.ts'
import { type Handlers, handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { assignableRoles } from '../users/requireHigherRank.ts'
import {
  acceptInvitation,
  inviteUser,
  listInvitations,
  readInvitation,
  readSentInvitation,
  withdrawInvitation,
} from './inviteUser.ts'

const handlers = {
  readSentInvitation: {
    summary: 'The pending invitation of a person',
    run: async (context, { params }) => ({ invite: await readSentInvitation(context, params.people_id) }),
  },
  listInvitations: {
    summary: 'All pending invitations',
    run: async (context) => ({ invitations: await listInvitations(context) }),
  },
  withdrawInvitation: {
    summary: 'Withdraw an invitation; its link becomes invalid',
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
    summary: 'The recipient of an invitation',
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
      summary: 'Invite a person to sign in; the link is mailed, and returned once',
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
