import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { call } from '#web/platform/api.ts'
import { acceptSignIn, type SignInAnswer } from '#web/platform/signingIn.ts'

/** Whether this browser, at this address, knows passkeys: they need https, or this machine. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && window.isSecureContext
}

/** Signs in by whichever passkey the person picks. @throws what the device or the server said. */
export async function signInByPasskey(rememberMe: boolean): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { challenge, options } = await call<{
    challenge: string
    options: PublicKeyCredentialRequestOptionsJSON
  }>('POST', '/authenticate/passkey/options', {}, { retries: 0 })
  const response = await startAuthentication({ optionsJSON: options })
  const body = { challenge, response, remember_me: rememberMe ? 1 : 0 }
  await acceptSignIn(await call<SignInAnswer>('POST', '/authenticate/passkey', body, { retries: 0 }))
}

/** Takes the second step by a passkey. */
export async function submitSecondFactorByPasskey(challenge: string): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options } = await call<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    'POST',
    '/authenticate/second_factor/passkey',
    { challenge },
    { retries: 0 },
  )
  const response = await startAuthentication({ optionsJSON: options })
  await submitSecondFactor({ challenge, method: 'passkey', response })
}

/** Takes the second step by what was typed or signed. */
export async function submitSecondFactor(given: object): Promise<void> {
  await acceptSignIn(await call<SignInAnswer>('POST', '/authenticate/second_factor', given, { retries: 0 }))
}

/** Lets the device make a passkey and keeps it. @returns recovery codes, the first time. */
export async function makePasskey(current_password: string, name: string): Promise<string[] | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { challenge, options } = await call<{
    challenge: string
    options: PublicKeyCredentialCreationOptionsJSON
  }>('POST', '/me/passkeys/options', { current_password })
  const response = await startRegistration({ optionsJSON: options })
  const made = await call<{ recovery_codes: string[] | null }>('POST', '/me/passkeys', {
    challenge,
    response,
    name,
  })
  return made.recovery_codes
}
