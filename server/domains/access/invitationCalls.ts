import { z } from 'zod'
import { users } from '#core/domains/access/users.ts'
import { Id } from '#core/platform/id.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { recordSchema } from '#core/resources/recordSchema.ts'
import type { Call } from '#server/platform/http.ts'
import { acceptInvitation, inviteUser, readInvitation } from './inviteUser.ts'

const token = z.object({ token: z.string().max(100) })
/** Judged by the rules of the user that is made of it. */
const Typed = z.unknown().optional()

/** The calls by which a person becomes a user. */
export function invitationCalls({ publicUrl }: { publicUrl: string }): Call[] {
  return [
    {
      method: 'POST',
      path: '/people/:people_id/invite',
      tag: 'access',
      answersSecret: true,
      summary: 'Invite a person to sign in: the link is mailed, and answered once',
      access: { module: users.module, action: 'create', loginTypes: users.loginTypes },
      params: z.object({ people_id: Id }),
      body: z.object({ login_type_id: z.enum(ALL_LOGIN_TYPES, { error: 'choice' }) }),
      answer: z.object({
        invite: z.object({
          link: z.string(),
          expires_at: z.iso.datetime(),
          receiver: z.string().nullable(),
        }),
      }),
      run: async (context, { params, body }) => {
        const { path, ...invite } = await inviteUser(context, params.people_id, body.login_type_id)
        return {
          invite: { ...invite, link: `${publicUrl}${path}` },
          message: 'messages.invited',
          type: 'success',
        }
      },
    },
    {
      method: 'GET',
      path: '/authenticate/invite/:token',
      tag: 'access',
      summary: 'Whom an invitation is for',
      access: 'public',
      params: token,
      transaction: true,
      answer: z.object({ invite: z.looseObject({}) }),
      run: async (context, { params }) => {
        const { first_name, last_name, company, username } = await readInvitation(context, params.token)
        return { invite: { first_name, last_name, company, username } }
      },
    },
    {
      method: 'POST',
      path: '/authenticate/invite/:token',
      tag: 'access',
      summary: 'Accept an invitation with a user name and a password',
      access: 'public',
      params: token,
      body: z.object({ username: Typed, password: Typed, confirm_password: Typed, phone_number: Typed }),
      answer: z.object({ user: recordSchema(users) }),
      run: async (context, { params, body }) => ({
        user: await acceptInvitation(context, params.token, body),
        message: 'messages.account_created',
        type: 'success',
      }),
    },
  ]
}
