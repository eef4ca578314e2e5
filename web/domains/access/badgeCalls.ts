import { badgeKindOf } from '#core/domains/access/badges.ts'
import { call } from '#web/platform/api.ts'
import { acceptSignIn, type SecondFactorAsked, type SignInAnswer } from '#web/platform/signingIn.ts'

/** Signs in by what a reader or the camera has read. @returns what is still asked for. */
export async function signInByBadge(value: string, rememberMe: boolean): Promise<SecondFactorAsked | null> {
  const kind = badgeKindOf(value) === 'rfid' ? 'rfid' : 'qr'
  const body = {
    ...(kind === 'rfid' ? { rfid: value } : { qr_code: value.slice(0, 200) }),
    remember_me: rememberMe ? 1 : 0,
    build_version: import.meta.env['VITE_BUILD_VERSION'] ?? '',
  }
  return acceptSignIn(await call<SignInAnswer>('POST', `/authenticate/${kind}`, body, { retries: 0 }))
}
