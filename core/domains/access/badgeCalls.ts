import { z } from 'zod'
import { defineCall } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import { SignInResponse } from '#core/platform/signInCalls.ts'
import { may } from '#core/resources/may.ts'
import { users } from './users.ts'

const Value = z.string().min(1).max(200)
const SignInPage = () => ({
  remember_me: z.union([z.literal(0), z.literal(1)]).optional(),
  build_version: z.string().max(60).optional(),
})
const Done = () => z.object(messageFields())
const Badge = () => z.object({ issued_at: z.iso.datetime() }).nullable()
const ofUser = () => z.object({ user_id: Id })

export const signInByRfid = defineCall({
  method: 'POST',
  path: '/authenticate/rfid',
  access: { who: 'public' },
  body: () => z.object({ rfid: Value, ...SignInPage() }),
  response: SignInResponse,
})

export const signInByQr = defineCall({
  method: 'POST',
  path: '/authenticate/qr',
  access: { who: 'public' },
  body: () => z.object({ qr_code: Value, ...SignInPage() }),
  response: SignInResponse,
})

export const readBadges = defineCall({
  method: 'GET',
  path: '/users/:user_id/badges',
  access: may(users, 'read'),
  params: ofUser,
  response: () =>
    z.object({
      badges: z.object({ rfid: Badge(), qr: Badge() }),
      may_change: z
        .boolean()
        .describe(
          'Whether the caller may change the user’s badges; false if the user has more rights than the caller.',
        ),
    }),
})

export const issueRfid = defineCall({
  method: 'POST',
  path: '/users/:user_id/rfid',
  access: { ...may(users, 'update'), onlyInPerson: true },
  params: ofUser,
  body: () => z.object({ rfid: Value }),
  response: Done,
})

export const revokeRfid = defineCall({
  method: 'DELETE',
  path: '/users/:user_id/rfid',
  access: may(users, 'update'),
  params: ofUser,
  response: Done,
})

export const issueQr = defineCall({
  method: 'POST',
  path: '/users/:user_id/qr',
  access: { ...may(users, 'update'), onlyInPerson: true },
  params: ofUser,
  body: () => z.object({}),
  response: () => z.object({ qr_code: z.string(), ...messageFields() }),
})

export const revokeQr = defineCall({
  method: 'DELETE',
  path: '/users/:user_id/qr',
  access: may(users, 'update'),
  params: ofUser,
  response: Done,
})
