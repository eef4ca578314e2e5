import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface TestOpenIdProvider {
  issuer: string
  client_id: string
  client_secret: string
  /** Claims by the name that a person enters in its form; the name is the subject. It accepts any password. */
  people: Map<string, Record<string, unknown>>
  /** Fills in its form as a person does. @returns the query with which it returns to the redirect URI. */
  signIn: (url: string, name: string) => Promise<string>
  close: () => Promise<void>
}

const SCOPE = 'openid email profile'

/** A real OpenID provider on this machine, whose form asks for a name and a password. */
export async function startOpenIdProvider(redirectUri: string): Promise<TestOpenIdProvider> {
  const people: TestOpenIdProvider['people'] = new Map()
  const client = { client_id: 'ullage', client_secret: 'Provider-Secret-7Qx' }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    cookies: { keys: ['of the test'] },
    findAccount: (_, name) => ({
      accountId: name,
      claims: () => ({ ...people.get(name), sub: name }),
    }),
    // Skips the consent prompt.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope(SCOPE)
      await grant.save()
      return grant
    },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    ...client,
    people,
    signIn: (url, name) => fillIn(url, name, redirectUri),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Follows the redirects of one browser, with its cookies, until the provider leads back. */
async function fillIn(url: string, name: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  const visit = async (address: string, body?: URLSearchParams) => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    return new URL(location, address).href
  }
  let next = await visit(url)
  for (let steps = 0; !next.startsWith(redirectUri); steps += 1) {
    if (steps > 5) throw new Error(`The provider does not redirect back from ${next}`)
    const isForm = new URL(next).pathname.startsWith('/interaction/')
    next = await visit(
      next,
      isForm ? new URLSearchParams({ prompt: 'login', login: name, password: 'any' }) : undefined,
    )
  }
  return new URL(next).search
}
