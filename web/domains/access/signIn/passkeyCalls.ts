import type {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  requestSecondFactorPasskey,
  signInByPasskey as signInCall,
  takeSecondStep,
} from '#core/domains/access/signIn/secondFactorCalls.ts'
import type { SentTo } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/calls/request.ts'
import { acceptSignIn } from '#web/platform/session/signingIn.ts'

/** Whether this browser supports passkeys at this address: they need https or localhost. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && window.isSecureContext
}

/**
 * Signs in by whichever passkey the person picks.
 * @throws the error of the device or the server.
 */
export async function signInByPasskey(rememberMe: boolean): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { challenge, options } = await request<typeof beginPasskeySignIn>(
    'POST',
    '/authenticate/passkey/options',
    { body: {}, retries: 0 },
  )
  const response = await startAuthentication({ optionsJSON: options })
  const result = await request<typeof signInCall>('POST', '/authenticate/passkey', {
    body: { challenge, response: { ...response }, remember_me: rememberMe ? 1 : 0 },
    retries: 0,
  })
  await acceptSignIn(result)
}

export async function submitSecondFactorByPasskey(challenge: string): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options } = await request<typeof requestSecondFactorPasskey>(
    'POST',
    '/authenticate/second_factor/passkey',
    { body: { challenge }, retries: 0 },
  )
  const response = await startAuthentication({ optionsJSON: options })
  await submitSecondFactor({ challenge, method: 'passkey', response: { ...response } })
}

/** Takes the second step by a typed code or a signed challenge. */
export async function submitSecondFactor(body: SentTo<typeof takeSecondStep>['body']): Promise<void> {
  await acceptSignIn(
    await request<typeof takeSecondStep>('POST', '/authenticate/second_factor', { body, retries: 0 }),
  )
}

/**
 * Lets the device create a passkey and stores it.
 * @returns recovery codes, the first time.
 */
export async function makePasskey(current_password: string, name: string): Promise<string[] | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { challenge, options } = await request<typeof beginPasskey>('POST', '/me/passkeys/options', {
    body: { current_password },
  })
  const response = await startRegistration({ optionsJSON: options })
  const created = await request<typeof addPasskey>('POST', '/me/passkeys', {
    body: { challenge, response: { ...response }, name },
  })
  return created.recovery_codes
}
