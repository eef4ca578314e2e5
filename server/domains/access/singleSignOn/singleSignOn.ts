import { type RawBuilder, sql } from 'kysely'
import { domainOf, SINGLE_SIGN_ON_RETURN } from '#core/domains/access/identity_providers.ts'
import { readSettings } from '#server/domains/settings/readSettings.ts'
import type { Context } from '#server/platform/context.ts'
import { audit } from '#server/resources/history/audit.ts'
import type { NewSession, SignInOrigin } from '../sessions/openSession.ts'
import { openChallenge, spendProviderChallenge } from '../signIn/challenges.ts'
import { completeSignIn, type SecondFactorRequired } from '../signIn/completeSignIn.ts'
import { recordAttempt, reserveAttempt } from '../signIn/throttleSignIn.ts'
import { NotEntered } from './notEntered.ts'
import {
  authorizationUrl,
  errorText,
  flowSecretsOf,
  type OpenIdClient,
  redeemCode,
} from './openIdProvider.ts'
import { PROVIDER_RIGHTS } from './providerRights.ts'
import { asUser, type SignInProvider, userOfClaims } from './userOfClaims.ts'

/**
 * Begins a sign-in at the provider of an e-mail domain. The response depends on the domain alone, never on whether an account exists.
 * @returns the address to go to, and the challenge that the browser has to bring back.
 * @throws Refusal 401 without a provider, or if it does not respond; 429
 */
export async function beginSingleSignOn(
  context: Context,
  publicUrl: string,
  { email, remember, isAgain }: { email: string; remember: boolean; isAgain: boolean },
  address: string,
): Promise<{ url: string; challenge: string; expires_at: string }> {
  const domain = domainOf(email)
  return attempted(context, address, async () => {
    const provider = await findProvider(
      context,
      sql`p.identity_provider_id = (select identity_provider_id from identity_provider_domains where domain = ${domain})`,
    )
    if (!provider) throw new NotEntered('messages.single_sign_on_unknown', 'unknown_domain')
    const opened = await openChallenge(context, {
      purpose: 'sign_in',
      user_id: null,
      way: 'single_sign_on',
      remember,
      address,
      signed: null,
      identity_provider_id: provider.identity_provider_id,
    })
    const url = await ofProvider(context, provider, (client) =>
      authorizationUrl(context.encryptor, client, {
        secrets: flowSecretsOf(opened.challenge),
        redirectUri: `${publicUrl}${SINGLE_SIGN_ON_RETURN}`,
        email,
        isAgain,
      }),
    )
    return { url, ...opened }
  })
}

/**
 * Finishes a sign-in with what the provider returned. The challenge of the browser works once, whether it succeeds or fails.
 * @throws Refusal 401, 429
 */
export async function finishSingleSignOn(
  context: Context,
  publicUrl: string,
  { challenge, returned }: { challenge: string; returned: string },
  origin: Omit<SignInOrigin, 'way' | 'remember'>,
): Promise<NewSession | SecondFactorRequired> {
  return attempted(context, origin.address, async () => {
    const secrets = flowSecretsOf(challenge)
    const query = new URLSearchParams(returned)
    const opened = challenge === '' ? undefined : await spendProviderChallenge(context, challenge)
    const provider =
      opened && (await findProvider(context, sql`p.identity_provider_id = ${opened.identity_provider_id}`))
    if (!provider || query.get('state') !== secrets.state)
      throw new NotEntered('messages.single_sign_on_over', 'provider_failed')
    const claims = await ofProvider(context, provider, (client) =>
      redeemCode(context.encryptor, client, {
        secrets,
        returned: new URL(`${publicUrl}${SINGLE_SIGN_ON_RETURN}?${query}`),
        groupClaim: provider.group_claim,
      }),
    )
    const user = await context.db
      .transaction()
      .execute((db) => userOfClaims({ ...context, db }, provider, claims))
    const session = await completeSignIn(context, user, {
      ...origin,
      remember: opened.remember,
      way: 'single_sign_on',
      authenticatedAt: claims.authenticatedAt,
    })
    await audit(asUser(context, user), 'users', user.user_id, 'single_sign_on', [
      { field: 'identity_provider', before: null, after: provider.name },
      { field: 'address', before: null, after: origin.address },
    ])
    await sql`update identity_providers set last_sign_in_at = ${context.now}
      where identity_provider_id = ${provider.identity_provider_id}`.execute(context.db)
    return session
  })
}

/** Limits attempts by address, like attempts by password, and records refusals. */
async function attempted<T>(context: Context, address: string, work: () => Promise<T>): Promise<T> {
  const release = await reserveAttempt(context.db, { username: null, address })
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotEntered) {
      const { username, reason } = error
      await recordAttempt(context.db, { username, address, way: 'single_sign_on' }, 'fail', reason)
    }
    throw error
  } finally {
    await release()
  }
}

/** Calls a provider. A failure is stored for administrators, but not returned. */
async function ofProvider<T>(
  context: Context,
  provider: SignInProvider,
  speak: (client: OpenIdClient) => Promise<T>,
): Promise<T> {
  const isPrivateAllowed = (await readSettings(context.db)).identity_providers_private === 1
  try {
    return await speak({ ...provider, isPrivateAllowed })
  } catch (error) {
    await sql`update identity_providers set last_error = ${errorText(error)}, last_error_at = ${context.now}
      where identity_provider_id = ${provider.identity_provider_id}`.execute(context.db)
    throw new NotEntered('messages.single_sign_on_failed', 'provider_failed')
  }
}

async function findProvider(
  { db }: Context,
  which: RawBuilder<unknown>,
): Promise<SignInProvider | undefined> {
  const { rows } = await sql<SignInProvider>`
    select ${PROVIDER_RIGHTS}, p.name, p.issuer, p.client_id, p.client_secret_sealed, p.domains, p.group_claim,
      p.group_roles, p.creates_accounts
    from identity_providers p where p.active = 1 and p.client_secret_sealed is not null and ${which}`.execute(
    db,
  )
  return rows[0]
}
