import * as calls from '#core/domains/access/badgeCalls.ts'
import type { BadgeKind } from '#core/domains/access/badges.ts'
import type { Context } from '#server/platform/context.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { type Handlers, handleAll } from '#server/platform/http/handle.ts'
import type { Call, CallInput } from '#server/platform/http/http.ts'
import { signInByBadge } from '../signIn/signInByBadge.ts'
import { signInResponse } from '../signIn/signInResponse.ts'
import { issueQr, issueRfid, readBadges, revokeBadge } from './badges.ts'

const revoked = { message: 'messages.badge_revoked', type: 'success' } as const

interface BadgeSignIn {
  remember_me?: 0 | 1 | undefined
  build_version?: string | undefined
}

async function signIn(
  context: Context,
  encryptor: Encryptor,
  badge: { kind: BadgeKind; value: string },
  { request, body }: { request: CallInput['request']; body: BadgeSignIn },
) {
  const origin = {
    address: request.ip,
    userAgent: request.headers['user-agent'],
    build: body.build_version,
    remember: body.remember_me === 1,
  }
  return signInResponse(context, await signInByBadge(context, encryptor, badge, origin))
}

const signInHandlers = (encryptor: Encryptor) =>
  ({
    signInByRfid: {
      summary: 'Sign in by an RFID badge; it may ask for a second factor',
      transaction: false,
      run: (context, input) => signIn(context, encryptor, { kind: 'rfid', value: input.body.rfid }, input),
    },
    signInByQr: {
      summary: 'Sign in by a QR code; it may ask for a second factor',
      transaction: false,
      run: (context, input) => signIn(context, encryptor, { kind: 'qr', value: input.body.qr_code }, input),
    },
  }) satisfies Partial<Handlers<typeof calls>>

/**
 * The calls of RFID badges and QR codes. Calls that count refusals or return a code run without the transaction of a call: refusals are
 * recorded, and no response with a code is stored for repetition.
 */
export function badgeCalls(encryptor: Encryptor): Call[] {
  return handleAll('access', calls, {
    ...signInHandlers(encryptor),
    readBadges: {
      summary: 'The badges of a user, with their dates, and whether you may change them',
      run: (context, { params }) => readBadges(context, params.user_id),
    },
    issueRfid: {
      summary: 'Give a user an RFID badge that replaces an earlier one',
      transaction: false,
      run: async (context, { params, body, request }) => {
        await issueRfid(context, encryptor, { ...params, ...body, address: request.ip })
        return { message: 'messages.badge_issued', type: 'success' }
      },
    },
    revokeRfid: {
      summary: 'Revoke the RFID badge of a user; sessions that it opened end',
      run: async (context, { params }) => {
        await revokeBadge(context, params.user_id, 'rfid')
        return revoked
      },
    },
    issueQr: {
      summary: 'Give a user a QR code that replaces an earlier one; it is shown only once',
      transaction: false,
      run: async (context, { params }) => ({
        qr_code: await issueQr(context, encryptor, params.user_id),
        message: 'messages.badge_issued',
        type: 'success',
      }),
    },
    revokeQr: {
      summary: 'Revoke the QR code of a user; sessions that it opened end',
      run: async (context, { params }) => {
        await revokeBadge(context, params.user_id, 'qr')
        return revoked
      },
    },
  })
}
