import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A signed-in staff member who impersonates a new customer. */
async function acting(mode: 'view' | 'write', target: object = {}, own: object = {}) {
  const me = await newUser(server, { login_type_id: 'administrator', ...own })
  const other = await newUser(server, target)
  const { body } = await signIn(server, me.username)
  const mine = withToken(server, body.token)
  const response = await mine('GET', `/authenticate/login_as/${other.user_id}?mode=${mode}`)
  return { me, other, mine, answer: response, theirs: withToken(server, response.body.token) }
}

test('viewing mode shows both names, and refuses every write with a message', async () => {
  const { me, other, theirs, answer } = await acting('view')
  expect(answer.status).toBe(200)
  expect(Date.parse(answer.body.token_expires)).toBeGreaterThan(Date.now())
  const { body } = await theirs('GET', '/users/current')
  expect(body.user).toMatchObject({ user_id: other.user_id, can_save: false })
  expect(body.user.impersonated_by.username).toBe(me.username)
  expect((await theirs('GET', '/devices')).status).toBe(200)
  for (const [method, path] of [
    ['POST', '/devices'],
    ['PATCH', '/me'],
    ['DELETE', '/me/photo'],
  ] as const) {
    const refused = await theirs(method, path, {})
    expect(refused.status, path).toBe(405)
    expect(refused.body.message, path).toContain('nothing can be saved')
  }
})

test('writing mode records both names, and refuses changes to the user’s sign-in', async () => {
  const { me, other, theirs } = await acting('write')
  expect((await theirs('PATCH', '/me', { language: 'es' })).status).toBe(200)
  const { rows } = await sql<{ action: string }>`
    select action from audit_entries where user_id = ${me.user_id} and on_behalf_of = ${other.user_id}
    order by audit_id`.execute(server.db)
  expect(rows[0]?.action).toBe('impersonate')
  const closed: [string, string][] = [
    ['PATCH', '/me/password'],
    ['GET', '/me/second_factor'],
    ['POST', '/me/second_factor/totp'],
    ['POST', '/me/passkeys/options'],
    ['GET', '/me/active_sessions'],
    ['DELETE', '/me/active_sessions'],
  ]
  for (const [method, path] of closed)
    expect((await theirs(method, path, { current_password: PASSWORD })).status, path).toBe(405)
})

test('an impersonator cannot set the address of a webhook, which would outlive the impersonation', async () => {
  const { other, theirs } = await acting('write', { login_type_id: 'distributor' })
  const { token } = (await signIn(server, other.username)).body
  const own = withToken(server, token)
  const url = 'https://hooks.example.com/one'
  const { body, raw } = await own('POST', '/webhooks', { name: 'Own', url, event_types: ['order.changed'] })
  expect(body.webhook, raw).toBeDefined()
  const path = `/webhooks/${body.webhook.webhook_id}`
  expect((await theirs('PATCH', path, { url: 'https://hooks.example.com/two' })).status).toBe(405)
  const chat = { name: 'Chat', url, event_types: ['alert.opened'], format: 'slack' }
  expect((await theirs('POST', '/webhooks', chat)).status).toBe(405)
  expect((await theirs('PATCH', path, { name: 'Theirs' })).status).toBe(200)
  const notices = async () => {
    await server.settle()
    const { rows } = await sql`select from user_notifications
      where user_id = ${other.user_id} and told = 'sign_in_changed'`.execute(server.db)
    return rows.length
  }
  const before = await notices()
  expect((await own('PATCH', path, { url: 'https://hooks.example.com/two' })).status).toBe(200)
  expect(await notices()).toBe(before + 1)
})

test('switching back ends it and keeps the impersonator’s session; without impersonation it is refused', async () => {
  const { mine, theirs } = await acting('view')
  expect((await theirs('GET', '/authenticate/switch_back')).status).toBe(200)
  expect((await theirs('GET', '/users/current')).status).toBe(403)
  expect((await mine('GET', '/users/current')).status).toBe(200)
  expect((await mine('GET', '/authenticate/switch_back')).status).toBe(409)
})

test('it ends with the impersonator’s session, and when they lose the permission', async () => {
  const first = await acting('write')
  await first.mine('GET', '/authenticate/logout')
  expect((await first.theirs('GET', '/users/current')).status).toBe(403)
  const second = await acting('write')
  await sql`update accounts set withdrawn_permissions = '{users.impersonate}'
    where user_id = ${second.me.user_id}`.execute(server.db)
  await expect.poll(async () => (await second.theirs('GET', '/users/current')).status).toBe(403)
  expect((await second.mine('GET', '/users/current')).status).toBe(200)
})

test('no one impersonates a user with more rights, a developer, themselves, or a third user', async () => {
  const developer = { login_type_id: 'developer' }
  for (const mode of ['view', 'write'] as const)
    expect((await acting(mode, developer)).answer.status, mode).toBe(405)
  const support = { login_type_id: 'customer_support' }
  expect((await acting('write', { login_type_id: 'administrator' }, support)).answer.status).toBe(405)
  const employee = { login_type_id: 'employee' }
  for (const mode of ['view', 'write'] as const)
    for (const target of [support, { login_type_id: 'administrator' }])
      expect((await acting(mode, target, employee)).answer.status, mode).toBe(405)
  expect((await acting('view', {}, employee)).answer.status).toBe(200)
  expect((await acting('view', {}, { login_type_id: 'customer' })).answer.status).toBe(405)
  const { me, mine, theirs } = await acting('write', support)
  expect((await mine('GET', `/authenticate/login_as/${me.user_id}`)).status).toBe(405)
  const third = await newUser(server)
  expect((await theirs('GET', `/authenticate/login_as/${third.user_id}`)).status).toBe(405)
  expect((await mine('GET', '/authenticate/login_as/99999999')).status).toBe(404)
  expect((await mine('GET', `/authenticate/login_as/${third.user_id}?mode=all`)).status).toBe(400)
})
