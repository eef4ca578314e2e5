import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as openid from 'openid-client'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { fetchExternal } from '#server/platform/http/fetchExternal.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { CLIENT_SECRET_ENCRYPTION_CONTEXT } from './identityProviders.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 512 * 1024
/** Time for which a provider's addresses and keys are cached; unknown keys are fetched sooner. */
const REMEMBERED_MS = 3_600_000

/** Settings for requests to a provider. */
export interface OpenIdClient {
  issuer: string
  client_id: string
  client_secret_sealed: string
  /** Allows http and addresses of private networks. */
  isPrivateAllowed: boolean
}

/** The secrets of one sign-in, all derived from its challenge, so that only the browser has them. */
export interface FlowSecrets {
  state: string
  nonce: string
  verifier: string
}

/** A provider's claims about a user. */
export interface Claims {
  issuer: string
  subject: string
  email: string
  isVerified: boolean
  first_name: string
  last_name: string
  phone: string
  groups: string[]
  /** When the user last authenticated there; 1970 if the provider does not say. */
  authenticatedAt: Date
}

export function flowSecretsOf(challenge: string): FlowSecrets {
  const derived = (purpose: string) =>
    createHash('sha256').update(`single sign-on ${purpose} ${challenge}`).digest('base64url')
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

/**
 * The address at the provider where a sign-in continues (authorization code flow with PKCE).
 * @param isAgain a user who is signed in there has to identify themselves again
 * @throws Error that states the problem with the provider
 */
export async function authorizationUrl(
  encryptor: Encryptor,
  client: OpenIdClient,
  {
    secrets,
    redirectUri,
    email,
    isAgain,
  }: { secrets: FlowSecrets; redirectUri: string; email: string; isAgain: boolean },
): Promise<string> {
  const config = await configurationOf(encryptor, client)
  const { scopes_supported = [] } = config.serverMetadata()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: ['openid', 'email', 'profile', ...(scopes_supported.includes('groups') ? ['groups'] : [])].join(
      ' ',
    ),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    login_hint: email,
    ...(isAgain && { prompt: 'login', max_age: '0' }),
  })
  // The browser is redirected there.
  if (url.protocol !== 'https:' && !(client.isPrivateAllowed && url.protocol === 'http:'))
    throw new Error('the authorization endpoint does not begin with https')
  return url.href
}

/**
 * Redeems the code with which a provider returned, and verifies state, nonce, issuer, audience and signature.
 * @param returned the address to which it returned
 * @throws Error that states the problem, without secrets
 */
export async function redeemCode(
  encryptor: Encryptor,
  client: OpenIdClient,
  { secrets, returned, groupClaim }: { secrets: FlowSecrets; returned: URL; groupClaim: string },
): Promise<Claims> {
  const config = await configurationOf(encryptor, client)
  const tokens = await openid.authorizationCodeGrant(config, returned, {
    pkceCodeVerifier: secrets.verifier,
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    idTokenExpected: true,
  })
  const asserted = tokens.claims()
  if (!asserted) throw new Error('the provider sent no ID token')
  const isWhole = 'email' in asserted && groupClaim in asserted
  const more =
    !isWhole && config.serverMetadata().userinfo_endpoint
      ? await openid.fetchUserInfo(config, tokens.access_token, asserted.sub)
      : {}
  return claimsIn({ ...more, ...asserted }, groupClaim)
}

/** The last error of a provider, for administrators: the provider's text, never a secret or code. */
export function errorText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const parts =
    error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError
      ? [error.error, error.error_description]
      : // The library's own message is then "something went wrong".
        [messageOf(cause ?? error)]
  return parts.filter(Boolean).join(': ').slice(0, 500)
}

function claimsIn(claims: Readonly<Record<string, unknown>>, groupClaim: string): Claims {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '')
  const [first = '', ...rest] = text('name').split(/\s+/)
  const groups = claims[groupClaim]
  // No later than now: otherwise a wrong clock would confirm the user forever.
  const seconds = Math.min(Number(claims.auth_time ?? 0), Date.now() / 1000)
  return {
    authenticatedAt: new Date(seconds > 0 ? seconds * 1000 : 0),
    issuer: text('iss'),
    subject: text('sub'),
    email: text('email'),
    // Some providers send texts; Microsoft Entra ID states only that the domain is verified.
    isVerified: [claims.email_verified, claims.xms_edov].some((value) => value === true || value === 'true'),
    first_name: text('given_name') || first,
    last_name: text('family_name') || rest.join(' '),
    phone: text('phone_number'),
    groups: (Array.isArray(groups) ? groups : [groups]).filter((group) => typeof group === 'string'),
  }
}

const configurations = new LRUCache<string, Promise<openid.Configuration>>({ max: 500, ttl: REMEMBERED_MS })

/** The provider's addresses and keys, by discovery. Failures are not cached. */
function configurationOf(encryptor: Encryptor, client: OpenIdClient): Promise<openid.Configuration> {
  const { issuer, client_id, client_secret_sealed, isPrivateAllowed } = client
  const key = JSON.stringify([issuer, client_id, client_secret_sealed, isPrivateAllowed])
  const known = configurations.get(key)
  if (known) return known
  const secret = encryptor.decrypt(client_secret_sealed, CLIENT_SECRET_ENCRYPTION_CONTEXT)
  const found = discover(client, secret)
  configurations.set(key, found)
  found.catch(() => configurations.delete(key))
  return found
}

function discover({ issuer, client_id, isPrivateAllowed }: OpenIdClient, secret: string) {
  return openid.discovery(new URL(issuer), client_id, secret, authenticate, {
    timeout: TIMEOUT_MS / 1000,
    execute: [openid.enableNonRepudiationChecks, ...(isPrivateAllowed ? [openid.allowInsecureRequests] : [])],
    [openid.customFetch]: (address, options) => fetchFrom(address, options, isPrivateAllowed),
  })
}

/** Sends the client secret in the way that the provider supports; by default in the header, as the standard requires. */
const authenticate: openid.ClientAuth = (server, client, body, headers) => {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const way = methods.includes('client_secret_basic') ? openid.ClientSecretBasic() : openid.ClientSecretPost()
  return way(server, client, body, headers)
}

/** `fetch` for the library: only public addresses, no redirects, limits of time and size. */
async function fetchFrom(
  address: string,
  { method, headers, body }: openid.CustomFetchOptions,
  isPrivateAllowed: boolean,
): Promise<Response> {
  const response = await fetchExternal(address, {
    timeout: TIMEOUT_MS,
    isPrivateAllowed,
    headers,
    ...(method === 'POST' && { body: String(body) }),
  })
  const received: AsyncIterable<Buffer> = response
  const parts: Buffer[] = []
  let size = 0
  for await (const part of received) {
    size += part.byteLength
    // Leaving the loop closes the connection.
    if (size > MAX_ANSWER_BYTES) throw new Error('the provider sent too much')
    parts.push(part)
  }
  const type = response.headers['content-type']
  return new Response(size === 0 ? null : Buffer.concat(parts), {
    status: response.statusCode ?? 500,
    ...(type && { headers: { 'content-type': type } }),
  })
}
