import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { may } from '#core/resources/may.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { users } from './users.ts'

/** Validated by the rules of the user that it creates. */
const Typed = z.unknown().optional()
const byLink = () => z.object({ token: z.string().max(100) })

export const invite = defineCall({
  method: 'POST',
  path: '/people/:people_id/invite',
  access: may(users, 'create'),
  params: () => z.object({ people_id: Id }),
  body: () => z.object({ login_type_id: z.enum(ALL_LOGIN_TYPES, { error: 'choice' }) }),
  response: () =>
    z.object({
      invite: z.object({ link: z.string(), expires_at: z.iso.datetime(), receiver: z.string().nullable() }),
    }),
})

/** The pending invitation of a person. */
export const readSentInvitation = defineCall({
  method: 'GET',
  path: '/people/:people_id/invite',
  access: may(users, 'read'),
  params: () => z.object({ people_id: Id }),
  response: () =>
    z.object({
      invite: z
        .object({
          login_type_id: z.enum(ALL_LOGIN_TYPES),
          created_at: z.iso.datetime(),
          expires_at: z.iso.datetime(),
        })
        .nullable()
        .describe('Null without a pending invitation.'),
    }),
})

/** All pending invitations, the newest first. */
export const listInvitations = defineCall({
  method: 'GET',
  path: '/invitations',
  access: may(users, 'read'),
  response: () =>
    z.object({
      invitations: z.array(
        z.object({
          people_id: z.int(),
          name: z.string(),
          company_title: z.string(),
          login_type_id: z.enum(ALL_LOGIN_TYPES),
          expires_at: z.iso.datetime(),
        }),
      ),
    }),
})

/** Invalidates its link. */
export const withdrawInvitation = defineCall({
  method: 'DELETE',
  path: '/people/:people_id/invite',
  access: may(users, 'create'),
  params: () => z.object({ people_id: Id }),
})

/** The login types that the caller can invite people as, with their permissions. */
export const listInvitationRoles = defineCall({
  method: 'GET',
  path: '/invitations/roles',
  access: may(users, 'create'),
  response: () =>
    z.object({
      roles: z.array(z.object({ login_type_id: z.enum(ALL_LOGIN_TYPES), permissions: z.array(z.string()) })),
    }),
})

export const readInvitation = defineCall({
  method: 'GET',
  path: '/authenticate/invite/:token',
  access: { who: 'public' },
  params: byLink,
  response: () =>
    z.object({
      invite: z.object({
        first_name: z.string(),
        last_name: z.string(),
        company: z.string(),
        username: z.string().nullable(),
        phone_number: z.string().nullable(),
      }),
    }),
})

export const acceptInvitation = defineCall({
  method: 'POST',
  path: '/authenticate/invite/:token',
  access: { who: 'public' },
  params: byLink,
  body: () => z.object({ username: Typed, password: Typed, confirm_password: Typed, phone_number: Typed }),
  response: () => z.object({ user: typedRecordSchema(users) }),
})
