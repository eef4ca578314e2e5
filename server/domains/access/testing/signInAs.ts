import { users } from '#core/domains/access/users.ts'
import { COMPANY } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import type { Answer, TestServer } from '#server/app/testing/startTestServer.ts'

export const PASSWORD = 'Right#Quay26'

export interface NewUser {
  user_id: number
  username: string
}

/** A customer with that password. */
export async function newUser(server: TestServer, more: object = {}): Promise<NewUser> {
  const example = await exampleOf(server, users, COMPANY.customer)
  const body = {
    ...example,
    login_type_id: 'customer',
    password: PASSWORD,
    confirm_password: PASSWORD,
    ...more,
  }
  // Developers are created by developers: an administrator has fewer rights.
  const maker = body.login_type_id === 'developer' ? 'developer' : 'administrator'
  const response = await server.as(maker).call('POST', '/users', body)
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return response.body.user
}

/** Signs in with name and password. */
export function signIn(
  server: TestServer,
  username: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  return server
    .as(null)
    .call('GET', '/authenticate/login', undefined, { authorization: `Basic ${credentials}`, ...headers })
}

/** Makes calls with a token. */
export function withToken(server: TestServer, token: string) {
  return (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    server.as(null).call(method, path, body, { authorization: `Bearer ${token}`, ...headers })
}
