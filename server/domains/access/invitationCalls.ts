import * as calls from '#core/domains/access/invitationCalls.ts'
import { handleAll } from '#server/platform/handle.ts'
import type { Call } from '#server/platform/http.ts'
import { acceptInvitation, inviteUser, readInvitation } from './inviteUser.ts'

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
  })
}
