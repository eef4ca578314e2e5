import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { newUser, PASSWORD, signIn, withToken } from '../testing/signInAs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function signedIn() {
  const { username, user_id } = await newUser(server)
  const { body } = await signIn(server, username)
  return { user_id, call: withToken(server, body.token) }
}

test('a locked screen is unlocked by the user’s own password, without a new session', async () => {
  const { user_id, call } = await signedIn()
  const refused = await call('POST', '/me/unlock', { password: 'Wrong#2026' })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'password' }] } })
  const right = await call('POST', '/me/unlock', { password: PASSWORD })
  expect(right.status).toBe(200)
  expect(right.body).not.toHaveProperty('token')
  const { rows } = await sql`select from sessions where user_id = ${user_id}`.execute(server.db)
  expect(rows).toHaveLength(1)
})

test('guessing at a locked screen is blocked after ten attempts', async () => {
  const { call } = await signedIn()
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await call('POST', '/me/unlock', { password: 'Wrong#2026' })).status).toBe(422)
  expect((await call('POST', '/me/unlock', { password: PASSWORD })).status).toBe(429)
})
