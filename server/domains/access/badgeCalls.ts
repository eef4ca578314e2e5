import { z } from 'zod'
import type { BadgeKind } from '#core/domains/access/badges.ts'
import { users } from '#core/domains/access/users.ts'
import { Id } from '#core/platform/id.ts'
import { SignInAnswer } from '#core/platform/signInCalls.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import type { Call, CallInput } from '#server/platform/http.ts'
import { answerOfSignIn } from './answerOfSignIn.ts'
import { issueQr, issueRfid, readBadges, revokeBadge } from './badges.ts'
import { signInByBadge } from './signInByBadge.ts'

const tag = 'access'
const Value = z.string().min(1).max(200)
const Door = {
  remember_me: z.union([z.literal(0), z.literal(1)]).optional(),
  build_version: z.string().max(60).optional(),
}
const Done = z.object({ message: z.string(), type: z.string() })
const Badge = z.object({ issued_at: z.iso.datetime() }).nullable()
const params = z.object({ user_id: Id })

/**
 * The calls of RFID badges and QR codes. Those that count refusals or answer a code run without the transaction of a
 * call: a refusal keeps its trace, and no answer with a code is kept for a repetition.
 */
export function badgeCalls(seal: Encryptor): Call[] {
  const ofUser = (action: 'read' | 'update') =>
    ({ module: users.module, action, loginTypes: users.loginTypes }) as const
  const signIn = async (
    context: Parameters<Call['run']>[0],
    request: CallInput['request'],
    badge: { kind: BadgeKind; value: string },
    { remember_me, build_version }: { remember_me?: 0 | 1 | undefined; build_version?: string | undefined },
  ) => {
    const door = {
      address: request.ip,
      userAgent: request.headers['user-agent'],
      build: build_version,
      remember: remember_me === 1,
    }
    return answerOfSignIn(context, await signInByBadge(context, seal, badge, door))
  }
  const revoke = (kind: BadgeKind, summary: string): Call => ({
    method: 'DELETE',
    path: `/users/:user_id/${kind}`,
    tag,
    summary,
    access: ofUser('update'),
    params,
    answer: Done,
    run: async (context, { params }) => {
      await revokeBadge(context, params.user_id, kind)
      return { message: 'messages.badge_revoked', type: 'success' }
    },
  })
  return [
    {
      method: 'POST',
      path: '/authenticate/rfid',
      tag,
      summary: 'Sign in by an RFID badge; it may ask for a second factor',
      access: 'public',
      transaction: false,
      body: z.object({ rfid: Value, ...Door }),
      answer: SignInAnswer(),
      run: (context, { body, request }) => signIn(context, request, { kind: 'rfid', value: body.rfid }, body),
    },
    {
      method: 'POST',
      path: '/authenticate/qr',
      tag,
      summary: 'Sign in by a QR code; it may ask for a second factor',
      access: 'public',
      transaction: false,
      body: z.object({ qr_code: Value, ...Door }),
      answer: SignInAnswer(),
      run: (context, { body, request }) =>
        signIn(context, request, { kind: 'qr', value: body.qr_code }, body),
    },
    {
      method: 'GET',
      path: '/users/:user_id/badges',
      tag,
      summary: 'Which badges a user has, since when, and whether you may change them',
      access: ofUser('read'),
      params,
      answer: z.object({ badges: z.object({ rfid: Badge, qr: Badge }), may_change: z.boolean() }),
      run: (context, { params }) => readBadges(context, params.user_id),
    },
    {
      method: 'POST',
      path: '/users/:user_id/rfid',
      onlyInPerson: true,
      tag,
      summary: 'Give a user an RFID badge in place of the one before',
      access: ofUser('update'),
      transaction: false,
      params,
      body: z.object({ rfid: Value }),
      answer: Done,
      run: async (context, { params, body, request }) => {
        await issueRfid(context, seal, { ...params, ...body, address: request.ip })
        return { message: 'messages.badge_issued', type: 'success' }
      },
    },
    revoke('rfid', 'Take the RFID badge from a user; sessions that it opened end'),
    {
      method: 'POST',
      path: '/users/:user_id/qr',
      onlyInPerson: true,
      tag,
      summary: 'Give a user a QR code in place of the one before; it is told this once',
      access: ofUser('update'),
      transaction: false,
      params,
      body: z.object({}),
      answer: z.object({ qr_code: z.string(), message: z.string(), type: z.string() }),
      run: async (context, { params }) => ({
        qr_code: await issueQr(context, seal, params.user_id),
        message: 'messages.badge_issued',
        type: 'success',
      }),
    },
    revoke('qr', 'Take the QR code from a user; sessions that it opened end'),
  ]
}
