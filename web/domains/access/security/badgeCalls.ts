import type { signInByQr, signInByRfid } from '#core/domains/access/badgeCalls.ts'
import { badgeKindOf } from '#core/domains/access/badges.ts'
import { versionText } from '#web/platform/build.ts'
import { request } from '#web/platform/calls/request.ts'
import { acceptSignIn, type RequiredSecondFactor } from '#web/platform/session/signingIn.ts'

/**
 * Signs in with a badge read by a reader or the camera.
 * @returns the second factor that is still required.
 */
export async function signInByBadge(
  value: string,
  rememberMe: boolean,
): Promise<RequiredSecondFactor | null> {
  const shared = {
    remember_me: rememberMe ? 1 : 0,
    build_version: versionText(),
  } as const
  const response = await (badgeKindOf(value) === 'rfid'
    ? request<typeof signInByRfid>('POST', '/authenticate/rfid', {
        body: { rfid: value, ...shared },
        retries: 0,
      })
    : request<typeof signInByQr>('POST', '/authenticate/qr', {
        body: { qr_code: value.slice(0, 200), ...shared },
        retries: 0,
      }))
  return acceptSignIn(response)
}
